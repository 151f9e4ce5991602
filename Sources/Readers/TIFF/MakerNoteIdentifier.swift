import Validator

extension StoredIdentifier {
  /// More bytes than an identifier in any form takes; the usual 37 are a UUID and its NUL.
  private static let makerNoteLimit = 256

  /// Reads an identifier from the value of MakerNote tag 0x0011.
  ///
  /// Cameras write ASCII, 36 characters and one NUL (measured on 8 stills).
  ///
  /// - Parameters:
  ///   - value: the bytes.
  ///   - type: the field type of the entry.
  /// - Returns: nil where there is nothing but NULs and white space.
  /// - Throws: `malformed` where the bytes are no text, `limit` where they are too many.
  init?(makerNoteValue value: ByteReader, type: UInt16) throws(ReadError) {
    guard value.count <= StoredIdentifier.makerNoteLimit else {
      throw ReadError(
        .limit, "the identifier takes \(value.count) bytes, which no identifier does",
        at: value.place)
    }
    var oddities: [Oddity] = []
    if type != 2 { oddities.append(.makerNoteType(type)) }

    let bytes = value.rest
    let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? bytes.startIndex
    let characters = bytes[..<end]
    switch bytes.endIndex - end {
    case 0: oddities.append(.noClosingNUL)
    case 1: break
    case let count: oddities.append(.extraNULs(count - 1))
    }

    let trimmed = TIFFValue.trimmed(characters)
    if trimmed.count != characters.count { oddities.append(.whiteSpace) }
    guard !trimmed.isEmpty else { return nil }

    if let text = String(validating: trimmed, as: UTF8.self), TIFFValue.isPrintable(text) {
      self.init(text: text, oddities: oddities)
      return
    }
    // A few bytes of another character set are a text still; anything else is garbage.
    let printable = trimmed.count { (0x20...0x7E).contains($0) }
    let isText = trimmed.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard isText, printable >= trimmed.count - trimmed.count / 4 else {
      throw ReadError(.malformed, "the identifier's bytes are no text", at: value.place)
    }
    self.init(
      text: FilePath(bytes: Array(trimmed)).description, oddities: oddities + [.notUTF8])
    guard TIFFValue.isPrintable(text) else {
      throw ReadError(.malformed, "the identifier's bytes are no text", at: value.place)
    }
  }
}
