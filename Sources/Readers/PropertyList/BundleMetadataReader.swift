package import Validator

/// Reads the `metadata.plist` of a `.pvt` bundle.
package enum BundleMetadataReader {
  /// The key that holds the version of a Live Photo bundle.
  static let versionKey = "PFVideoComplementMetadataVersionKey"
  /// The largest list that is read; real ones have a few hundred bytes.
  private static let sizeLimit: UInt64 = 1024 * 1024

  /// Reads the version: the value of the top-level key `PFVideoComplementMetadataVersionKey`.
  ///
  /// XML and binary property lists are read. The field is unreadable where the file is neither, is
  /// malformed, or holds something else than a dictionary.
  package static func readVersion(_ bytes: SourceBytes) -> Field<String> {
    do throws(ReadError) {
      guard bytes.size <= sizeLimit else {
        throw ReadError(
          .limit, "the property list is \(bytes.size) bytes long, at most \(sizeLimit) are read",
          at: Place("metadata.plist", offset: 0, length: bytes.size))
      }
      let list = try bytes.part(at: 0, length: bytes.size, path: "metadata.plist")
      if list.starts(with: "bplist") { return try BinaryPropertyList(list).value(of: versionKey) }
      return try readXML(list)
    } catch {
      return .unreadable(error)
    }
  }

  /// The error of a version that is an array, a date or the like.
  static func otherType(at place: Place) -> ReadError {
    ReadError(.malformed, "the value of \(versionKey) is neither a text nor a number", at: place)
  }

  private static func readXML(_ list: ByteReader) throws(ReadError) -> Field<String> {
    let top = PropertyListTop(wanted: versionKey)
    try XMLDocument.read(list, into: top)
    guard top.isDictionary else {
      throw ReadError(
        .malformed, "the property list does not hold a dictionary at its top", at: list.place)
    }
    if top.valueHasOtherType { throw otherType(at: list.place) }
    guard let value = top.value else { return .absent(searched: [list.place]) }
    let path: StructurePath = "metadata.plist/PFVideoComplementMetadataVersionKey"
    // The value's own bytes where they occur once, else the list.
    if let offset = list.onlyOccurrence(of: Array(">\(value)<".utf8)) {
      return .present(value, at: Place(path, offset: offset + 1, length: UInt64(value.utf8.count)))
    }
    return .present(value, at: Place(path, offset: 0, length: list.place.length))
  }
}

/// The top-level dictionary of an XML property list, of which one key is wanted.
private final class PropertyListTop: XMLHandler {
  private let wanted: String
  /// Whether `plist/dict` was met.
  private(set) var isDictionary = false
  private(set) var value: String?
  /// Whether the wanted key has a value that is neither a text nor a number.
  private(set) var valueHasOtherType = false
  /// Whether the root element is `plist`.
  private var isInside = false
  private var depth = 0
  private var text = ""
  /// Whether the value that comes next belongs to the wanted key.
  private var isNext = false
  private var isKey = false
  private var isScalar = false

  init(wanted: String) {
    self.wanted = wanted
  }

  func elementStarts(_ element: XMLElement) {
    depth += 1
    text = ""
    switch depth {
    case 1: isInside = element.name.local == "plist"
    case 2: isDictionary = isDictionary || (isInside && element.name.local == "dict")
    case 3:
      isKey = element.name.local == "key"
      isScalar = ["string", "integer", "real"].contains(element.name.local)
    default: break
    }
  }

  func text(_ text: String) {
    if depth == 3 { self.text += text }
  }

  func elementEnds() {
    defer { depth -= 1 }
    guard depth == 3, isDictionary else { return }
    if isKey {
      isNext = text == wanted
    } else {
      if isNext, value == nil {
        if isScalar { value = text } else { valueHasOtherType = true }
      }
      isNext = false
    }
  }
}
