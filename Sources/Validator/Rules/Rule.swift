/// One rule of the catalogue: what it checks, how sure that is, and what to do when it fails.
///
/// A rule is a value. Its check is a pure function of facts that were read before: it does not
/// read, throw or print.
package struct Rule: Sendable {
  /// The family and name, such as `identifier/mismatch`, which never change once released.
  package let id: String
  /// The statement that holds when the rule is satisfied: `both halves carry one identifier`.
  package let title: String
  package let breaks: [Promise]
  package let levels: Levels
  package let grade: Grade
  package let sources: [Source]
  /// Why it matters, in full sentences.
  package let rationale: String
  /// What a person can do about a failure, in full sentences; a finding may have a more exact one.
  package let remedy: String
  /// What a naive rule would cry wolf on and this one does not, in full sentences.
  package let staysQuiet: String
  /// The symptoms that people report for this fault, for `diagnose`.
  package let symptoms: [Symptom]
  /// Ids or families (`movie/*`) that stay silent for the same subject where this rule fails.
  package let replaces: [String]
  /// What `fix` does about a failure; nil where it can do nothing that is safe.
  package let mend: Mend?
  package let check: Check

  /// The subjects that a rule runs on, with its check.
  package enum Check: Sendable {
    /// Every subject.
    case subject(@Sendable (Subject, Settings) -> Outcome)
    /// Pairs only.
    case pair(@Sendable (Pair, Settings) -> Outcome)
    /// The still of a pair, and lone stills too where the rule looks for damage.
    case still(alone: Bool, @Sendable (Still, Settings) -> Outcome)
    /// The movie of a pair, and lone movies too where the rule looks for damage.
    case movie(alone: Bool, @Sendable (Movie, Settings) -> Outcome)
    /// Apps and the projects that build them.
    case app(@Sendable (App, Settings) -> Outcome)
    /// GIF and APNG files.
    case animation(@Sendable (Animation, Settings) -> Outcome)
  }

  package init(
    _ id: String,
    title: String,
    breaks: [Promise],
    levels: Levels,
    grade: Grade,
    sources: [Source],
    rationale: String,
    remedy: String,
    staysQuiet: String,
    symptoms: [Symptom],
    replaces: [String] = [],
    mend: Mend? = nil,
    check: Check
  ) {
    self.id = id
    self.title = title
    self.breaks = breaks
    self.levels = levels
    self.grade = grade
    self.sources = sources
    self.rationale = rationale
    self.remedy = remedy
    self.staysQuiet = staysQuiet
    self.symptoms = symptoms
    self.replaces = replaces
    self.mend = mend
    self.check = check
  }

  /// The part of the id before the slash.
  package var family: String { String(id.prefix { $0 != "/" }) }

  /// The severity of a failure in a profile, capped by the grade; nil where the rule does not run.
  package func severity(in profile: Profile) -> Severity? {
    levels[profile].map { min($0, grade.cap) }
  }

  /// Whether an id, a family (`identifier/*`) or `*` names this rule.
  package func isNamed(by pattern: String) -> Bool {
    if pattern == "*" || pattern == id { return true }
    return pattern.hasSuffix("/*") && id.hasPrefix(pattern.dropLast())
  }
}

/// What people report when something is wrong with a Live Photo.
package enum Symptom: String, Sendable, CaseIterable {
  case twoItems = "two items in Photos"
  case savedAsStill = "saved but shown as a still picture"
  case longPressDoesNothing = "long press does nothing"
  case invalidResource = "PHPhotosErrorDomain 3302"
  case missingResource = "PHPhotosErrorDomain 3303"
  case internalError = "PHPhotosErrorDomain -1"
  case wrongMotion = "another shot's movie plays"
  case motionNotAvailable = "motion not available"
  case turned = "motion is turned or mirrored"
  case jumps = "picture jumps when motion starts"
  case blackFrame = "black or wrong cover"
  case liveOnMacOnly = "live on the Mac, still on the iPhone"
  case doesNotOpen = "file does not open"
  case splitsElsewhere = "two items in other software"
  case wrongDate = "wrong date or place"
  case accessCrash = "app ends when it asks for photos or the camera"
  case uploadRefused = "ITMS-90683"
  case manifestRefused = "ITMS-91056"
  case extensionRefused = "ITMS-90360, 90361 or 90363"
  case reviewRejected = "rejected under guideline 5.1.1"
  case wrongLanguage = "permission prompt in the wrong language"
  case activityDoesNotStart = "Live Activity does not start"
  case widgetMissing = "widget does not appear"
}
