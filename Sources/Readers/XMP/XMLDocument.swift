internal import CXML2
internal import Validator

/// The name of an XML element or attribute, its namespace resolved.
struct XMLName: Hashable {
  /// The namespace's URI; empty where there is none.
  var namespace: String
  var local: String
}

/// An XML element's start: its name and attributes.
struct XMLElement {
  var name: XMLName
  var attributes: [(name: XMLName, value: String)]
  /// From 1.
  var line: Int
  /// The offset of the `>` or `/>` of its tag; nil where the document is not in UTF-8.
  var tagEnd: Int?
}

/// Why an XML document cannot be read.
struct XMLFault: Error {
  enum Kind {
    case malformed
    /// It declares entities, elements or attributes of its own.
    case declarations
    case tooLarge
  }

  var kind: Kind
  /// The parser's own words; empty where it has none.
  var message = ""
  /// Where the parser noticed; from 1.
  var line: Int?
  /// The offset where the parser noticed; nil where the document is not in UTF-8.
  var offset: Int?
}

/// Receives the parts of an XML document in their order.
protocol XMLHandler: AnyObject {
  func elementStarts(_ element: XMLElement)
  /// Some of an element's text, which may come in several pieces.
  func text(_ text: String)
  func elementEnds()
}

/// The one place where libxml2 reads a document.
///
/// No tree is built, so memory stays in proportion to the document. libxml2 itself stops at 256
/// levels and at 10 MB of text in one piece.
enum XMLDocument {
  /// Reads a document and hands over its parts.
  ///
  /// - Throws: `malformed` with the line where it is no well-formed XML, `unsupported` where it
  ///   declares entities, elements or attributes of its own; what came before was handed over.
  static func read(_ document: ByteReader, into handler: any XMLHandler) throws(ReadError) {
    do throws(XMLFault) {
      try read(document.rest, into: handler)
    } catch {
      throw readError(error, in: document)
    }
  }

  /// Reads a document and hands over its parts.
  ///
  /// - Parameters:
  ///   - isUTF8: whether the bytes are UTF-8, whatever the document says of itself.
  /// - Throws: the first fault; what came before was handed over.
  static func read(
    _ document: ArraySlice<UInt8>, isUTF8: Bool = false, into handler: any XMLHandler
  ) throws(XMLFault) {
    _ = libraryIsReady
    // Faults of an encoding have no context and would be printed; the setting is the thread's own.
    unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
    let bytes = withoutPadding(document)
    guard let length = Int32(exactly: bytes.count), let context = unsafe xmlNewParserCtxt() else {
      throw XMLFault(kind: .tooLarge)
    }
    defer { unsafe xmlFreeParserCtxt(context) }
    let events = XMLEvents(handler)
    // The context is freed before `events` is: the reference in it needs no count of its own.
    unsafe context.pointee._private = Unmanaged.passUnretained(events).toOpaque()
    unsafe context.pointee.sax.pointee = XMLEvents.callbacks
    // NOENT makes `&amp;` one character also in attributes. It can replace nothing else: the first
    // declaration of an entity ends the parse. Without DTDLOAD and HUGE no other file is read and
    // libxml2's own limits hold.
    // IGNORE_ENC leaves text as it is that was made UTF-8 and still calls itself UTF-16.
    let encodingOption = isUTF8 ? XML_PARSE_IGNORE_ENC.rawValue : 0
    let options = Int32(
      encodingOption | XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue
        | XML_PARSE_NOERROR.rawValue
        | XML_PARSE_NOWARNING.rawValue)
    withExtendedLifetime(events) {
      unsafe bytes.withUnsafeBytes { buffer in
        let start = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress
        // No tree is built; what comes back is nil or libxml2's own stub of a document.
        unsafe xmlFreeDoc(xmlCtxtReadMemory(context, start, length, nil, nil, options))
      }
    }
    if events.foundDeclaration {
      throw XMLFault(kind: .declarations, line: events.declarationLine)
    }
    if let fault = events.fault { throw fault }
    if unsafe context.pointee.wellFormed == 0 { throw XMLFault(kind: .malformed) }
  }

  private static func readError(_ fault: XMLFault, in document: ByteReader) -> ReadError {
    switch fault.kind {
    case .tooLarge: return ReadError(.limit, "the XML is too large to be read", at: document.place)
    case .declarations:
      return ReadError(
        .unsupported, "the XML declares entities or elements of its own, which are not read",
        at: document.place)
    case .malformed:
      var reason = "the XML is not well-formed"
      if let line = fault.line { reason += " at line \(line)" }
      if !fault.message.isEmpty { reason += ": \(fault.message)" }
      return ReadError(.malformed, reason, at: document.place)
    }
  }

  /// Prepares libxml2 once, before several threads use it.
  private static let libraryIsReady: Void = xmlInitParser()

  /// The bytes without the NULs that writers leave after a packet.
  private static func withoutPadding(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    // In UTF-16 a NUL is half a character.
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0x00]) { return bytes }
    guard let last = bytes.lastIndex(where: { $0 != 0 }) else { return [] }
    return bytes[...last]
  }
}

