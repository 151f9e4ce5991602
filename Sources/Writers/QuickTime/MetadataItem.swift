import Validator

/// A key of QuickTime metadata with its value (QuickTime File Format, Metadata).
package struct MetadataItem: Sendable {
  /// The name with its reverse-DNS prefix.
  package var key: String
  /// The well-known type of the value: 1 is UTF-8 text.
  package var type: UInt32
  /// The bytes of the value.
  package var value: Part
  /// Country and language of the value; zero is any (QuickTime File Format, Locale indicator).
  package var locale: UInt32 = 0

  /// Creates an item under any name.
  package init(_ key: String, type: UInt32, _ value: Part) {
    self.key = key
    self.type = type
    self.value = value
  }

  /// The key of the Live Photo identifier.
  package static let identifierKey = "com.apple.quicktime.content.identifier"

  /// The `data` box with the value.
  var data: Part { .box("data", .uint32(type), .uint32(locale), value) }

  /// The item of `ilst` under the number of its key, from 1.
  func box(number: Int) -> Part {
    .box(FourCharacterCode(rawValue: UInt32(clamping: number)), data)
  }

  /// A text under a name of Apple's: `make` stands for `com.apple.quicktime.make`.
  package static func apple(_ name: String, _ text: String) -> MetadataItem {
    MetadataItem("com.apple.quicktime.\(name)", type: 1, .text(text))
  }
}

extension Part {
  /// That a `meta` box holds keys by name.
  static let metadataHandler = Part.fullBox(
    "hdlr", .zeros(4), .code("mdta"), .zeros(12), .zeros(2))

  /// An entry of `keys`: size, namespace and name (QuickTime File Format, Metadata item keys).
  static func metadataKey(_ name: String) -> Part {
    .sequence(.uint32(name.utf8.count + 8), .code("mdta"), .text(name))
  }

  /// A `meta` box with keys and values.
  ///
  /// - Parameters:
  ///   - items: the keys in order.
  ///   - isFullBox: whether it opens with a version and flags, as ISO files have it and QuickTime
  ///     does not (QuickTime File Format, Metadata atom).
  package static func metadata(_ items: [MetadataItem], isFullBox: Bool = false) -> Part {
    let keys = Part.fullBox(
      "keys",
      [.uint32(items.count)]
        + items.map { .metadataKey($0.key) })
    let values = Part.box(
      "ilst",
      items.enumerated().map { index, item in item.box(number: index + 1) })
    let contents = [metadataHandler, keys, values]
    return isFullBox ? .fullBox("meta", contents) : .box("meta", contents)
  }
}
