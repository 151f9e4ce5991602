import Readers
package import Validator

/// A part of a file that is being put together: bytes, and references to where other parts land.
///
/// Parts nest like the format they write. Sizes follow from the contents; an offset is written by
/// naming the label of the part that it points to, wherever in the file that part stands:
///
///     let file = Part.sequence(
///       .box("moov", .fullBox("stco", .uint32(1), .offset(of: "samples"))),
///       .box("mdat", .labelled("samples", .bytes(samples))))
///     let bytes = file.written()
package struct Part: Sendable {
  /// How many bytes the part takes.
  package let length: Int
  private let content: Content

  private indirect enum Content: Sendable {
    case bytes([UInt8])
    case sequence([Part])
    case labelled(String, Part)
    case offset(label: String, origin: String?)
  }

  private init(_ content: Content, length: Int) {
    self.content = content
    self.length = length
  }
}

// MARK: - Bytes and numbers

extension Part {
  /// Nothing.
  package static let empty = Part(.bytes([]), length: 0)

  /// Bytes as they are.
  package static func bytes(_ bytes: some Sequence<UInt8>) -> Part {
    let bytes = Array(bytes)
    return Part(.bytes(bytes), length: bytes.count)
  }

  /// So many bytes of zero.
  package static func zeros(_ count: Int) -> Part {
    .bytes(repeatElement(0, count: max(0, count)))
  }

  /// A text in UTF-8 without a closing NUL.
  package static func text(_ text: String) -> Part { .bytes(text.utf8) }

  /// A four-character code.
  package static func code(_ code: FourCharacterCode) -> Part { .uint32(code.rawValue) }

  /// One byte.
  package static func uint8(_ value: UInt8) -> Part { .bytes([value]) }

  /// A number of 16 bits, highest byte first.
  package static func uint16(_ value: UInt16) -> Part { .bytes(value.bytes(.bigEndian)) }

  /// A number of 32 bits, highest byte first.
  package static func uint32(_ value: UInt32) -> Part { .bytes(value.bytes(.bigEndian)) }

  /// A count or a size as 32 bits; one that does not fit is written as the largest that does.
  package static func uint32(_ value: Int) -> Part { .uint32(UInt32(clamping: value)) }

  /// A signed number of 32 bits, highest byte first.
  package static func int32(_ value: Int32) -> Part { .uint32(UInt32(bitPattern: value)) }

  /// A number of 64 bits, highest byte first.
  package static func uint64(_ value: UInt64) -> Part { .bytes(value.bytes(.bigEndian)) }

  /// A number of IEEE 754 single precision, highest byte first.
  package static func float32(_ value: Float) -> Part { .uint32(value.bitPattern) }

  /// A number of IEEE 754 double precision, highest byte first.
  package static func float64(_ value: Double) -> Part { .uint64(value.bitPattern) }
}

// MARK: - Structure

extension Part {
  /// Parts one after the other.
  package static func sequence(_ parts: Part...) -> Part { .sequence(parts) }

  /// Parts one after the other, from a list.
  package static func sequence(_ parts: [Part]) -> Part {
    Part(.sequence(parts), length: parts.reduce(0) { $0 + $1.length })
  }

  /// A part that offsets can point to.
  package static func labelled(_ label: String, _ part: Part) -> Part {
    Part(.labelled(label, part), length: part.length)
  }

  /// Where the part of a label begins, in 32 bits.
  ///
  /// - Parameters:
  ///   - label: the label of a part of the same file.
  ///   - origin: the label of the part that the offset is counted from; nil for the file.
  package static func offset(of label: String, from origin: String? = nil) -> Part {
    Part(.offset(label: label, origin: origin), length: 4)
  }
}

// MARK: - Writing

extension Part {
  /// The bytes of the part as a whole file, every offset filled in.
  ///
  /// - Precondition: every label that an offset names is there. Labels are chosen in code, never
  ///   read from a file.
  package func written() -> [UInt8] {
    var offsets: [String: Int] = [:]
    collectOffsets(&offsets, at: 0)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length)
    write(to: &bytes, offsets)
    return bytes
  }

  private func collectOffsets(_ offsets: inout [String: Int], at start: Int) {
    switch content {
    case .bytes, .offset: break
    case .labelled(let label, let part):
      offsets[label] = start
      part.collectOffsets(&offsets, at: start)
    case .sequence(let parts):
      var at = start
      for part in parts {
        part.collectOffsets(&offsets, at: at)
        at += part.length
      }
    }
  }

  private func write(to bytes: inout [UInt8], _ offsets: [String: Int]) {
    switch content {
    case .bytes(let own): bytes += own
    case .labelled(_, let part): part.write(to: &bytes, offsets)
    case .sequence(let parts):
      for part in parts { part.write(to: &bytes, offsets) }
    case .offset(let label, let origin):
      guard let target = offsets[label], let start = origin.map({ offsets[$0] }) ?? 0 else {
        preconditionFailure("no part is labelled \(label) or \(origin ?? "")")
      }
      bytes += UInt32(clamping: target - start).bytes(.bigEndian)
    }
  }
}
