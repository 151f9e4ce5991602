/// Two pairs, or two files of one medium, held against each other.
package struct Comparison: Sendable {
  /// Differences that matter for one reason.
  package struct Group: Sendable {
    package enum Rank: Sendable {
      /// A rule fails on the candidate and not on the reference.
      case fault(RuleResult)
      /// Rules look at it, and none fails.
      case read
      /// No rule looks at it.
      case other
      /// Every shot has its own.
      case shot
    }

    package let rank: Rank
    package let differences: [Difference]
  }

  package let profile: Profile
  /// The still first; only what both sides have.
  package let halves: [HalfComparison]
  /// The gravest first.
  package let groups: [Group]
  /// Rules that fail on both sides, and on the reference alone.
  package let sharedFaults: [RuleResult]
  package let referenceFaults: [RuleResult]

  /// Ranks what was found.
  ///
  /// - Parameters:
  ///   - reference: what the rules say of the reference.
  ///   - candidate: what they say of the candidate.
  package init(
    _ halves: [HalfComparison], reference: SubjectReport, candidate: SubjectReport,
    profile: Profile
  ) {
    self.profile = profile
    self.halves = halves
    let failures = candidate.results.filter { $0.state == .fail }
    let known = reference.results.filter { $0.state == .fail }
    sharedFaults = failures.filter { own in known.contains { $0.rule.id == own.rule.id } }
    referenceFaults = known.filter { own in !failures.contains { $0.rule.id == own.rule.id } }
    let faults = failures.filter { own in !known.contains { $0.rule.id == own.rule.id } }
    groups = Comparison.groups(halves, faults: faults, failures: failures)
  }

  /// Whether nothing differs.
  package var isSame: Bool { halves.allSatisfy(\.isSame) }

  private static func groups(
    _ halves: [HalfComparison], faults: [RuleResult], failures: [RuleResult]
  ) -> [Group] {
    var left = halves.flatMap(\.differences)
    func take(_ isWanted: (Difference) -> Bool) -> [Difference] {
      let taken = left.filter(isWanted)
      left.removeAll(where: isWanted)
      return taken
    }
    var groups: [Group] = []
    let gravestFirst = faults.enumerated().sorted { left, right in
      let severities = (left.element.severity ?? .note, right.element.severity ?? .note)
      return severities.0 == severities.1
        ? left.offset < right.offset : severities.0 > severities.1
    }
    for (_, fault) in gravestFirst {
      let proofs = take { isProof($0, of: fault, halves) }
      // What is not there, or should not be, tells more than another value.
      let inOrder =
        proofs.filter { $0.change != .changed } + proofs.filter { $0.change == .changed }
      groups.append(Group(rank: .fault(fault), differences: inOrder))
    }
    let identifiersAreSound = !failures.contains { $0.rule.family == "identifier" }
    let mixed = Set(halves.filter(\.mayBeTwoShots).map(\.half))
    let shot = take {
      mixed.contains($0.half)
        && RuleFields.variesByShot($0, identifiersAreSound: identifiersAreSound)
    }
    groups.append(Group(rank: .read, differences: take(RuleFields.areRead)))
    groups.append(Group(rank: .other, differences: left))
    groups.append(Group(rank: .shot, differences: shot))
    return groups.filter { group in
      if case .fault = group.rank { return true }
      return !group.differences.isEmpty
    }
  }

  /// Parts longer than this hold so much that evidence inside them ties nothing to them.
  private static let closeLength: UInt64 = 64

  /// Whether a difference is what a rule fails on: in a part that the rule looks at, or at the
  /// bytes that it names.
  private static func isProof(
    _ difference: Difference, of fault: RuleResult, _ halves: [HalfComparison]
  ) -> Bool {
    // A fault of one file is not proved by the other.
    let named = halves.filter { half in
      fault.evidence.contains { $0.file == half.candidate.path }
    }
    guard named.isEmpty || named.contains(where: { $0.half == difference.half }) else {
      return false
    }
    if RuleFields.concerns(difference, RuleFields.words(of: fault.rule.id)) { return true }
    guard let spot = difference.candidate,
      let file = halves.first(where: { $0.half == difference.half })?.candidate.path
    else { return false }
    return fault.evidence.contains { evidence in
      guard evidence.file == file, let place = evidence.place, place.length > 0 else {
        return false
      }
      return place.offset >= spot.offset && place.offset - spot.offset < spot.length
        && spot.length
          <= max(closeLength, place.length.multipliedReportingOverflow(by: 4).partialValue)
    }
  }
}
