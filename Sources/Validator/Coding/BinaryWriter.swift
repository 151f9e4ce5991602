/// Writes values as compact bytes, for records that only this tool reads.
///
/// Numbers take as few bytes as they need (LEB128), texts and lists begin with their length. There
/// are no names and no types in the bytes: reader and writer go through the same values in the same
/// order, and a store says by its version which order that is (`RecordForm`).
///
/// What the facts of a file say again and again is written once and then named by its number: the
/// templates of structure paths, read errors and the paths of files.
///
/// Public, because the compiler inlines across modules only what is.
public struct BinaryWriter: Sendable {
  /// What was written.
  package private(set) var bytes: [UInt8] = []
  private var templates: [PathTemplate] = []
  private var readErrors: [ReadError] = []
  private var filePaths: [FilePath] = []

  package init() {}

  /// Creates a writer with room for so many bytes.
  package init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

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
  @usableFromInline
  package mutating func count(_ value: Int) { number(UInt64(clamping: value)) }

  /// A number of either sign; small ones take few bytes whatever their sign.
  package mutating func signed(_ value: Int64) {
    number(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// A number of 32 bits that is as likely large as small, such as a code of four characters.
  package mutating func word(_ value: UInt32) {
    var rest = value
    for _ in 0..<4 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// What kind of value follows: the number of a case in the order of the form of records.
  package mutating func tag(_ value: UInt8) { bytes.append(value) }

  /// A number of IEEE 754 double precision, bit for bit.
  package mutating func float(_ value: Double) {
    var bits = value.bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  /// A truth value.
  @usableFromInline
  package mutating func boolean(_ value: Bool) { bytes.append(value ? 1 : 0) }

  /// Bytes with their count.
  package mutating func data(_ value: some Collection<UInt8>) {
    count(value.count)
    bytes.append(contentsOf: value)
  }

  /// A text with the count of its bytes.
  package mutating func text(_ value: String) { data(value.utf8) }

  /// Whether there is a value, and the value.
  @inlinable
  public mutating func optional<Value>(
    _ value: Value?, _ body: (inout BinaryWriter, Value) -> Void
  ) {
    boolean(value != nil)
    if let value { body(&self, value) }
  }

  /// How many values there are, and the values.
  @inlinable
  public mutating func list<Value>(
    _ values: some Collection<Value>, _ body: (inout BinaryWriter, Value) -> Void
  ) {
    count(values.count)
    for value in values { body(&self, value) }
  }
}

// MARK: - What is said again and again

extension BinaryWriter {
  /// How many different file paths are named by number: the subject's own, not those of its copies.
  static let numberedFilePaths = 16

  /// A template: the number of one that was written before, else the next number and the text.
  mutating func template(_ value: PathTemplate) {
    // The same literal is mostly the same bytes; equal literals of two modules are not.
    let known =
      templates.firstIndex { $0.isSame(as: value) } ?? templates.firstIndex { $0 == value }
    count(known ?? templates.count)
    guard known == nil else { return }
    templates.append(value)
    count(value.byteCount)
    value.append(to: &bytes)
  }

  /// A read error: the number of the same one, else the next number and the error.
  package mutating func readError(_ value: ReadError) {
    let known = readErrors.firstIndex { $0 === value }
    count(known ?? readErrors.count)
    guard known == nil else { return }
    readErrors.append(value)
    value.writeContents(to: &self)
  }

  /// Whether one of the errors that were written is of some kinds.
  package func hasReadError(of kinds: [ReadError.Kind]) -> Bool {
    readErrors.contains { kinds.contains($0.kind) }
  }

  /// The path of a file: the number of one of the first, else their count and the bytes.
  mutating func filePath(_ value: FilePath) {
    let known = filePaths.firstIndex(of: value)
    count(known ?? filePaths.count)
    guard known == nil else { return }
    if filePaths.count < BinaryWriter.numberedFilePaths { filePaths.append(value) }
    data(value.bytes)
  }
}
