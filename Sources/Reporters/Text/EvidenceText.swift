import Validator

/// Evidence in words that people read, one line a thing.
struct EvidenceText {
  /// The file and, where there is one, the path in its structure.
  let subject: String
  /// Where the bytes stand: `offset 6601 (0x19C9), 37 bytes`; nil for the file as a whole.
  let position: String?
  /// What stands there; nil where no value tells.
  let found: String?
  /// What should stand there.
  let wanted: String?

  init(_ evidence: Evidence) {
    let file = ShownText.escaped(evidence.file.description)
    if let place = evidence.place {
      let path = ShownText.escaped(place.path.description)
      subject = path.isEmpty ? file : "\(file): \(path),"
      let offset = "offset \(place.offset) (0x\(String(place.offset, radix: 16, uppercase: true)))"
      // A length of zero is a spot: something is missing there, or reading stopped there.
      position =
        place.length == 0
        ? offset : "\(offset), " + counted(place.length, "byte")
    } else if let setting = evidence.setting {
      // The form that editors jump to: file:line:column.
      let spot = [setting.line, setting.column].prefix { $0 != nil }.compactMap { $0 }
      subject = ([file] + spot.map(String.init)).joined(separator: ":")
      position = setting.path.isEmpty ? nil : ShownText.escaped(setting.path)
    } else {
      subject = file
      position = nil
    }
    found = evidence.found.map(ShownText.value)
    wanted = evidence.wanted.map(ShownText.value)
  }

  /// The lines without a page to fit them to.
  var lines: [String] {
    [
      "at " + subject + (position.map { " " + $0 } ?? ""),
      found.map { "  found  " + $0 },
      wanted.map { "  wanted " + $0 },
    ].compactMap { $0 }
  }
}