/// Carries libxml2's events to a handler.
private final class XMLEvents {
  let handler: any XMLHandler
  private(set) var foundDeclaration = false
  private(set) var declarationLine: Int?
  /// The first fault, of which later ones are mostly consequences.
  private(set) var fault: XMLFault?

  init(_ handler: any XMLHandler) {
    self.handler = handler
  }

  /// The receiver that `XMLDocument` put into a parser's context.
  static func receiver(_ context: UnsafeMutableRawPointer?) -> XMLEvents? {
    unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private.map {
      unsafe Unmanaged<XMLEvents>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Ends the parse at the first declaration.
  ///
  /// Entities and default attributes grow a small document without bound; neither XMP nor a
  /// property list has a use for them.
  static func refuseDeclaration(_ context: UnsafeMutableRawPointer?) {
    guard let events = unsafe receiver(context) else { return }
    events.foundDeclaration = true
    events.declarationLine = unsafe Int(xmlSAX2GetLineNumber(context))
    unsafe xmlStopParser(context?.assumingMemoryBound(to: xmlParserCtxt.self))
  }

  /// Keeps the first fault.
  ///
  /// A reference to an entity that nothing declares is a mere warning to libxml2 where a document
  /// names an external DTD, as every property list does; its text would be lost.
  static func noteFault(_ context: UnsafeMutableRawPointer?, _ error: xmlErrorPtr?) {
    guard let error = unsafe error?.pointee, let events = unsafe receiver(context),
      events.fault == nil,
      unsafe error.level == XML_ERR_FATAL
        || error.code == Int32(XML_WAR_UNDECLARED_ENTITY.rawValue)
    else { return }
    // The message ends with a line feed.
    let message = unsafe error.message.map {
      unsafe withoutFunctionName(String(cString: $0).trimmedWhiteSpace)
    }
    events.fault = unsafe XMLFault(
      kind: .malformed, message: message ?? "", line: Int(error.line), offset: offset(context))
  }

  /// The message without the name of the parser's own function, with which some begin.
  private static func withoutFunctionName(_ message: String) -> String {
    guard message.hasPrefix("xml"), let colon = message.firstIndex(of: ":"),
      !message[..<colon].contains(" ")
    else { return message }
    return String(message[message.index(after: colon)...]).trimmedWhiteSpace
  }

  /// How far the parser has come; nil where it converts the document to UTF-8 first.
  static func offset(_ context: UnsafeMutableRawPointer?) -> Int? {
    guard
      let input = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.input?
        .pointee,
      let buffer = unsafe input.buf?.pointee, unsafe buffer.encoder == nil,
      let base = unsafe input.base, let current = unsafe input.cur
    else { return nil }
    return unsafe Int(clamping: input.consumed) + (current - base)
  }

  static func text(_ start: UnsafePointer<xmlChar>?, _ length: Int) -> String {
    unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: start == nil ? 0 : length), as: UTF8.self)
  }

  static func name(_ namespace: UnsafePointer<xmlChar>?, _ local: UnsafePointer<xmlChar>?)
    -> XMLName
  {
    unsafe XMLName(
      namespace: namespace.map { unsafe String(cString: $0) } ?? "",
      local: local.map { unsafe String(cString: $0) } ?? "")
  }

  static var callbacks: xmlSAXHandler {
    var callbacks = unsafe xmlSAXHandler()
    unsafe callbacks.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe callbacks.startElementNs = {
      context, local, _, namespace, _, _, attributeCount, _, attributes in
      guard let events = unsafe XMLEvents.receiver(context) else { return }
      var element = unsafe XMLElement(
        name: XMLEvents.name(namespace, local), attributes: [],
        line: Int(xmlSAX2GetLineNumber(context)), tagEnd: XMLEvents.offset(context))
      if let attributes = unsafe attributes {
        // Five pointers an attribute: name, prefix, namespace, start and end of the value.
        for index in 0..<Int(attributeCount) {
          let parts = unsafe attributes + index * 5
          guard let start = unsafe parts[3], let end = unsafe parts[4] else { continue }
          unsafe element.attributes.append(
            (XMLEvents.name(parts[2], parts[0]), XMLEvents.text(start, end - start)))
        }
      }
      events.handler.elementStarts(element)
    }
    unsafe callbacks.endElementNs = { context, _, _, _ in
      unsafe XMLEvents.receiver(context)?.handler.elementEnds()
    }
    unsafe callbacks.characters = { context, characters, length in
      unsafe XMLEvents.receiver(context)?.handler.text(XMLEvents.text(characters, Int(length)))
    }
    unsafe callbacks.serror = { context, error in unsafe XMLEvents.noteFault(context, error) }
    unsafe callbacks.cdataBlock = unsafe callbacks.characters
    unsafe callbacks.entityDecl = { context, _, _, _, _, _ in
      unsafe XMLEvents.refuseDeclaration(context)
    }
    unsafe callbacks.attributeDecl = { context, _, _, _, _, _, _ in
      unsafe XMLEvents.refuseDeclaration(context)
    }
    unsafe callbacks.elementDecl = { context, _, _, _ in unsafe XMLEvents.refuseDeclaration(context)
    }
    return unsafe callbacks
  }
}
