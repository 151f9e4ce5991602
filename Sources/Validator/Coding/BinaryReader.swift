/// Reads what a `BinaryWriter` has written.
package struct BinaryReader: Sendable {
  /// The bytes are not what this version of the tool writes.
  package struct Fault: Error, Sendable, Equatable {
    package init() {}
  }

  private var rest: ArraySlice<UInt8>

  /// Creates a reader of a whole record.
  package init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Whether all was read.
  package var isAtEnd: Bool { rest.isEmpty }

  package mutating func number() throws(Fault) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = rest.popFirst() {
      guard shift < 63 || byte <= 1 else { throw Fault() }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw Fault()
  }

  package mutating func count() throws(Fault) -> Int {
    guard let value = Int(exactly: try number()) else { throw Fault() }
    return value
  }

  package mutating func signed() throws(Fault) -> Int64 {
    let value = try number()
    return Int64(bitPattern: value >> 1 ^ (~(value & 1) &+ 1))
  }

  package mutating func float() throws(Fault) -> Double {
    guard rest.count >= 8 else { throw Fault() }
    let bits = rest.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    rest.removeFirst(8)
    return Double(bitPattern: bits)
  }

  package mutating func boolean() throws(Fault) -> Bool {
    guard let byte = rest.popFirst(), byte <= 1 else { throw Fault() }
    return byte == 1
  }

  package mutating func data() throws(Fault) -> [UInt8] {
    let length = try count()
    guard length <= rest.count else { throw Fault() }
    defer { rest.removeFirst(length) }
    return Array(rest.prefix(length))
  }

  package mutating func text() throws(Fault) -> String {
    guard let text = String(validating: try data(), as: UTF8.self) else { throw Fault() }
    return text
  }

  package mutating func optional<Value>(
    _ body: (inout BinaryReader) throws(Fault) -> Value
  ) throws(Fault) -> Value? {
    try boolean() ? try body(&self) : nil
  }

  package mutating func list<Value>(
    _ body: (inout BinaryReader) throws(Fault) -> Value
  ) throws(Fault) -> [Value] {
    let length = try count()
    var values: [Value] = []
    // A value takes a byte at least, so that a hostile count reserves no more than there is.
    values.reserveCapacity(min(length, rest.count))
    for _ in 0..<length { values.append(try body(&self)) }
    return values
  }

  /// A case of an enumeration, by its raw value.
  package mutating func choice<Value: RawRepresentable>(_ type: Value.Type) throws(Fault) -> Value
  where Value.RawValue == String {
    guard let value = Value(rawValue: try text()) else { throw Fault() }
    return value
  }
}
