/// Writes values as compact bytes, for records that only this tool reads.
///
/// Numbers take as few bytes as they need (LEB128), texts and lists begin with their length. There
/// are no names and no types in the bytes: reader and writer go through the same values in the same
/// order, and a store says by its version which order that is.
package struct BinaryWriter: Sendable {
  /// What was written.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// A number that is not negative.
  package mutating func number(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// A count, an index or the like; one below zero is written as zero.
  package mutating func count(_ value: Int) { number(UInt64(clamping: value)) }

  /// A number of either sign; small ones take few bytes whatever their sign.
  package mutating func signed(_ value: Int64) {
    number(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// A number of IEEE 754 double precision, bit for bit.
  package mutating func float(_ value: Double) {
    var bits = value.bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  /// A truth value.
  package mutating func boolean(_ value: Bool) { bytes.append(value ? 1 : 0) }

  /// Bytes with their count.
  package mutating func data(_ value: some Collection<UInt8>) {
    count(value.count)
    bytes.append(contentsOf: value)
  }

  /// A text with the count of its bytes.
  package mutating func text(_ value: String) { data(value.utf8) }

  /// Whether there is a value, and the value.
  package mutating func optional<Value>(
    _ value: Value?, _ body: (inout BinaryWriter, Value) -> Void
  ) {
    boolean(value != nil)
    if let value { body(&self, value) }
  }

  /// How many values there are, and the values.
  package mutating func list<Value>(
    _ values: some Collection<Value>, _ body: (inout BinaryWriter, Value) -> Void
  ) {
    count(values.count)
    for value in values { body(&self, value) }
  }
}
