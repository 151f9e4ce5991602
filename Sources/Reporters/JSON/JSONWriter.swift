/// Writes JSON (RFC 8259) straight into bytes, members in the order in which they come.
struct JSONWriter {
  /// How the members of an object or the elements of an array are set.
  enum Layout {
    /// Each on a line of its own.
    case lines
    /// All on one line, with everything inside them.
    case oneLine
  }

  private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var layout = Layout.lines
  /// Whether the next member or element is the first of its object or array.
  private var isFirst = true
  /// Whether a key stands written and waits for its value.
  private var hasKey = false

  /// What was written, as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Containers

  /// Writes an object whose members `body` writes.
  mutating func object(_ layout: Layout = .lines, _ body: (inout JSONWriter) -> Void) {
    container("{", "}", layout, body)
  }

  /// Writes an array whose elements `body` writes.
  mutating func array(_ layout: Layout = .lines, _ body: (inout JSONWriter) -> Void) {
    container("[", "]", layout, body)
  }

  private mutating func container(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ wanted: Layout,
    _ body: (inout JSONWriter) -> Void
  ) {
    beginValue()
    let outer = layout
    if outer == .lines || depth == 0 { layout = wanted }
    depth += 1
    isFirst = true
    bytes.append(UInt8(ascii: open))
    body(&self)
    depth -= 1
    if !isFirst, layout == .lines { breakLine() }
    bytes.append(UInt8(ascii: close))
    isFirst = false
    layout = outer
    if depth == 0 { bytes.append(UInt8(ascii: "\n")) }
  }

  // MARK: Members and elements

  /// Writes a member's name; its value must come next.
  mutating func key(_ name: String) {
    beginElement()
    appendQuoted(name)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(UInt8(ascii: " "))
    hasKey = true
  }

  mutating func string(_ value: String) {
    beginValue()
    appendQuoted(value)
  }

  mutating func number(_ value: some BinaryInteger) {
    beginValue()
    bytes.append(contentsOf: String(value).utf8)
  }

  mutating func null() {
    beginValue()
    bytes.append(contentsOf: "null".utf8)
  }

  mutating func boolean(_ value: Bool) {
    beginValue()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes a number with its fraction; one that is none, or without end, as null.
  mutating func decimal(_ value: Double) {
    guard value.isFinite else { return null() }
    beginValue()
    // Swift's shortest form that reads back as the same number is JSON's too.
    bytes.append(contentsOf: "\(value)".utf8)
  }

  mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  mutating func member(_ name: String, _ value: some BinaryInteger) {
    key(name)
    number(value)
  }

  // MARK: Bytes

  private mutating func beginValue() {
    if hasKey { hasKey = false } else if depth > 0 { beginElement() }
  }

  private mutating func beginElement() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    switch layout {
    case .lines: breakLine()
    case .oneLine: if !isFirst { bytes.append(UInt8(ascii: " ")) }
    }
    isFirst = false
  }

  private mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth {
      bytes.append(UInt8(ascii: " "))
      bytes.append(UInt8(ascii: " "))
    }
  }

  private mutating func appendQuoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy(JSONWriter.isPlain) {
      bytes.append(contentsOf: text.utf8)
    } else {
      for scalar in text.unicodeScalars { append(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\":
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(UInt8(ascii: scalar))
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    // The standard asks for the first 32 only; DEL and the C1 controls act on terminals too.
    case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}":
      let digits = String(scalar.value, radix: 16, uppercase: true)
      bytes.append(contentsOf: (digits.count == 1 ? "\\u000" : "\\u00").utf8)
      bytes.append(contentsOf: digits.utf8)
    default: bytes.append(contentsOf: String(scalar).utf8)
    }
  }

  /// Whether a byte stands for itself in a JSON string, whatever is beside it.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
