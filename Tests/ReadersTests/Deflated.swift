import Writers

/// Deflate streams (RFC 1951) without a compressor: one block of fixed codes.
enum Deflated {
  /// Every byte as a literal.
  static func literals(_ bytes: [UInt8]) -> [UInt8] {
    var bits = BitWriter()
    bits.beginBlock()
    for byte in bytes { bits.literal(byte) }
    bits.endBlock()
    return bits.bytes
  }

  /// Zeros: one literal, then copies of 258 bytes from one byte before, 13 bits each.
  ///
  /// - Parameter copies: how many; rounded down to a multiple of eight.
  static func zeros(copies: Int) -> [UInt8] {
    var period = BitWriter()
    for _ in 0..<8 { period.copyOf258() }
    var bits = BitWriter()
    bits.beginBlock()
    // The block's head is 3 bits, a literal of a small value 8: five copies end at a byte's end.
    bits.literal(0)
    while !bits.isAligned { bits.copyOf258() }
    for _ in 0..<copies / 8 { bits.bytes += period.bytes }
    bits.endBlock()
    return bits.bytes
  }

  private struct BitWriter {
    var bytes: [UInt8] = []
    private var used = 0

    var isAligned: Bool { used == 0 }

    mutating func beginBlock() {
      bit(1)
      code(0b10, length: 2)
    }

    mutating func endBlock() { code(0, length: 7) }

    mutating func literal(_ byte: UInt8) {
      if byte < 144 {
        code(0x30 + Int(byte), length: 8)
      } else {
        code(0x190 + Int(byte) - 144, length: 9)
      }
    }

    /// Length code 285, distance code 0.
    mutating func copyOf258() {
      code(0b1100_0101, length: 8)
      code(0, length: 5)
    }

    /// A Huffman code, its highest bit first.
    private mutating func code(_ value: Int, length: Int) {
      for index in (0..<length).reversed() { bit(value >> index & 1) }
    }

    private mutating func bit(_ value: Int) {
      if used == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(value << used)
      used = (used + 1) % 8
    }
  }
}

extension ZipArchive.Member {
  /// A member that is packed with deflate.
  static func deflated(_ name: String, _ contents: [UInt8]) -> ZipArchive.Member {
    var member = ZipArchive.Member(name, contents)
    member.packed = Deflated.literals(contents)
    member.method = 8
    return member
  }

  /// A member of zeros only, 158 times as long as it is packed.
  static func bomb(_ name: String, size: Int) -> ZipArchive.Member {
    var member = ZipArchive.Member(name, [])
    member.packed = Deflated.zeros(copies: size / 258)
    member.method = 8
    member.size = size
    return member
  }
}
