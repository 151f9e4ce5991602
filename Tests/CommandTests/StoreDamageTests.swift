import Foundation
import Reporters
import Rules
import Support
import Testing
import Validator

@testable import Command

/// What `judge` and `report` make of records that this tool did not write.
@Suite struct `Damaged records of a store` {
  private static let rules = RuleTable(Catalogue.rules)

  /// The store of a run over what lies in a folder.
  private func store(in folder: TemporaryFolder) throws -> FilePath {
    _ = try Tool(folder: folder.path)("--quiet", "--store", "audit.sqlite")
    return FilePath("\(folder.path)/audit.sqlite")
  }

  private func subjects(in path: FilePath) throws -> [KeptSubject] {
    let audit = try StoredAudit(path)
    var subjects: [KeptSubject] = []
    while let page = try audit.next() { subjects += page.subjects }
    return subjects
  }

  /// Carries a command out with reports of every form.
  ///
  /// - Returns: how many subjects were told of.
  private func tell(_ options: StoreOptions) async throws -> Int {
    let audit = try StoredAudit(options.audit)
    let check = try options.checkOptions(for: audit.settings)
    let nowhere = FilePath("/dev/null")
    let targets = try [ReportFormat.text, .json, .jsonl, .csv, .junit, .statistics].map {
      RunReports.Target(format: $0, options: ReportOptions(), output: try ReportOutput(nowhere))
    }
    let reports = RunReports(targets, check.profile)
    let totals = try await StoreCommand(options).tell(
      audit, check, ReportTargets(check), to: reports)
    try reports.finish(
      RunSummary(
        profile: check.profile, totals: totals, sample: audit.sample, problems: audit.problems))
    return totals.subjectCount
  }

  @Test(arguments: ["facts", "report"])
  func `are judged and told, or refused with a message, whichever byte is another`(column: String)
    async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    // The record of a still alone is short, and holds most of what that of a pair does.
    try folder.copy("identifier-mismatch-fail-two-shots", "IMG_0001.JPG", as: "IMG_0001.JPG")
    let path = try store(in: folder)
    let subject = try #require(try subjects(in: path).first)
    let record = column == "facts" ? try #require(subject.facts) : subject.report
    let options =
      try column == "facts"
      ? StoreOptions(judge: [path.description, "--jobs", "1"])
      : StoreOptions(report: [path.description, "--jobs", "1"])
    let database = try Database(path, for: .writing)
    try database.run("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    let change = try database.statement("UPDATE records SET \(column) = ?")
    var refusals = 0
    for position in record.indices {
      var damaged = record
      damaged[position] ^= [0x01, 0x80, 0xFF, 0x40][position % 4]
      try change.run(.bytes(damaged))
      do {
        #expect(try await tell(options) == 1)
      } catch let error as UsageError {
        #expect(error.message.hasPrefix("\(path): is damaged"), "byte \(position)")
        refusals += 1
      }
    }
    #expect(refusals > 0 && refusals < record.count)
  }

  /// No number of a record is too great for what is reckoned with it.
  @Test func `are judged and told, or refused, whatever their numbers are`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for specimen in [
      "wallpaper-no-live-photo-info-pass-camera", "animation-never-loops-fail-one-play",
      "usage-microphone-missing-fail-audio-input",
    ] {
      try FileManager.default.copyItem(
        atPath: "\(Corpus.path)/\(specimen)", toPath: "\(folder.path)/\(specimen)")
    }
    let path = try store(in: folder)
    let engine = Engine(
      rules: Catalogue.rules, profile: .camera, keepsAllResults: true, provenanceScope: .all,
      keepsTraits: true)
    var told = 0
    for subject in try subjects(in: path) {
      for (position, number) in forgeries(of: subject.facts ?? []) {
        let facts = replacing(subject.facts ?? [], at: position, by: number)
        let forged = KeptSubject(kind: subject.kind, facts: facts, report: subject.report)
        if let report = try? forged.judged(by: engine, Self.rules) { told += tell(report) }
      }
      for (position, number) in forgeries(of: subject.report) {
        let record = replacing(subject.report, at: position, by: number)
        let forged = KeptSubject(kind: subject.kind, facts: subject.facts, report: record)
        if let report = try? forged.report(Self.rules) { told += tell(report) }
      }
    }
    #expect(told > 0)
  }

  /// Counts a report twice, so that numbers of any size add up, and tells it.
  private func tell(_ subject: SubjectReport) -> Int {
    var totals = RunTotals()
    for _ in 0..<2 { totals.add(subject) }
    let report = Report(
      profile: .photos, rules: Catalogue.rules, subjects: [subject],
      sample: RunSample(taken: 1, total: 10, seed: 1))
    return (try? ReportFormat.statistics.render(report)) == nil ? 0 : 1
  }

  /// What is put into a record: another byte at each place of it, and in turn one of the greatest and
  /// least numbers.
  private func forgeries(of record: [UInt8]) -> [(position: Int, number: [UInt8])] {
    // `UInt64.max` and `Int64.min`, `Int64.max` of either kind, `UInt32.max`.
    let numbers: [[UInt8]] = [
      Array(repeating: 0xFF, count: 9) + [1], [0xFE] + Array(repeating: 0xFF, count: 8) + [1],
      Array(repeating: 0xFF, count: 8) + [0x7F], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
    ]
    return record.indices.flatMap { position in
      [
        (position, numbers[position % numbers.count]), (position, [record[position] ^ 0x01]),
      ]
    }
  }

  /// Puts a number in the place of the one that may begin at a position.
  private func replacing(_ record: [UInt8], at position: Int, by number: [UInt8]) -> [UInt8] {
    let end = record[position...].firstIndex { $0 < 0x80 } ?? position
    return record[..<position] + number + record[min(end, position + 9)...].dropFirst()
  }
}
