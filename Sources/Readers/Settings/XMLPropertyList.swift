internal import Validator

/// Reads XML property lists.
enum XMLPropertyList {
  /// Reads a list.
  ///
  /// - Parameter isUTF8: whether the bytes are UTF-8, whatever the document says of itself.
  static func read(_ text: [UInt8], isUTF8: Bool, file: FilePath) -> SettingsReading {
    let elements = PropertyListElements(text, file: file)
    var fault: SettingsFault?
    do throws(XMLFault) {
      try XMLDocument.read(text[...], isUTF8: isUTF8, into: elements)
    } catch {
      fault = settingsFault(error, in: text, file: file)
    }
    // What the elements say comes first: libxml2 went on behind it.
    return SettingsReading(elements.builder, fault: elements.fault ?? fault)
  }

  private static func settingsFault(_ fault: XMLFault, in text: [UInt8], file: FilePath)
    -> SettingsFault
  {
    var place = SettingPlace(file: file, line: fault.line)
    if let offset = fault.offset {
      var positions = TextPositions(text)
      let position = positions.position(at: offset)
      (place.line, place.column) = (position.line, position.column)
    }
    switch fault.kind {
    case .tooLarge: return SettingsFault(.limit, "the XML is too large to be read", at: place)
    case .declarations:
      return SettingsFault(
        .malformed, "the XML declares entities or elements of its own, which no property list may",
        at: place)
    case .malformed:
      let detail = fault.message.isEmpty ? "" : ": \(fault.message)"
      return SettingsFault(.malformed, "the XML is not well-formed\(detail)", at: place)
    }
  }
}

/// Receives the elements of an XML property list.
private final class PropertyListElements: XMLHandler {
  /// The elements of Apple's PropertyList-1.0.dtd.
  private enum Element: String {
    case plist
    case dict
    case array
    case key
    case string
    case integer
    case real
    case `true`
    case `false`
    case date
    case data
  }

  private(set) var builder: PropertyListBuilder
  /// The first fault; what comes behind it is not looked at.
  private(set) var fault: SettingsFault?
  private let bytes: [UInt8]
  private var positions: TextPositions
  private var open: [Element] = []
  /// Where the newest element begins.
  private var position = TextPosition.none
  private var text = ""

  init(_ bytes: [UInt8], file: FilePath) {
    self.bytes = bytes
    positions = TextPositions(bytes)
    builder = PropertyListBuilder(file: file)
  }

  // MARK: XMLHandler

  func elementStarts(_ element: XMLElement) {
    guard fault == nil else { return }
    position = position(of: element)
    do throws(SettingsFault) {
      guard element.name.namespace.isEmpty, let kind = Element(rawValue: element.name.local) else {
        throw malformed("a property list has no element \(element.name.local.shortened)")
      }
      try check(kind)
      open.append(kind)
      switch kind {
      case .plist: break
      case .dict: try builder.open(.dictionary, at: position)
      case .array: try builder.open(.array, at: position)
      default: text = ""
      }
    } catch {
      fault = error
    }
  }

  func text(_ text: String) {
    guard fault == nil else { return }
    switch open.last {
    case nil: break
    case .plist, .dict, .array:
      if !text.trimmedWhiteSpace.isEmpty {
        fault = malformed("the text \(text.trimmedWhiteSpace.shortened) stands outside of a value")
      }
    default: self.text += text
    }
  }

  func elementEnds() {
    guard fault == nil, let kind = open.popLast() else { return }
    do throws(SettingsFault) {
      switch kind {
      case .plist:
        if builder.root == nil { throw malformed("the plist element holds no value") }
      case .array: builder.close()
      case .dict:
        if let key = builder.pendingKey {
          throw malformed("the key \(key.shortened) has no value")
        }
        builder.close()
      case .key: try builder.key(text, at: position)
      default: try builder.value(try scalar(kind), at: position)
      }
    } catch {
      fault = error
    }
  }

  // MARK: Elements

  /// The beginning of an element's tag, or its line where the document is not in UTF-8.
  private func position(of element: XMLElement) -> TextPosition {
    // An attribute cannot hold a bare `<`, so the last one before the tag's end is its own.
    guard let end = element.tagEnd, end <= bytes.count,
      let start = bytes[..<end].lastIndex(of: UInt8(ascii: "<"))
    else { return TextPosition(line: element.line, column: nil) }
    return positions.position(at: start)
  }

  private func malformed(_ message: String) -> SettingsFault {
    builder.fault(message, at: position)
  }

  /// Whether an element may begin here.
  private func check(_ kind: Element) throws(SettingsFault) {
    switch open.last {
    case nil:
      if kind == .key { throw malformed("a key stands outside of a dictionary") }
    case .plist:
      if kind == .key || kind == .plist {
        throw malformed("the element \(kind.rawValue) stands outside of a dictionary")
      }
      if builder.root != nil { throw malformed("the plist element holds more than one value") }
    case .dict:
      if let key = builder.pendingKey {
        guard kind != .key else { throw malformed("the key \(key.shortened) has no value") }
      } else if kind != .key {
        throw malformed("a dictionary holds \(kind.rawValue) where a key belongs")
      }
    case .array:
      if kind == .key { throw malformed("an array holds a key") }
    case let parent?:
      throw malformed("the element \(kind.rawValue) stands inside \(parent.rawValue)")
    }
    if kind == .plist, !open.isEmpty { throw malformed("a plist element stands inside another") }
  }

  /// The value of an element without parts.
  private func scalar(_ kind: Element) throws(SettingsFault) -> PropertyListValue {
    let content = text.trimmedWhiteSpace
    switch kind {
    case .string: return .string(text)
    case .true where content.isEmpty: return .boolean(true)
    case .false where content.isEmpty: return .boolean(false)
    case .integer: if let value = PropertyListScalar.integer(content) { return value }
    case .real: if let value = Double(content) { return .real(value) }
    case .date: if PropertyListScalar.isDate(content) { return .date(content) }
    case .data: if let bytes = PropertyListScalar.base64(text) { return .data(bytes) }
    default: break
    }
    throw malformed("the \(kind.rawValue) element holds \(content.shortened.quotedOrNothing)")
  }
}

extension String {
  /// The text in quotes, or the word for none.
  fileprivate var quotedOrNothing: String { isEmpty ? "nothing" : "\"\(self)\"" }
}
