package import Validator

/// A settings file that was read: its value and its faults.
package struct SettingsReading: Hashable, Sendable {
  /// Nil where the file is malformed or beyond a limit; a fault says why then.
  package var root: PropertyListNode?
  /// In file order.
  package var faults: [SettingsFault] = []

  /// A file of which nothing can be told but a fault.
  init(_ fault: SettingsFault) {
    faults = [fault]
  }

  /// What a parser gathered, and how it ended.
  init(_ builder: PropertyListBuilder, fault: SettingsFault?) {
    root = fault == nil ? builder.root : nil
    faults = builder.duplicates.sorted { left, right in
      (left.place.line ?? 0, left.place.column ?? 0)
        < (right.place.line ?? 0, right.place.column ?? 0)
    }
    if let fault { faults.append(fault) }
  }
}

/// Reads property lists of all forms, with the line and column of every key and value.
///
/// XML and OpenStep are read in UTF-8 and UTF-16; places of binary lists have no line.
package enum PropertyListReader {
  /// Reads a property list: Info.plist, entitlements, `project.pbxproj`, `.strings`.
  ///
  /// A key that stands twice is kept twice and is a fault.
  package static func read(_ bytes: [UInt8], file: FilePath) -> SettingsReading {
    if let fault = SettingsFile.sizeFault(bytes, file) { return SettingsReading(fault) }
    if bytes.isEmpty {
      return SettingsReading(
        SettingsFault(.malformed, "the file is empty", at: SettingPlace(file: file)))
    }
    if bytes.starts(with: "bplist".utf8) { return BinaryPropertyListNodes.read(bytes, file: file) }
    let (text, wasUTF16) = SettingsFile.text(bytes)
    return isXML(text)
      ? XMLPropertyList.read(text, isUTF8: wasUTF16, file: file)
      : OpenStepPropertyList.read(text, file: file)
  }

  /// Whether the first character is a tag's; `<` also begins the data of an OpenStep list.
  private static func isXML(_ text: [UInt8]) -> Bool {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let content = text.dropFirst(SettingsFile.markLength(text)).drop(while: isSpace)
    guard content.first == UInt8(ascii: "<") else { return false }
    let inside = content.dropFirst().drop { isSpace($0) || $0.hexDigit != nil }
    return inside.first != UInt8(ascii: ">")
  }
}

extension UInt8 {
  /// The value of an ASCII hexadecimal digit.
  var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The byte as a message shows it: `'}'`, `byte 0xC3`.
  var shown: String {
    (0x20...0x7E).contains(self)
      ? "'\(Unicode.Scalar(self))'" : "byte 0x\(String(self, radix: 16, uppercase: true))"
  }
}
