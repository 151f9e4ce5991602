package import Readers

extension FixedWidthInteger {
  /// The bytes of the number in an order.
  package func bytes(_ order: ByteOrder) -> [UInt8] {
    let lowestFirst = (0..<(Self.bitWidth / 8)).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    return order == .bigEndian ? lowestFirst.reversed() : lowestFirst
  }
}
