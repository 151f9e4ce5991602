import Validator

/// Words of the command line and lines of a list as text that keeps every byte.
///
/// File names are bytes and need not be UTF-8. A byte that belongs to no character stands for
/// itself as one of the last private-use characters, which no file name is known to hold.
enum TypedText {
  private static let firstStandIn: UInt32 = 0x10_FE00

  /// The text of some bytes.
  static func text(of bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    var rest = bytes[...]
    while let byte = rest.first {
      // A scalar is one to four bytes; the shortest valid run is the scalar itself.
      let run = (1...4).lazy.compactMap { length in
        String(validating: rest.prefix(length), as: UTF8.self)
      }.first
      if let run {
        scalars.append(contentsOf: run.unicodeScalars)
        rest = rest.dropFirst(run.utf8.count)
      } else {
        if let scalar = Unicode.Scalar(firstStandIn + UInt32(byte)) { scalars.append(scalar) }
        rest = rest.dropFirst()
      }
    }
    return String(scalars)
  }

  /// The bytes of a text that `text(of:)` has made.
  static func bytes(of text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      (firstStandIn...firstStandIn + 0xFF).contains(scalar.value)
        ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// The entries of a list of paths: with NULs between where it holds any, as `find -print0` writes
  /// them, else one a line; without empty ones.
  static func entries(of list: [UInt8]) -> [String] {
    if list.contains(0) { return list.split(separator: 0).map { text(of: Array($0)) } }
    return list.split(separator: UInt8(ascii: "\n"))
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
      .filter { !$0.isEmpty }.map { text(of: Array($0)) }
  }
}

extension FilePath {
  /// The path that was typed.
  init(typed text: String) {
    self.init(bytes: TypedText.bytes(of: text))
  }
}
