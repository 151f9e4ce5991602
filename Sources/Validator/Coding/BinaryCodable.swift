/// A value that is written as compact bytes and read back.
///
/// What is written depends on the value alone; what is read back from it is equal to it.
package protocol BinaryCodable {
  /// Writes the value.
  func write(to writer: inout BinaryWriter)

  /// Reads a value that was written; the bytes may be anything.
  init(from reader: inout BinaryReader) throws(BinaryReader.Fault)
}

/// The order in which records hold their values.
package enum RecordForm {
  /// The number of the form.
  ///
  /// Raise it with every change of what a `write(to:)` writes: records of another number cannot be
  /// read.
  package static let version = 2
}

extension BinaryCodable {
  /// The value as a record of its own.
  package var record: [UInt8] {
    // Facts of a camera's pair take some 2,500 bytes.
    var writer = BinaryWriter(capacity: 4_096)
    write(to: &writer)
    return writer.bytes
  }

  /// Reads a record to its end.
  ///
  /// - Parameters:
  ///   - record: the bytes.
  ///   - rules: the rules that results of reports name.
  package init(record: [UInt8], rules: RuleTable = RuleTable([])) throws(BinaryReader.Fault) {
    var reader = BinaryReader(record, rules: rules)
    try self.init(from: &reader)
    guard reader.isAtEnd else { throw BinaryReader.Fault() }
  }
}

extension BinaryReader {
  /// A value of the type that is asked for.
  package mutating func value<Value: BinaryCodable>(
    _ type: Value.Type = Value.self
  ) throws(Fault) -> Value {
    try Value(from: &self)
  }
}

// MARK: - Numbers and texts

/// Unsigned numbers take as few bytes as they need.
extension BinaryCodable where Self: UnsignedInteger & FixedWidthInteger {
  package func write(to writer: inout BinaryWriter) { writer.number(UInt64(clamping: self)) }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    guard let value = Self(exactly: try reader.number()) else { throw BinaryReader.Fault() }
    self = value
  }
}

/// Signed numbers take few bytes where they are near zero.
extension BinaryCodable where Self: SignedInteger & FixedWidthInteger {
  package func write(to writer: inout BinaryWriter) { writer.signed(Int64(clamping: self)) }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    guard let value = Self(exactly: try reader.signed()) else { throw BinaryReader.Fault() }
    self = value
  }
}

extension UInt16: BinaryCodable {}
extension UInt32: BinaryCodable {}
extension UInt64: BinaryCodable {}
extension Int8: BinaryCodable {}
extension Int32: BinaryCodable {}
extension Int64: BinaryCodable {}
extension Int: BinaryCodable {}

extension Double: BinaryCodable {
  package func write(to writer: inout BinaryWriter) { writer.float(self) }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self = try reader.float()
  }
}

extension Bool: BinaryCodable {
  package func write(to writer: inout BinaryWriter) { writer.boolean(self) }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self = try reader.boolean()
  }
}

extension String: BinaryCodable {
  package func write(to writer: inout BinaryWriter) { writer.text(self) }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self = try reader.text()
  }
}

// MARK: - Enumerations, optionals and lists

/// Enumerations without payload are written by their raw values, which stay what they are when
/// cases are added; those with one write a tag.
extension BinaryCodable where Self: RawRepresentable, RawValue == String {
  package func write(to writer: inout BinaryWriter) { writer.text(rawValue) }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self = try reader.choice(Self.self)
  }
}

extension Optional: BinaryCodable where Wrapped: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    writer.optional(self) { $1.write(to: &$0) }
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self = try reader.optional { reader throws(BinaryReader.Fault) in
      try Wrapped(from: &reader)
    }
  }
}

extension Array: BinaryCodable where Element: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    writer.list(self) { $1.write(to: &$0) }
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self = try reader.list { reader throws(BinaryReader.Fault) in
      try Element(from: &reader)
    }
  }
}
