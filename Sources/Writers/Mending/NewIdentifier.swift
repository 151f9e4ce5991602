/// Makes identifiers of Live Photos.
package enum NewIdentifier {
  /// A new random UUID (RFC 9562, 5.4, version 4), in upper case as cameras write it.
  package static var text: String {
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    var text = ""
    for (index, pair) in digits.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += pair
    }
    return text
  }
}
