package import Validator

/// The bytes of a settings file and the ways they may be encoded.
package enum SettingsFile {
  /// The largest file that is read: a project of thousands of files has a `project.pbxproj` of 50 MB.
  package static let sizeLimit = 64 * 1024 * 1024

  /// Reads a whole file.
  ///
  /// - Throws: `notOpened` where the system refuses, `limit` where it is larger than `sizeLimit`.
  package static func bytes(of file: FilePath) throws(ReadError) -> [UInt8] {
    let source = try FileSource(file)
    guard source.size <= UInt64(sizeLimit) else {
      throw ReadError(
        .limit, tooLarge(source.size), at: Place("file", offset: 0, length: source.size))
    }
    return try source.bytes(at: 0, count: Int(source.size))
  }

  /// The fault of a file that is too large; nil where it is not.
  static func sizeFault(_ bytes: [UInt8], _ file: FilePath) -> SettingsFault? {
    guard bytes.count > sizeLimit else { return nil }
    return SettingsFault(.limit, tooLarge(UInt64(bytes.count)), at: SettingPlace(file: file))
  }

  private static func tooLarge(_ size: UInt64) -> String {
    "the file is \(size) bytes long, at most \(sizeLimit) are read"
  }

  /// The text in UTF-8 without a byte order mark, where it was UTF-16; otherwise the bytes as they
  /// are.
  ///
  /// UTF-16 is told by its mark or, as every such list begins with an ASCII character, by a NUL.
  static func text(_ bytes: [UInt8]) -> (bytes: [UInt8], wasUTF16: Bool) {
    guard bytes.count >= 2 else { return (bytes, false) }
    let isBigEndian: Bool
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF): isBigEndian = true
    case (0xFF, 0xFE): isBigEndian = false
    case (0, 1...): isBigEndian = true
    case (1..., 0): isBigEndian = false
    default: return (bytes, false)
    }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    }
    if units.first == 0xFEFF { units.removeFirst() }
    return (Array(String(decoding: units, as: UTF16.self).utf8), true)
  }

  /// How many bytes the UTF-8 byte order mark takes, where there is one.
  static func markLength(_ bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}

/// A line and a column, each from 1; the column counts bytes.
struct TextPosition: Hashable {
  var line: Int?
  var column: Int?

  /// Of files without lines.
  static let none = TextPosition()
}

/// Finds the lines of offsets that are asked for in their order, in one pass over the text.
struct TextPositions {
  private let bytes: [UInt8]
  private var scanned = 0
  private var line = 1
  private var lineStart: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Editors do not count the mark.
    lineStart = SettingsFile.markLength(bytes)
  }

  /// The position of a byte; an offset past the end counts as the end.
  mutating func position(at offset: Int) -> TextPosition {
    let wanted = min(max(0, offset), bytes.count)
    if wanted < scanned { self = TextPositions(bytes) }
    while scanned < wanted {
      if bytes[scanned] == 0x0A {
        line += 1
        lineStart = scanned + 1
      }
      scanned += 1
    }
    return TextPosition(line: line, column: max(1, wanted - lineStart + 1))
  }
}
