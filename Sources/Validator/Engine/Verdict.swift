/// What a pair will do, as far as it was looked at.
package struct Verdict: Sendable, Equatable {
  /// An answer, from worst to best.
  package enum Answer: String, Comparable, Sendable, CaseIterable {
    /// An error says that it will not.
    case no
    /// Facts that would tell could not be read, or the profile does not look.
    case unknown
    /// A warning says that it may not.
    case risk
    /// Nothing speaks against it. Content and software that were not looked at may.
    case yes

    package static func < (left: Answer, right: Answer) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .no: 0
      case .unknown: 1
      case .risk: 2
      case .yes: 3
      }
    }
  }

  /// Photos joins the halves.
  package var pairs: Answer
  /// It plays on a long press.
  package var moves: Answer
  /// It plays as it was shot.
  package var looks: Answer
  /// It moves on the Lock Screen.
  package var wallpaper: Answer

  /// Derives the verdict from the results of all rules.
  ///
  /// - Parameters:
  ///   - results: one for each rule of the catalogue.
  ///   - judgesWallpaper: whether the profile runs the rules of Lock Screen motion.
  package init(results: some Sequence<RuleResult>, judgesWallpaper: Bool) {
    var answers: [Promise: Answer] = [:]
    for result in results {
      let answer: Answer
      switch result.state {
      case .pass, .notApplicable, .notRun: continue
      case .unreadable: answer = .unknown
      case .fail:
        switch result.severity {
        case .error: answer = .no
        case .warning: answer = .risk
        case .note, nil: continue
        }
      }
      for promise in result.rule.breaks {
        answers[promise] = min(answer, answers[promise] ?? .yes)
      }
    }
    let pairs = answers[.pairs] ?? .yes
    let moves = min(pairs, answers[.moves] ?? .yes)
    self.pairs = pairs
    self.moves = moves
    looks = min(pairs, answers[.looks] ?? .yes)
    wallpaper = judgesWallpaper ? min(moves, answers[.wallpaper] ?? .yes) : .unknown
  }
}
