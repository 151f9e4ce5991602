/// The name of a key as it stands in the file.
///
/// It is a part of the bytes that it was read from, which are shared and not copied: every movie of a
/// camera declares two dozen timed keys, and few are ever asked for as text.
package struct KeyName: Sendable, Hashable {
  private let bytes: ArraySlice<UInt8>

  /// The name that these bytes are, UTF-8.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// The name as text; bytes that are no UTF-8 are replaced.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends the name's bytes.
  package func append(to other: inout [UInt8]) { other += bytes }

  /// Whether the name ends so, compared as bytes: Apple's names are ASCII.
  package func hasSuffix(_ suffix: String) -> Bool {
    let name = bytes.span
    let suffix = suffix.utf8.span
    let start = name.count - suffix.count
    guard start >= 0 else { return false }
    for index in suffix.indices where name[start + index] != suffix[index] { return false }
    return true
  }

  /// Whether the name is a text of ASCII characters.
  package func isAll(_ text: StaticString) -> Bool {
    let name = bytes.span
    return text.withUTF8Buffer { letters in
      guard name.count == letters.count else { return false }
      for index in name.indices where unsafe name[index] != letters[index] { return false }
      return true
    }
  }

  /// Whether the name is a text, compared as bytes.
  package static func == (name: KeyName, text: String) -> Bool {
    name.bytes.count == text.utf8.count && name.hasSuffix(text)
  }
}

extension KeyName: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) {
    self.init(Array(text.utf8)[...])
  }
}

extension KeyName: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    writer.data(bytes)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(try reader.data()[...])
  }
}
