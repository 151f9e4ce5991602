/// Bytes that prove a finding.
package struct Evidence: Sendable, Equatable {
  /// The file as reports name it.
  package var file: FilePath
  /// The place in the file; nil where the finding is about the file as a whole.
  package var place: Place?
  /// The place in a settings or source file, by line and column.
  package var setting: SettingPlace?
  /// What stands there.
  package var found: String?
  /// What should stand there.
  package var wanted: String?

  package init(
    in file: FilePath, at place: Place? = nil, found: String? = nil, wanted: String? = nil
  ) {
    self.file = file
    self.place = place
    self.found = found
    self.wanted = wanted
  }

  /// Evidence in a settings or source file.
  package init(at setting: SettingPlace, found: String? = nil, wanted: String? = nil) {
    self.init(in: setting.file, found: found, wanted: wanted)
    self.setting = setting
  }
}

/// One fault that a rule found.
package struct Finding: Sendable, Equatable {
  /// What is wrong, with the values: a clause in lower case without a final stop.
  package var message: String
  package var evidence: [Evidence]
  /// The most severe level that this variant of the fault deserves; nil for the rule's own.
  package var atMost: Severity?
  /// What to do, where it is more exact than the rule's own remedy.
  package var remedy: String?
  /// Whether what the rule's mend does helps against this variant of the fault.
  package var isMendable: Bool

  package init(
    _ message: String, _ evidence: [Evidence], atMost: Severity? = nil, remedy: String? = nil,
    isMendable: Bool = true
  ) {
    self.message = message
    self.evidence = evidence
    self.atMost = atMost
    self.remedy = remedy
    self.isMendable = isMendable
  }
}

/// What a rule says of a subject.
package enum Outcome: Sendable {
  case pass
  /// At least one finding.
  case fail([Finding])
  /// The rule does not concern this subject; why.
  case notApplicable(String)
  /// A fact that the rule needs could not be read.
  case unreadable(ReadError, in: FilePath)
  /// The rule was switched off or its reader is not installed; why. Only the engine says so.
  case notRun(String)

  /// A failure with one finding.
  package static func fail(_ finding: Finding) -> Outcome { .fail([finding]) }
}
