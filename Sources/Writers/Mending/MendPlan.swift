package import Readers
package import Validator

/// What is to change in the files of one subject, ready to be written.
package struct MendPlan: Sendable {
  /// One half as it will be.
  package struct Half: Sendable {
    package let role: Validator.Half
    package let file: MediaFile
    package let content: RewrittenFile
    /// The file's name as it will be.
    package let newName: [UInt8]

    /// Whether the file gets another name than it has.
    package var isRenamed: Bool { !file.path.ownName.elementsEqual(newName) }
    /// Whether its bytes change.
    package var isRewritten: Bool { !content.replacements.isEmpty }
    package var isChanged: Bool { isRenamed || isRewritten }
  }

  /// Still first.
  package let halves: [Half]
  /// Every fault that was asked for, with what becomes of it.
  package let faults: [MendedFault]
  /// The identifier that is written; nil where none is.
  package let identifier: ChosenIdentifier?
  /// Why what a person asked for cannot be done, and in which half where it is one's; nil where it
  /// can, or nothing was asked for.
  package let unmetRequest: (half: Validator.Half?, reason: String)?
  /// Whether the bundle gets a new `metadata.plist`.
  package let writesBundleMetadata: Bool

  /// Whether nothing is to change.
  package var isEmpty: Bool { !writesBundleMetadata && !halves.contains(where: \.isChanged) }

  /// Makes the plan for a subject.
  ///
  /// - Parameters:
  ///   - content: the facts of the subject.
  ///   - report: what the rules said of it.
  ///   - sources: the bytes of each half that there is.
  ///   - request: what is asked for.
  /// - Throws: where changes that were made for a half do not fit its bytes, a fault of this tool.
  package init(
    for content: SubjectContent, _ report: SubjectReport,
    sources: [Validator.Half: any ByteSource], _ request: MendRequest
  ) throws(RewriteError) {
    let failures = report.results.filter {
      $0.state == .fail && request.selection.reasonNotToRun($0.rule) == nil
    }
    var wanted = Set(failures.compactMap(\.mend))
    var decisions = MendDecisions(
      for: content, bond: report.bond, wanted, report.results, request)
    var replacements: [Validator.Half: [Replacement]] = [:]
    replacements[.still] = decisions.resolve(
      in: sources[.still], .still, report.type(of: .still))
    replacements[.movie] = decisions.resolve(in: sources[.movie], .movie, nil)
    // Where the movie refuses the identifier, the still must not get it either.
    if replacements[.still]?.isEmpty == false {
      replacements[.still] = decisions.resolve(
        in: sources[.still], .still, report.type(of: .still))
    }
    decisions.refuseIdle(replacements)
    // A movie that becomes QuickTime by its bytes has to be one by its name.
    if decisions.planned.contains(.container) { wanted.insert(.extensions) }
    if request.isNamedPair, decisions.planned.contains(.identifier), report.bond == .argument {
      wanted.insert(.names)
    }
    let names = NewNames(for: report, wanted, decisions)
    decisions.planned.formUnion(names.mends)
    var halves: [Half] = []
    for reported in report.files {
      guard let role = reported.half, let source = sources[role] else { continue }
      halves.append(
        Half(
          role: role, file: reported.file,
          content: try RewrittenFile(source, replacements[role] ?? []),
          newName: names.names[role]?.bytes ?? Array(reported.file.path.ownName)))
    }
    self.halves = halves
    identifier = decisions.identifier
    unmetRequest =
      (request.identifier == nil ? nil : decisions.refused[.identifier]).map { (nil, $0) }
      ?? (request.stillTime == nil ? nil : decisions.refused[.stillTime]).map { (.movie, $0) }
    writesBundleMetadata = decisions.planned.contains(.bundleMetadata)
    faults = failures.map { decisions.fault($0, request) }
  }
}

extension MendPlan {
  /// The faults of a subject none of which can be mended, because its files cannot be read.
  package static func leftFaults(
    of report: SubjectReport, _ request: MendRequest, because reason: String
  ) -> [MendedFault] {
    report.results.filter {
      $0.state == .fail && request.selection.reasonNotToRun($0.rule) == nil
    }.map { result in
      let own = result.mend == nil ? UnmendedReason.ownText(for: result) : nil
      return MendedFault(result, reason: own ?? reason)
    }
  }
}

extension MendDecisions {
  /// The replacements that carry out the changes of one half; changes that cannot be made are
  /// dropped, with the reason.
  fileprivate mutating func resolve(
    in source: (any ByteSource)?, _ half: Half, _ type: FileType?
  ) -> [Replacement] {
    guard let source else { return [] }
    do {
      return try replacements(still, movie, in: source, half, type)
    } catch {
      let mends = half == .still ? still.mends : movie.mends
      let (still, movie) = (still, movie)
      for mend in mends {
        do {
          _ = try replacements(still.only(mend), movie.only(mend), in: source, half, type)
        } catch {
          refuse(mend, error.reason)
        }
      }
      if let found = try? replacements(self.still, self.movie, in: source, half, type) {
        return found
      }
      for mend in mends { refuse(mend, error.reason) }
      return []
    }
  }

  /// Refuses mends inside files for which no byte has to change.
  fileprivate mutating func refuseIdle(_ replacements: [Half: [Replacement]]) {
    let changed = Set(
      (replacements[.still]?.isEmpty == false ? still.mends : [])
        + (replacements[.movie]?.isEmpty == false ? movie.mends : []))
    for mend in Set(still.mends + movie.mends).subtracting(changed) {
      refuse(mend, "the file holds already what would be written")
    }
  }

  private func replacements(
    _ still: StillChanges, _ movie: MovieChanges, in source: any ByteSource, _ half: Half,
    _ type: FileType?
  ) throws(RewriteError) -> [Replacement] {
    switch half {
    case .still:
      guard still != StillChanges() else { return [] }
      guard let type else { throw RewriteError("the still's type is not known") }
      return try StillRewriter.replacements(still, in: source, type: type)
    case .movie:
      guard movie != MovieChanges() else { return [] }
      return try MovieRewriter.replacements(movie, in: source)
    }
  }

  /// What becomes of a fault.
  fileprivate func fault(_ result: RuleResult, _ request: MendRequest) -> MendedFault {
    if let mend = result.mend, planned.contains(mend) { return MendedFault(result) }
    // Whoever says where the moment is has all that is said of it mended.
    if result.rule.family == "still-time", request.stillTime != nil, planned.contains(.stillTime) {
      return MendedFault(result)
    }
    let reason = result.mend.flatMap { refused[$0] } ?? UnmendedReason.text(for: result)
    return MendedFault(result, reason: reason)
  }
}

extension SubjectReport {
  fileprivate func type(of half: Half) -> FileType? {
    files.first { $0.half == half }?.file.type
  }
}
