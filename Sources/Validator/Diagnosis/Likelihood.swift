/// How causes are ranked: the one place that weighs them.
///
/// A cause weighs the sum of what it has of these. Each line outweighs all lines below its group,
/// so causes that explain the symptom come first, among them errors, among these what spoils the
/// pairing, on which everything else rests.
///
///     explains what is reported      1000
///     error                           300
///     warning                         200
///     could not be read               100
///     note                              0
///     breaks  pairs                    80
///             integrity                70
///             moves                    60
///             looks                    40
///             wallpaper                30
///             interop                  20
///             provenance               10
///             review                    0
enum Likelihood {
  private static let explaining = 1000

  private static func weight(of severity: Severity?) -> Int {
    switch severity {
    case .error: 300
    case .warning: 200
    case nil: 100
    case .note: 0
    }
  }

  private static func weight(of promise: Promise) -> Int {
    switch promise {
    case .pairs: 80
    case .integrity: 70
    case .moves: 60
    case .looks: 40
    case .wallpaper: 30
    case .interop: 20
    case .provenance: 10
    case .review: 0
    }
  }

  /// What a result weighs.
  static func weight(of result: RuleResult, explains: Bool) -> Int {
    (explains ? explaining : 0) + weight(of: result.severity)
      + (result.rule.breaks.map(weight(of:)).max() ?? 0)
  }

  /// Whether a result explains what people report.
  ///
  /// It does where its rule is known for a symptom, and where it certainly spoils what the symptom
  /// misses: files that do not pair move nowhere. Without a symptom, every error counts, and what
  /// may keep a pair from pairing, moving and looking right.
  static func explains(_ result: RuleResult, _ symptoms: [Symptom]) -> Bool {
    guard !symptoms.isEmpty else {
      guard result.severity != .note else { return false }
      return result.severity == .error
        || result.rule.breaks.contains { promises.contains($0) }
        || result.rule.symptoms.contains { Symptom.notMoving.contains($0) }
    }
    return symptoms.contains { symptom in
      result.rule.symptoms.contains(symptom)
        || result.severity == .error
          && result.rule.breaks.contains { symptom.foundations.contains($0) }
    }
  }

  private static let promises: [Promise] = [
    .pairs, .moves, .looks, .wallpaper, .integrity,
  ]
}

extension Symptom {
  /// What “saved but does not move” may mean.
  static let notMoving: [Symptom] = [.twoItems, .savedAsStill, .longPressDoesNothing]

  /// What must hold before what people miss can: without pairing there is no motion, without
  /// motion none on the Lock Screen.
  fileprivate var foundations: [Promise] {
    switch self {
    case .twoItems, .savedAsStill: [.pairs]
    case .longPressDoesNothing, .liveOnMacOnly: [.pairs, .moves]
    case .motionNotAvailable: [.pairs, .moves, .wallpaper]
    case .doesNotOpen: [.integrity]
    case .invalidResource, .missingResource, .internalError, .wrongMotion, .turned, .jumps,
      .blackFrame, .splitsElsewhere, .wrongDate, .accessCrash, .uploadRefused, .manifestRefused,
      .extensionRefused, .reviewRejected, .wrongLanguage, .activityDoesNotStart, .widgetMissing:
      []
    }
  }

  /// The profile that looks for it.
  package var profile: Profile { self == .motionNotAvailable ? .wallpaper : .photos }
}
