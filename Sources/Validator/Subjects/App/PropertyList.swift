/// Where a setting stands in a file that people edit.
package struct SettingPlace: Hashable, Sendable {
  package var file: FilePath
  /// The way to it, such as `NSExtension/NSExtensionPointIdentifier`; may be empty.
  package var path: String
  /// From 1; nil in binary files.
  package var line: Int?
  /// From 1, in bytes as editors jump; nil where only the line is known.
  package var column: Int?

  package init(file: FilePath, path: String = "", line: Int? = nil, column: Int? = nil) {
    self.file = file
    self.path = path
    self.line = line
    self.column = column
  }
}

/// A value of a property list, with the place of every part.
package indirect enum PropertyListValue: Hashable, Sendable {
  case string(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  /// As it is written: 2024-05-01T08:00:00Z.
  case date(String)
  case data([UInt8])
  case array([PropertyListNode])
  /// In the order of the file; a key that stands twice is there twice.
  case dictionary([PropertyListEntry])
}

/// A value and where it begins.
package struct PropertyListNode: Hashable, Sendable {
  package var value: PropertyListValue
  package var place: SettingPlace

  package init(_ value: PropertyListValue, at place: SettingPlace) {
    self.value = value
    self.place = place
  }
}

/// A key of a dictionary with its value.
package struct PropertyListEntry: Hashable, Sendable {
  package var key: String
  package var keyPlace: SettingPlace
  package var node: PropertyListNode

  package init(key: String, keyPlace: SettingPlace, node: PropertyListNode) {
    self.key = key
    self.keyPlace = keyPlace
    self.node = node
  }
}

extension PropertyListValue {
  /// The entries, where it is a dictionary.
  package var entries: [PropertyListEntry]? {
    if case .dictionary(let entries) = self { entries } else { nil }
  }

  /// The text, where it is a string.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// Whether another value says the same, wherever either stands.
  package func isSame(as other: PropertyListValue) -> Bool {
    switch (self, other) {
    case (.array(let own), .array(let others)):
      own.count == others.count && zip(own, others).allSatisfy { $0.value.isSame(as: $1.value) }
    case (.dictionary(let own), .dictionary(let others)):
      own.count == others.count
        && own.allSatisfy { entry in other[entry.key]?.value.isSame(as: entry.node.value) ?? false }
    default: self == other
    }
  }

  /// The value of a key; of a key that stands twice the last one, as property list readers take it.
  package subscript(key: String) -> PropertyListNode? {
    entries?.last { $0.key == key }?.node
  }
}

/// A fault of a settings file itself.
package struct SettingsFault: Error, Hashable {
  package enum Kind: Hashable, Sendable {
    /// Not well formed: nothing of the file can be trusted.
    case malformed
    /// A key twice in one dictionary.
    case duplicateKey(String, first: SettingPlace)
    /// A limit of the reader, set against hostile files, was reached: the file is not read.
    case limit
    /// A file that a setting names is not there.
    case missing
    /// A file that a setting names, or a link, leads out of the project: it is not read.
    case outside
    /// A program makes the settings, which is not run: they are not known.
    case program
  }

  package var kind: Kind
  /// What is wrong, as a clause without a final stop.
  package var message: String
  package var place: SettingPlace
  /// The most that the fault counts as; nil where it is as bad as any.
  package var atMost: Severity?

  package init(
    _ kind: Kind, _ message: String, at place: SettingPlace, atMost: Severity? = nil
  ) {
    self.kind = kind
    self.message = message
    self.place = place
    self.atMost = atMost
  }
}
