extension Sequence<UInt8> {
  /// CRC-32, as PNG (3rd edition, annex D) and zip archives (APPNOTE 6.3.10, 4.4.7) use it.
  ///
  /// It is reckoned bit by bit: what is written here is small.
  package var checkSum: UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in self {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~sum
  }
}
