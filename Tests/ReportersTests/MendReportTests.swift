import Foundation
import Reporters
import Testing
import Validator

extension MendReport {
  /// A pair that gets one identifier, with a fault that stays.
  fileprivate static func example(_ state: State, folder: String = "Alps") -> MendReport {
    let report = Report.example()
    let subject = report.subjects.first { $0.kind == .pair && $0.counts.fail > 1 }
    let failed = subject?.results.filter { $0.state == .fail } ?? []
    let faults = failed.enumerated().map { index, result in
      MendedFault(result, reason: index == 0 ? nil : "the frames are not there: copy it again")
    }
    var still = MendedFile(
      .still, path: FilePath("Alps/IMG_0001.JPG"), size: 2_000,
      newPath: FilePath("\(folder)/IMG_0001.JPG"), newSize: 2_010,
      changes: [
        MendedBytes(
          "APP1/Exif/MakerNote/0x0011", purpose: "writes the identifier", before: 700..<737,
          after: 700..<747)
      ])
    let movie = MendedFile(
      .movie, path: FilePath("Alps/IMG_0001_HEVC.MOV"), size: 9_000,
      newPath: FilePath("\(folder)/IMG_0001.MOV"), newSize: 9_000, changes: [])
    if folder == "Alps" { still.backup = FilePath("Alps/IMG_0001.JPG.bak") }
    var example = MendReport(
      subject ?? report.subjects[0], state: state,
      identifier: ChosenIdentifier(
        "14880F5C-7BC7-4FE1-A6C0-3CFA3E0C4E4B", origin: "the still's own"),
      faults: faults, files: [still, movie])
    if state == .failed { example.problem = "Alps/\u{1B}[2J.JPG: is there already" }
    return example
  }
}

@Suite struct `Mends in words` {
  private func text(
    _ reports: [MendReport], _ mode: MendSummary.Mode, width: Int = 100, isQuiet: Bool = false
  ) -> String {
    MendText(width: width, usesColour: false, isQuiet: isQuiet)
      .render(reports, MendSummary(mode: mode, profile: .photos, pairCount: 2, loneCount: 0))
  }

  @Test func `tell what changes, byte by byte, and what stays`() throws {
    try expect(text([.example(.planned)], .plan), matchesSnapshot: "mend-plan.txt")
    try expect(
      text([.example(.mended, folder: "out")], .output), matchesSnapshot: "mend-output.txt")
  }

  @Test func `fit a narrow page, but for paths`() {
    let lines = text([.example(.mended)], .inPlace, width: 60).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 60 && !$0.hasSuffix(" ") })
  }

  @Test func `say that nothing was written, and what writes`() {
    let plan = text([.example(.planned)], .plan)
    #expect(plan.contains("Nothing was written: -o DIR"))
    #expect(!text([.example(.mended)], .inPlace).contains("Nothing was written"))
    #expect(text([], .plan) == "2 pairs: there is nothing to mend\n")
  }

  @Test func `tell what stays only, where quiet is asked for`() {
    let quiet = text([.example(.mended)], .inPlace, isQuiet: true)
    #expect(quiet.contains("stays:") && !quiet.contains("mended:") && !quiet.contains("pairs:"))
  }

  @Test func `let no file name act on the terminal`() {
    let failed = text([.example(.failed)], .output)
    #expect(failed.contains("not written:") && !failed.contains("\u{1B}"))
  }
}

@Suite struct `Mends as JSON` {
  private func json(_ reports: [MendReport], _ mode: MendSummary.Mode = .plan) -> String {
    MendJSON.render(reports, MendSummary(mode: mode, profile: .photos, pairCount: 2, loneCount: 0))
  }

  @Test func `look as they did`() throws {
    try expect(json([.example(.planned)]), matchesSnapshot: "mend.json")
  }

  @Test(
    .enabled(if: CheckingProgram.hasJSONSchema, "python3 with jsonschema is not installed"),
    arguments: MendReport.State.allCases)
  func `are valid by their schema`(state: MendReport.State) throws {
    let program = CheckingProgram.jsonschema(of: "livephotolint-fix-1")
    for mode in MendSummary.Mode.allCases {
      #expect(try program.faults(in: json([.example(state)], mode)) == "")
    }
    #expect(try program.faults(in: json([])) == "")
  }

