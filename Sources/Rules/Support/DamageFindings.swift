import Validator

extension [Damage] {
  /// The findings that a rule of damage reports, the worst first.
  func findings(of kind: Damage.Kind, in file: MediaFile) -> [Finding] {
    let own = filter { $0.kind == kind }
    let ordered = own.filter { !$0.isMinor } + own.filter(\.isMinor)
    return ordered.map { damage in
      Finding(
        damage.fullMessage(in: file),
        [Evidence(in: file.path, at: damage.place, found: damage.found, wanted: damage.wanted)],
        atMost: damage.isMinor ? .note : nil)
    }
  }
}

extension Damage {
  /// Copies are made in blocks of this many bytes or a multiple of it.
  private static let copyBlock: UInt64 = 64 * 1024

  /// The message with the number of missing bytes, and what the place of the cut tells.
  fileprivate func fullMessage(in file: MediaFile) -> String {
    var full = message
    if let missingBytes, !message.contains(String(missingBytes)) {
      full += missingBytes == 1 ? ": 1 byte is missing" : ": \(missingBytes) bytes are missing"
    }
    if kind == .truncated, !isMinor, file.size > 0, file.size.isMultiple(of: Damage.copyBlock) {
      full +=
        "; the file ends at \(file.size) bytes, a multiple of 64 KiB, as after a broken-off copy"
    }
    return full
  }
}

/// The outcome of a rule of damage.
///
/// - Parameters:
///   - kind: the damage that the rule is about.
///   - damages: what the reader came upon.
///   - lost: why the reader did not get through the file, if so; then no damage found is no proof.
func outcome(
  ofDamage kind: Damage.Kind, among damages: [Damage], in file: MediaFile, lost: ReadError?
) -> Outcome {
  let findings = damages.findings(of: kind, in: file)
  if !findings.isEmpty { return .fail(findings) }
  if let lost { return .unreadable(lost, in: file.path) }
  return .pass
}

extension MediaFile {
  /// Why a rule of damage has nothing to look at here; nil where it has.
  ///
  /// Empty and unrecognised files are not among them: they are damage themselves.
  func reasonNotToSeekDamage(as half: Half) -> String? {
    switch type {
    case nil, .unknown, .empty: nil
    case let known?: known.half == half ? nil : "the file holds \(known.rawValue), no \(half)"
    }
  }

  /// The finding for a file of which no reader knows the format.
  func unrecognised(as format: String) -> Finding {
    let suffix = String(decoding: path.name.suffix(pathExtension.utf8.count), as: UTF8.self)
    let named = suffix.isEmpty ? "the file has" : "the file is named .\(suffix) but has"
    return Finding(
      "\(named) the bytes of no known \(format) format",
      [Evidence(in: path, at: Place("", offset: 0, length: min(size, 12)), wanted: format)])
  }

  /// The finding for a file of no bytes.
  var emptiness: Finding {
    Finding(
      "the file is empty",
      [Evidence(in: path, at: Place("", offset: 0, length: 0), found: "0 bytes")])
  }
}
