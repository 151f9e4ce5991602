internal import CXML2

/// Writes an XML document with libxml2, which escapes text and attributes.
///
/// A call that fails spoils the document; that is told once, by `document()`. Text must be free
/// of characters that XML forbids, as libxml2 lets them through.
@safe struct XMLWriter: ~Copyable {
  private let buffer: xmlBufferPtr
  private let writer: xmlTextWriterPtr
  private var bytes: [UInt8] = []
  private var hasFailed = false

  /// Starts a document in UTF-8 with elements on lines of their own.
  init() throws(ReportFailure) {
    guard let buffer = unsafe xmlBufferCreate() else { throw .xmlWriter }
    guard let writer = unsafe xmlNewTextWriterMemory(buffer, 0) else {
      unsafe xmlBufferFree(buffer)
      throw .xmlWriter
    }
    unsafe self.buffer = buffer
    unsafe self.writer = writer
    check(unsafe xmlTextWriterSetIndent(writer, 1))
    check(unsafe xmlTextWriterSetIndentString(writer, "  "))
    check(unsafe xmlTextWriterStartDocument(writer, nil, "UTF-8", nil))
  }

  deinit {
    // The writer goes first: it flushes into the buffer when it is freed.
    unsafe xmlFreeTextWriter(writer)
    unsafe xmlBufferFree(buffer)
  }

  /// Writes an element: its attributes in order, then what `content` writes.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
    content: (inout XMLWriter) -> Void = { _ in }
  ) {
    check(unsafe xmlTextWriterStartElement(writer, name))
    for (key, value) in attributes {
      check(unsafe xmlTextWriterWriteAttribute(writer, key, value))
    }
    content(&self)
    check(unsafe xmlTextWriterEndElement(writer))
  }

  /// Writes character data.
  mutating func text(_ text: String) {
    check(unsafe xmlTextWriterWriteString(writer, text))
  }

  /// Takes what was written so far out of libxml2's buffer.
  ///
  /// The buffer counts its bytes in 32 bits; emptied now and then, it never comes near.
  mutating func drain() {
    check(unsafe xmlTextWriterFlush(writer))
    let count = Int(unsafe xmlBufferLength(buffer))
    if count > 0, let start = unsafe xmlBufferContent(buffer) {
      unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }
    unsafe xmlBufferEmpty(buffer)
  }

  /// Ends the document and returns it.
  ///
  /// - Throws: where any call failed.
  consuming func document() throws(ReportFailure) -> String {
    check(unsafe xmlTextWriterEndDocument(writer))
    drain()
    guard !hasFailed else { throw .xmlWriter }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func check(_ result: Int32) {
    if result < 0 { hasFailed = true }
  }
}
