/// Bytes as people read them: sixteen a line, with their offset and as letters.
package enum HexDump {
  private static let lineLength = 16

  /// The lines of a dump.
  ///
  /// - Parameters:
  ///   - bytes: what is shown.
  ///   - offset: where the first byte stands in the file.
  ///   - leftOut: how many bytes follow that are not shown.
  package static func render(_ bytes: [UInt8], at offset: UInt64, leftOut: UInt64 = 0) -> String {
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: lineLength) {
      let line = bytes[start..<min(start + lineLength, bytes.count)]
      let digits = hexadecimal(offset + UInt64(start), digits: 8)
      var cells = ""
      for (index, byte) in line.enumerated() {
        cells += (index == 8 ? "  " : " ") + hexadecimal(UInt64(byte), digits: 2)
      }
      let gap = String(repeating: " ", count: lineLength * 3 + 1 - cells.count)
      let letters = line.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: ".") }
      text += "\(digits) \(cells)\(gap)  |\(String(decoding: letters, as: UTF8.self))|\n"
    }
    if leftOut > 0 { text += "… \(counted(leftOut, "more byte"))\n" }
    return text
  }

  private static func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: false)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
