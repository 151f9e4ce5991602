import Validator

extension FilePath {
  /// The path as a shell takes it for one word.
  var shellWord: String {
    let isDashed = bytes.first == UInt8(ascii: "-")
    let safe = isDashed ? Array("./".utf8) + bytes : bytes
    if !safe.isEmpty, safe.allSatisfy(FilePath.isPlain) {
      return String(decoding: safe, as: UTF8.self)
    }
    let text = FilePath(bytes: safe).description
    // What would act on a terminal, and what is no text, is written in the form that bash and zsh
    // know.
    if String(validating: safe, as: UTF8.self) == nil || ShownText.escaped(text) != text {
      return "$'" + safe.map(FilePath.escaped).joined() + "'"
    }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-_./+,:@%".utf8.contains(byte)
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\\"): return "\\" + String(UnicodeScalar(byte))
    case 0x20...0x7E: return String(UnicodeScalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      return "\\x" + (digits.count == 1 ? "0" + digits : digits)
    }
  }
}
