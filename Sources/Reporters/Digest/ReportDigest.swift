package import Validator

/// What text reports and statistics tell of a run, gathered as its subjects come.
///
/// Four bytes a subject are kept, and besides them the numbers of those that can be shown: how many
/// there are does not matter. Their reports are put aside by whoever makes the digest. Subjects have
/// numbers from 0 on, in any order.
package struct ReportDigest: Sendable {
  /// Subjects that fail alike.
  private struct Record {
    let faults: FaultSet
    var count = 0
  }

  /// From how many on subjects that fail alike are told as one.
  private static let groupLimit = 20

  private let profile: Profile
  private let options: ReportOptions
  private let keepsEntries: Bool
  private let keepsShares: Bool
  private var records: [Record] = []
  private var numbers: [FaultSet: Int] = [:]
  /// The fault set of each subject; what the rest of the run changes is taken out of it again.
  private var setOfSubject: [UInt32] = []
  private var examples: ExampleList
  /// The subjects without a fault that may be shown, were none of the others to change.
  private var cleanExamples: ExampleList
  /// Whether what may be shown was chosen before the last subject changed.
  private var isChoiceOld = false
  private(set) var folders = FaultTally<FilePath>()
  /// By make, model and software.
  private(set) var devices = FaultTally<String>()
  /// By where files come from and what encoder left its name.
  private(set) var generators = FaultTally<String>()

  /// Creates a digest without subjects.
  ///
  /// - Parameters:
  ///   - formats: what is to be made from it.
  ///   - profile: for whom was judged.
  ///   - options: what a reader asked for.
  package init(for formats: Set<ReportFormat>, profile: Profile, options: ReportOptions) {
    self.profile = profile
    self.options = options
    keepsEntries = formats.contains(.text)
    keepsShares = formats.contains(.statistics) || formats.contains(.statisticsJSON)
    examples = ReportDigest.noExamples(options)
    // As many again may come to be shown where those before them turn out to fail alike.
    cleanExamples = ExampleList(groupLimit: nil, mostEntries: options.mostEntries.map { 2 * $0 })
  }

  private static func noExamples(_ options: ReportOptions) -> ExampleList {
    let tellsEach = options.showsAllResults || options.mostEntries == nil
    return ExampleList(
      groupLimit: tellsEach ? nil : groupLimit, mostEntries: options.mostEntries)
  }

  init(of report: Report, for formats: Set<ReportFormat>, options: ReportOptions) {
    self.init(for: formats, profile: report.profile, options: options)
    for (number, subject) in report.subjects.enumerated() { add(subject, number: number) }
  }

  /// Takes a subject.
  ///
  /// - Returns: whether it may be shown, so that its report is to be put aside.
  @discardableResult
  package mutating func add(_ report: SubjectReport, number: Int) -> Bool {
    let set = set(of: report)
    let faults = records[set].faults
    while setOfSubject.count <= number { setOfSubject.append(.max) }
    setOfSubject[number] = UInt32(clamping: set)
    records[set].count += 1
    count(report) {
      $0.add($1, set: set, isFaulty: !faults.isClean)
    } devices: {
      $0.add($1, set: set, isFaulty: !faults.isClean)
    }
    guard keepsEntries, isTold(report) else { return false }
    let example = ExampleList.Example(
      number: number, set: set, urgency: faults.urgency, order: report.order)
    examples.add(example, count: faults.isClean ? 0 : records[set].count)
    // Any faulty one may be the first that is left of those that fail alike.
    return faults.isClean ? cleanExamples.add(example, count: 0) : true
  }

  /// Takes a subject once more, in the place of what was said of it.
  ///
  /// - Returns: whether it may be shown, so that its report is to be put aside.
  @discardableResult
  package mutating func amend(_ report: SubjectReport, number: Int) -> Bool {
    if setOfSubject.indices.contains(number), setOfSubject[number] != .max {
      let set = Int(setOfSubject[number])
      let isFaulty = !records[set].faults.isClean
      records[set].count -= 1
      count(report) {
        $0.remove($1, set: set, isFaulty: isFaulty)
      } devices: {
        $0.remove($1, set: set, isFaulty: isFaulty)
      }
      isChoiceOld = true
    }
    return add(report, number: number)
  }

  /// Chooses what is shown, once nothing changes any more.
  ///
  /// - Parameter order: the place in a report of each subject whose report was put aside.
  package mutating func choose<Failure: Error>(
    by order: (Int) throws(Failure) -> SubjectOrder?
  ) throws(Failure) {
    guard isChoiceOld else { return }
    isChoiceOld = false
    examples = ReportDigest.noExamples(options)
    for (number, set) in setOfSubject.enumerated() where set != .max {
      guard let order = try order(number) else { continue }
      let (faults, count) = (records[Int(set)].faults, records[Int(set)].count)
      examples.add(
        ExampleList.Example(
          number: number, set: Int(set), urgency: faults.urgency, order: order),
        count: faults.isClean ? 0 : count)
    }
  }

  private mutating func set(of report: SubjectReport) -> Int {
    let faults = FaultSet(report)
    if let known = numbers[faults] { return known }
    numbers[faults] = records.count
    records.append(Record(faults: faults))
    return records.count - 1
  }

  /// Counts a subject under its folder, and for statistics under its device and generator.
  private mutating func count(
    _ report: SubjectReport, folders change: (inout FaultTally<FilePath>, FilePath) -> Void,
    devices changeNamed: (inout FaultTally<String>, String) -> Void
  ) {
    change(&folders, report.homeFolder)
    guard keepsShares else { return }
    if let device = report.device { changeNamed(&devices, device) }
    if let generator = report.generator { changeNamed(&generators, generator) }
  }

  /// Whether text lists a subject.
  private func isTold(_ report: SubjectReport) -> Bool {
    options.showsAllResults || !report.isClean || report.tellsOrigin(in: profile)
  }

  /// The fault sets that subjects have, by their numbers.
  var sets: [(number: Int, faults: FaultSet, count: Int)] {
    records.enumerated().filter { $0.element.count > 0 }
      .map { ($0.offset, $0.element.faults, $0.element.count) }
  }

  /// The fault set of a number.
  func faults(_ number: Int) -> FaultSet { records[number].faults }
}

