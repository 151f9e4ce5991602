import Validator

/// A fault in one target's settings, before it is known which targets and configurations share it.
struct BundleFault {
  /// What is wrong, without the target's name: `NSCameraUsageDescription (Info.plist) is empty`.
  var message: String
  var evidence: [Evidence]
  var atMost: Severity?
  var remedy: String?

  init(
    _ message: String, _ evidence: [Evidence], atMost: Severity? = nil, remedy: String? = nil
  ) {
    self.message = message
    self.evidence = evidence
    self.atMost = atMost
    self.remedy = remedy
  }
}

extension App {
  /// The targets whose Info.plist the system reads; a property list by itself is one in any case.
  var bundles: [AppTarget] {
    targets.filter { $0.kind != .other || form == .propertyList }
  }

  /// The app targets, without extensions.
  var apps: [AppTarget] { targets.filter(isApp) }

  /// Whether a target is an app, or a property list by itself that is no extension's.
  func isApp(_ target: AppTarget) -> Bool {
    switch target.kind {
    case .app: true
    case .appExtension: false
    case .other: form == .propertyList
    }
  }

  /// The extension targets.
  var extensions: [AppTarget] { targets.filter { $0.kind == .appExtension } }

  /// Judges bundles one by one and tells each fault once, whatever configurations share it.
  ///
  /// - Parameters:
  ///   - bundles: the targets to judge.
  ///   - absence: why the rule does not apply where there is no such target.
  ///   - readsTables: whether the tables of languages are judged too, one of which may be malformed.
  ///   - faults: what is wrong with a target. It may be one whose Info.plist could not be read.
  func judge(
    _ bundles: [AppTarget], absence: String = "no app and no extension was found",
    readsTables: Bool = false, _ faults: (AppTarget) -> [BundleFault]
  ) -> Outcome {
    guard !bundles.isEmpty else { return .notApplicable(absence) }
    var shared: [SharedFault] = []
    for bundle in bundles {
      for fault in faults(bundle) {
        if let known = shared.firstIndex(where: { $0.takes(fault, of: bundle) }) {
          shared[known].add(fault, of: bundle)
        } else {
          shared.append(SharedFault(fault, of: bundle))
        }
      }
    }
    if !shared.isEmpty { return .fail(shared.map { $0.finding(in: self) }) }
    for bundle in bundles {
      if let error = bundle.infoPlist.readError { return .unreadable(error, in: unreadFile) }
      if let unread = bundle.unreadSettings { return .unreadable(unread.error, in: unread.file) }
    }
    if readsTables, let fault = self.faults.first(where: \.isOfTable) { return fault.unreadable }
    return .pass
  }

  /// The file to name where an Info.plist could not be put together.
  private var unreadFile: FilePath { faults.first(where: \.leavesUnread)?.place.file ?? root }

  /// The target in words, as messages begin.
  fileprivate func label(of names: [String], configurations: [String?]) -> String {
    if form == .propertyList || form == .settingsFile { return (files.first ?? root).shownName }
    let joined = names.joined(separator: " and ")
    if form == .product { return joined }
    guard names.count == 1 else { return "targets \(joined)" }
    let others = targets.filter { $0.name == joined && !configurations.contains($0.configuration) }
    let named = configurations.compactMap { $0 }.joined(separator: ", ")
    return others.isEmpty || named.isEmpty ? "target \(joined)" : "target \(joined) (\(named))"
  }
}

extension SettingsFault {
  /// Whether a table of a language could not be read.
  fileprivate var isOfTable: Bool {
    let name = place.file.shownName
    return leavesUnread && (name.hasSuffix(".strings") || name.hasSuffix(".xcstrings"))
  }

  /// Whether something of the app was not read for it, so that rules cannot pass.
  var leavesUnread: Bool {
    switch kind {
    case .malformed, .limit, .outside, .program: true
    // A tool or a script may yet write what counts as less than an error.
    case .missing: atMost == nil
    case .duplicateKey: false
    }
  }

  /// The outcome of a rule that cannot be judged without the file.
  var unreadable: Outcome { .unreadable(readError, in: place.file) }
}

/// A fault with the targets and configurations that share it.
private struct SharedFault {
  private var fault: BundleFault
  private var names: [String]
  private var configurations: [String?]

  init(_ fault: BundleFault, of bundle: AppTarget) {
    self.fault = fault
    names = [bundle.name]
    configurations = [bundle.configuration]
  }

  /// Whether a fault is this one: of the same target, or of the same line of a shared file.
  func takes(_ other: BundleFault, of bundle: AppTarget) -> Bool {
    guard fault.message == other.message, fault.atMost == other.atMost else { return false }
    return names == [bundle.name] || fault.evidence == other.evidence
  }

  mutating func add(_ other: BundleFault, of bundle: AppTarget) {
    if !names.contains(bundle.name) { names.append(bundle.name) }
    if !configurations.contains(bundle.configuration) {
      configurations.append(bundle.configuration)
    }
    for piece in other.evidence where !fault.evidence.contains(piece) {
      fault.evidence.append(piece)
    }
  }

  func finding(in app: App) -> Finding {
    Finding(
      "\(app.label(of: names, configurations: configurations)): \(fault.message)", fault.evidence,
      atMost: fault.atMost, remedy: fault.remedy)
  }
}
