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
    _ = libraryIsReady
    // Faults of an encoding have no context and would be printed; the setting is the thread's own.
    unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
    let bytes = withoutPadding(document.rest)
    guard let length = Int32(exactly: bytes.count), let context = unsafe xmlNewParserCtxt() else {
      throw ReadError(.limit, "the XML is too large to be read", at: document.place)
    }
    defer { unsafe xmlFreeParserCtxt(context) }
    let events = XMLEvents(handler)
    // The context is freed before `events` is: the reference in it needs no count of its own.
    unsafe context.pointee._private = Unmanaged.passUnretained(events).toOpaque()
    unsafe context.pointee.sax.pointee = XMLEvents.callbacks
    // NOENT makes `&amp;` one character also in attributes. It can replace nothing else: the first
    // declaration of an entity ends the parse. Without DTDLOAD and HUGE no other file is read and
    // libxml2's own limits hold.
    let options = Int32(
      XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_NOERROR.rawValue
        | XML_PARSE_NOWARNING.rawValue)
    withExtendedLifetime(events) {
      unsafe bytes.withUnsafeBytes { buffer in
        let start = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress
        // No tree is built; what comes back is nil or libxml2's own stub of a document.
        unsafe xmlFreeDoc(xmlCtxtReadMemory(context, start, length, nil, nil, options))
      }
    }
    if events.foundDeclaration {
      throw ReadError(
        .unsupported, "the XML declares entities or elements of its own, which are not read",
        at: document.place)
    }
    if unsafe context.pointee.wellFormed == 0 {
      throw unsafe fault(xmlCtxtGetLastError(context), in: document)
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

  private static func fault(_ error: xmlErrorPtr?, in document: ByteReader) -> ReadError {
    var reason = "the XML is not well-formed"
    if let error = unsafe error {
      reason += unsafe " at line \(error.pointee.line)"
      if let message = unsafe error.pointee.message {
        // The message ends with a line feed.
        reason += unsafe ": \(String(cString: message).trimmedWhiteSpace)"
      }
    }
    return ReadError(.malformed, reason, at: document.place)
  }
}

/// Carries libxml2's events to a handler.
private final class XMLEvents {
  let handler: any XMLHandler
  var foundDeclaration = false

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
    unsafe receiver(context)?.foundDeclaration = true
    unsafe xmlStopParser(context?.assumingMemoryBound(to: xmlParserCtxt.self))
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
        name: XMLEvents.name(namespace, local), attributes: [])
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