// MARK: - Entries of text

extension ReportDigest {
  /// What text shows at a time.
  enum Entry {
    case subject(SubjectReport)
    case group(Group)

    var isGroup: Bool {
      if case .group = self { true } else { false }
    }
  }

  /// Subjects that fail alike, told as one.
  struct Group {
    let kind: SubjectReport.Kind
    let count: Int
    let rules: [String]
    /// Where they lie: how many of how many subjects of the folder; most first.
    let folders: [(name: String, count: Int, total: Int)]
    let example: SubjectReport
  }

  /// What is shown, and how many faulty subjects are not, by their worst fault.
  ///
  /// - Parameter report: the report of a subject that was put aside.
  func entries<Failure: Error>(_ report: (Int) throws(Failure) -> SubjectReport)
    throws(Failure) -> (shown: [Entry], leftOut: FailureCounts)
  {
    let ranked = examples.ranked.prefix(options.mostEntries ?? .max)
    var leftOut = FailureCounts()
    for (_, faults, count) in sets where !faults.isClean {
      leftOut.add(count, faults.worst ?? .note)
    }
    var entries: [Entry] = []
    for example in ranked {
      let faults = records[example.set].faults
      let isGroup = examples.groups.contains(example.set)
      let report = try report(example.number)
      entries.append(isGroup ? .group(group(example, report)) : .subject(report))
      if !faults.isClean {
        leftOut.add(isGroup ? -records[example.set].count : -1, faults.worst ?? .note)
      }
    }
    return (entries, leftOut)
  }

  private func group(_ example: ExampleList.Example, _ report: SubjectReport) -> Group {
    let places = folders.rows.compactMap { folder, row in
      row.bySet[example.set].map { (name: folder.shownFolder, count: $0, total: row.total) }
    }
    return Group(
      kind: records[example.set].faults.kind, count: records[example.set].count,
      rules: records[example.set].faults.rules,
      folders: places.sorted { ($1.count, $0.name) < ($0.count, $1.name) },
      example: report)
  }
}

extension FailureCounts {
  fileprivate mutating func add(_ count: Int, _ severity: Severity) {
    switch severity {
    case .error: error += count
    case .warning: warning += count
    case .note: note += count
    }
  }

  var total: Int { error + warning + note }
}

extension FilePath {
  /// A folder as people read it; the working folder has no name.
  var shownFolder: String { bytes.isEmpty ? "." : description }
}

extension SubjectReport {
  /// The folder that it lies in; for a bundle, the one that holds the bundle.
  fileprivate var homeFolder: FilePath {
    let path = bond == .bundle ? sortPath.enclosingBundle : sortPath
    return FilePath(bytes: Array(path.folder))
  }

  /// What took it, with its system: `Apple iPhone 15 Pro, 17.6.1`; nil where nothing was looked for.
  fileprivate var device: String? {
    guard let traits else { return nil }
    let maker = [traits.make, traits.model].compactMap { $0 }.joined(separator: " ")
    let words = [maker, traits.software ?? ""].filter { !$0.isEmpty }
    return words.isEmpty ? "not stated" : words.joined(separator: ", ")
  }

  /// What made it: `re-encoded, Lavf59.27.100`; nil where nothing was looked for.
  fileprivate var generator: String? {
    guard let provenance else { return nil }
    return provenance.conclusion.name + (traits?.encoder.map { ", \($0)" } ?? "")
  }
}