  @Test(
    .enabled(if: CheckingProgram.hasJSONSchema, "python3 with jsonschema is not installed"),
    arguments: [
      ("livephotolint-fix/1", "livephotolint-fix/2"),
      ("\"state\": \"planned\"", "\"state\": \"failed\""),
      ("\"action\": \"mend\"", "\"action\": \"leave\""),
      ("\"offset\": 700,", "\"offset\": -1,"),
      ("\"pairedBy\": \"identifier\",", ""),
      ("\"mode\": \"plan\"", "\"mode\": \"guess\""),
      ("\"newBytes\": 9000,", ""),
    ])
  func `are refused by their schema when they are damaged`(original: String, damaged: String)
    throws
  {
    let text = json([.example(.planned)])
    #expect(text.contains(original))
    let program = CheckingProgram.jsonschema(of: "livephotolint-fix-1")
    #expect(try program.faults(in: text.replacing(original, with: damaged)).hasPrefix("exit 1"))
  }

  @Test func `name every mend that there is`() throws {
    let file = Package.root.appending(path: "Schemas/livephotolint-fix-1.schema.json")
    let schema = try String(contentsOf: file, encoding: .utf8)
    for mend in Mend.allCases { #expect(schema.contains("\"\(mend.rawValue)\"")) }
  }
}

@Suite struct `A remedy` {
  private func report(
    _ paths: (String, String), bond: Pair.Bond = .identifier, mend: Mend? = .identifier
  )
    -> SubjectReport
  {
    let rule = Rule(
      "identifier/mismatch", title: "an example", breaks: [.pairs], levels: .always(.error),
      grade: .documented, sources: [], rationale: "It matters.", remedy: "Do it by hand.",
      staysQuiet: "Nothing.", symptoms: [], mend: mend, check: .subject { _, _ in .pass })
    var counts = ResultCounts()
    counts.fail = 1
    return SubjectReport(
      kind: .pair, name: "IMG_0001", bond: bond,
      files: [
        ReportedFile(.still, MediaFile(path: FilePath(paths.0), size: 1, type: .jpeg)),
        ReportedFile(.movie, MediaFile(path: FilePath(paths.1), size: 1, type: .quicktime)),
      ], verdict: nil,
      results: [
        RuleResult(
          rule: rule, state: .fail, severity: .error, message: "two", remedy: rule.remedy,
          mend: mend)
      ], counts: counts, failures: FailureCounts())
  }

  private func json(_ subject: SubjectReport) throws -> String {
    try ReportFormat.json.render(Report(profile: .photos, rules: [], subjects: [subject]))
  }

  @Test func `names the command for the files at hand`() throws {
    let subject = report(("a/IMG_0001.HEIC", "a/IMG_0001.MOV"))
    #expect(
      try json(subject).contains(
        "\"remedy\": \"write one identifier into both halves: livephotolint fix "
          + "a/IMG_0001.HEIC a/IMG_0001.MOV\\nBy hand: Do it by hand.\""))
  }

  @Test func `quotes what a shell would take apart`() throws {
    #expect(
      try json(report(("my pictures/it's.JPG", "-rf.MOV"))).contains(
        #"fix 'my pictures/it'\\''s.JPG' ./-rf.MOV"#))
  }

  @Test func `names a bundle or an archive as a whole`() throws {
    #expect(
      try json(report(("a/b.pvt/IMG.JPG", "a/b.pvt/IMG.MOV"), bond: .bundle))
        .contains("livephotolint fix a/b.pvt\\n"))
    #expect(
      try json(report(("a/b.LIVP!IMG.JPG", "a/b.LIVP!IMG.MOV"), bond: .bundle))
        .contains("livephotolint fix a/b.LIVP\\n"))
  }

  @Test func `names no command where none helps`() throws {
    #expect(try !json(report(("a.JPG", "a.MOV"), mend: nil)).contains("livephotolint fix"))
  }

  @Test(arguments: [ReportFormat.text, .junit])
  func `keeps the command on one line in every report`(format: ReportFormat) throws {
    let long = String(repeating: "long folder/", count: 12)
    let text = try format.render(
      Report(
        profile: .photos, rules: [], subjects: [report((long + "a.JPG", long + "a.MOV"))]),
      options: ReportOptions(width: 60))
    let command = "livephotolint fix '\(long)a.JPG' '\(long)a.MOV'"
    let escaped = command.replacing("'", with: "&apos;")
    #expect(
      text.split(separator: "\n").contains { $0.contains(command) || $0.contains(escaped) })
  }
}
