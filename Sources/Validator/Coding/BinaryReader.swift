/// Reads what a `BinaryWriter` has written.
///
/// Whatever the bytes are, it takes no more memory than a small multiple of their count.
package struct BinaryReader: Sendable {
  /// The bytes are not what this version of the tool writes.
  package struct Fault: Error, Sendable, Equatable {
    package init() {}
  }

  /// Room that is made for a list before its values are read; longer ones grow as they are read.
  private static let reservedValues = 256

  private let bytes: [UInt8]
  private var position = 0
  private let rules: RuleTable
  private var templates: [PathTemplate] = []
  private var readErrors: [ReadError] = []
  private var filePaths: [FilePath] = []

  /// Creates a reader of a whole record.
  ///
  /// - Parameters:
  ///   - bytes: the record.
  ///   - rules: the rules that results of reports name.
  package init(_ bytes: [UInt8], rules: RuleTable = RuleTable([])) {
    self.bytes = bytes
    self.rules = rules
  }

  /// Whether all was read.
  package var isAtEnd: Bool { remaining == 0 }

  /// How many bytes were not read yet.
  private var remaining: Int { bytes.count - position }

  private mutating func byte() throws(Fault) -> UInt8 {
    guard position < bytes.count else { throw Fault() }
    defer { position += 1 }
    return bytes[position]
  }

  /// The next bytes.
  private mutating func take(_ length: Int) throws(Fault) -> ArraySlice<UInt8> {
    guard length <= remaining else { throw Fault() }
    defer { position += length }
    return bytes[position..<position + length]
  }

  package mutating func number() throws(Fault) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      guard shift < 63 || byte <= 1 else { throw Fault() }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  package mutating func count() throws(Fault) -> Int {
    guard let value = Int(exactly: try number()) else { throw Fault() }
    return value
  }

  package mutating func signed() throws(Fault) -> Int64 {
    let value = try number()
    return Int64(bitPattern: value >> 1 ^ (~(value & 1) &+ 1))
  }

  package mutating func word() throws(Fault) -> UInt32 {
    try take(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// What kind of value follows.
  package mutating func tag() throws(Fault) -> UInt8 { try byte() }

  package mutating func float() throws(Fault) -> Double {
    Double(bitPattern: try take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  package mutating func boolean() throws(Fault) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw Fault() }
    return byte == 1
  }

  package mutating func data() throws(Fault) -> [UInt8] {
    Array(try take(try count()))
  }

  package mutating func text() throws(Fault) -> String {
    guard let text = String(validating: try take(try count()), as: UTF8.self) else { throw Fault() }
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
    // A value takes a byte at least.
    guard length <= remaining else { throw Fault() }
    var values: [Value] = []
    values.reserveCapacity(min(length, BinaryReader.reservedValues))
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

// MARK: - What is said again and again

extension BinaryReader {
  mutating func template() throws(Fault) -> PathTemplate {
    let number = try count()
    if number < templates.count { return templates[number] }
    guard number == templates.count, let template = PathTemplate(try take(try count())) else {
      throw Fault()
    }
    templates.append(template)
    return template
  }

  package mutating func readError() throws(Fault) -> ReadError {
    let number = try count()
    if number < readErrors.count { return readErrors[number] }
    guard number == readErrors.count else { throw Fault() }
    let error = try ReadError(contentsFrom: &self)
    readErrors.append(error)
    return error
  }

  mutating func filePath() throws(Fault) -> FilePath {
    let number = try count()
    if number < filePaths.count { return filePaths[number] }
    guard number == filePaths.count else { throw Fault() }
    let path = FilePath(bytes: try data())
    if filePaths.count < BinaryWriter.numberedFilePaths { filePaths.append(path) }
    return path
  }

  /// The rule of an id that was written.
  mutating func rule() throws(Fault) -> Rule {
    guard let rule = rules[try text()] else { throw Fault() }
    return rule
  }
}
