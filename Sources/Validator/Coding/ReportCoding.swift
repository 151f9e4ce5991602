/// Records of what the rules said of a subject.

extension SubjectReport: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    kind.write(to: &writer)
    name.write(to: &writer)
    bond.write(to: &writer)
    files.write(to: &writer)
    verdict.write(to: &writer)
    results.write(to: &writer)
    counts.write(to: &writer)
    failures.write(to: &writer)
    provenance.write(to: &writer)
    traits.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      kind: try reader.value(), name: try reader.value(), bond: try reader.value(),
      files: try reader.value(), verdict: try reader.value(), results: try reader.value(),
      counts: try reader.value(), failures: try reader.value(), provenance: try reader.value(),
      traits: try reader.value())
  }
}

extension SubjectReport.Kind: BinaryCodable {}

extension SubjectTraits: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    stillIdentifier.write(to: &writer)
    movieIdentifier.write(to: &writer)
    make.write(to: &writer)
    model.write(to: &writer)
    software.write(to: &writer)
    captured.write(to: &writer)
    pixelSize.write(to: &writer)
    duration.write(to: &writer)
    encoder.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init()
    stillIdentifier = try reader.value()
    movieIdentifier = try reader.value()
    make = try reader.value()
    model = try reader.value()
    software = try reader.value()
    captured = try reader.value()
    pixelSize = try reader.value()
    duration = try reader.value()
    encoder = try reader.value()
  }
}

extension ReportedFile: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    role.write(to: &writer)
    file.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(try reader.value(), try reader.value())
  }
}

extension ReportedFile.Role: BinaryCodable {}

extension RuleResult: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    rule.id.write(to: &writer)
    state.write(to: &writer)
    severity.write(to: &writer)
    message.write(to: &writer)
    evidence.write(to: &writer)
    remedy.write(to: &writer)
    mend.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      rule: try reader.rule(), state: try reader.value(), severity: try reader.value(),
      message: try reader.value(), evidence: try reader.value(), remedy: try reader.value(),
      mend: try reader.value())
  }
}

extension Mend: BinaryCodable {}

extension RuleResult.State: BinaryCodable {}

extension Severity: BinaryCodable {
  package func write(to writer: inout BinaryWriter) { rawValue.write(to: &writer) }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    guard let severity = Severity(rawValue: try reader.value()) else {
      throw BinaryReader.Fault()
    }
    self = severity
  }
}

extension Evidence: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    file.write(to: &writer)
    place.write(to: &writer)
    setting.write(to: &writer)
    found.write(to: &writer)
    wanted.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    file = try reader.value()
    place = try reader.value()
    setting = try reader.value()
    found = try reader.value()
    wanted = try reader.value()
  }
}

extension SettingPlace: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    file.write(to: &writer)
    path.write(to: &writer)
    line.write(to: &writer)
    column.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      file: try reader.value(), path: try reader.value(), line: try reader.value(),
      column: try reader.value())
  }
}

extension BinaryReader {
  /// More results than any rule book gives for a subject, and so few that the sum over all subjects
  /// of a store does not overflow.
  private static let mostResults = 1_000_000

  /// How many results of a kind a subject has.
  fileprivate mutating func resultCount() throws(Fault) -> Int {
    let count: Int = try value()
    guard (0...BinaryReader.mostResults).contains(count) else { throw Fault() }
    return count
  }
}

extension ResultCounts: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    pass.write(to: &writer)
    fail.write(to: &writer)
    notApplicable.write(to: &writer)
    unreadable.write(to: &writer)
    notRun.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init()
    pass = try reader.resultCount()
    fail = try reader.resultCount()
    notApplicable = try reader.resultCount()
    unreadable = try reader.resultCount()
    notRun = try reader.resultCount()
  }
}

extension FailureCounts: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    error.write(to: &writer)
    warning.write(to: &writer)
    note.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init()
    error = try reader.resultCount()
    warning = try reader.resultCount()
    note = try reader.resultCount()
  }
}

extension Verdict: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    pairs.write(to: &writer)
    moves.write(to: &writer)
    looks.write(to: &writer)
    wallpaper.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    pairs = try reader.value()
    moves = try reader.value()
    looks = try reader.value()
    wallpaper = try reader.value()
  }
}

extension Verdict.Answer: BinaryCodable {}

extension Provenance: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    conclusion.write(to: &writer)
    facts.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(try reader.value(), facts: try reader.value())
  }
}

extension Provenance.Conclusion: BinaryCodable {}

extension Provenance.Fact: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    text.write(to: &writer)
    evidence.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(try reader.value(), try reader.value())
  }
}
