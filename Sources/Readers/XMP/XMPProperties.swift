internal import Validator

/// The XMP properties that a still is asked for, gathered while the packet is read.
///
/// XMP writes one property in several ways (ISO 16684-1, 7): as an attribute or an element, alone or
/// in an RDF array. All of them end up here under the property's own name.
final class XMPProperties: XMLHandler {
  /// A property of a camera namespace.
  enum Camera: String {
    case motionPhoto = "MotionPhoto"
    /// Seen on Pixel phones instead of a directory: the distance from the end of the file.
    case motionPhotoOffset = "MotionPhotoOffset"
    case microVideo = "MicroVideo"
    case microVideoOffset = "MicroVideoOffset"
    case livePhotoVersion = "OLivePhotoVersion"
    case videoLength = "VideoLength"
  }

  /// One entry of the directory of a Motion Photo.
  struct Item {
    var semantic = ""
    var length: UInt64?
    var padding: UInt64 = 0
  }

  /// More entries than any file has; they are a primary picture, a gain map and a movie.
  private static let itemLimit = 64

  /// The first identifier, and the local name that it stands under.
  private(set) var identifier: (name: StaticString, value: String)?
  /// The maker whose namespace the packet uses; nil where it uses Google's alone.
  private(set) var maker: EmbeddedMovie.Container?
  private(set) var items: [Item] = []
  private var camera: [Camera: String] = [:]

  /// For each open element the property that its text is a value of: itself or, inside RDF's own
  /// arrays and descriptions, the property around them.
  private var open: [XMLName] = []
  private var text = ""
  /// How many elements were open when the directory began.
  private var directoryDepth: Int?
  /// How many elements were open when the directory's entry began.
  private var itemDepth: Int?

  subscript(property: Camera) -> String? { camera[property] }

  /// A property as a number above zero.
  func number(_ property: Camera) -> UInt64? {
    camera[property].flatMap { UInt64($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// How far from the end of the file the directory says the movie begins.
  ///
  /// The movie's length counts up to what later entries take (Motion Photo format 1.0).
  var directoryDistance: UInt64? {
    guard let movie = items.firstIndex(where: { $0.semantic == "MotionPhoto" }),
      var distance = items[movie].length, distance > 0
    else { return nil }
    for item in items[(movie + 1)...] {
      for part in [item.length ?? 0, item.padding] {
        let (sum, overflow) = distance.addingReportingOverflow(part)
        if overflow { return nil }
        distance = sum
      }
    }
    return distance
  }

  // MARK: XMLHandler

  func elementStarts(_ element: XMLElement) {
    if directoryDepth == nil {
      if element.name == .directory { directoryDepth = open.count }
    } else if itemDepth == nil, element.name == .listItem, items.count < XMPProperties.itemLimit {
      itemDepth = open.count
      items.append(Item())
    }
    open.append(element.name.namespace == XMLName.rdf ? open.last ?? element.name : element.name)
    text = ""
    for attribute in element.attributes {
      note(attribute.name, attribute.value)
    }
  }

  func text(_ text: String) {
    self.text += text
  }

  func elementEnds() {
    guard let property = open.popLast() else { return }
    note(property, text)
    // What follows is no text of an element that has parts.
    text = ""
    if itemDepth == open.count { itemDepth = nil }
    if directoryDepth == open.count { directoryDepth = nil }
  }

  // MARK: Values

  private func note(_ name: XMLName, _ text: String) {
    let value = text.trimmedWhiteSpace
    guard !value.isEmpty else { return }
    switch name.local {
    case "ContentIdentifier": return noteIdentifier("ContentIdentifier", value)
    case "contentIdentifier": return noteIdentifier("contentIdentifier", value)
    case "MediaGroupUUID": return noteIdentifier("MediaGroupUUID", value)
    default: break
    }
    switch name.namespace {
    case "http://ns.google.com/photos/1.0/container/item/": noteItem(name.local, value)
    case "http://ns.google.com/photos/1.0/camera/": noteCamera(name.local, value)
    case "http://ns.oplus.com/photos/1.0/camera/":
      maker = .oppo
      noteCamera(name.local, value)
    case "http://ns.xiaomi.com/photos/1.0/camera/":
      maker = maker ?? .xiaomi
      noteCamera(name.local, value)
    case "http://ns.vivo.com/photos/1.0/camera/":
      maker = maker ?? .vivo
      noteCamera(name.local, value)
    default: break
    }
  }

  private func noteIdentifier(_ name: StaticString, _ value: String) {
    if identifier == nil { identifier = (name, value) }
  }

  private func noteCamera(_ name: String, _ value: String) {
    if let property = Camera(rawValue: name) { camera[property] = value }
  }

  private func noteItem(_ name: String, _ value: String) {
    guard itemDepth != nil, let last = items.indices.last else { return }
    switch name {
    case "Semantic": items[last].semantic = value
    case "Length": items[last].length = UInt64(value)
    case "Padding": items[last].padding = UInt64(value) ?? 0
    default: break
    }
  }
}

extension XMLName {
  fileprivate static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  fileprivate static let listItem = XMLName(namespace: rdf, local: "li")
  fileprivate static let directory = XMLName(
    namespace: "http://ns.google.com/photos/1.0/container/", local: "Directory")
}

extension String {
  /// The text without white space and NULs at both ends.
  var trimmedWhiteSpace: String {
    let isPadding: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0 || (0x09...0x0D).contains($0) }
    guard let first = utf8.first, let last = utf8.last, isPadding(first) || isPadding(last) else {
      return self
    }
    guard let start = utf8.firstIndex(where: { !isPadding($0) }),
      let end = utf8.lastIndex(where: { !isPadding($0) })
    else { return "" }
    return String(self[start...end])
  }
}
