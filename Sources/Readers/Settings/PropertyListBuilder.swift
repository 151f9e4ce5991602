internal import Validator

/// Puts a tree together from the parts that a parser meets, in file order.
///
/// All readers share it: it keeps the paths, finds keys that stand twice, and holds the limits. No
/// parser needs recursion.
struct PropertyListBuilder {
  enum Kind {
    case dictionary
    case array
  }

  /// The deepest nesting that is read; real lists stay under 20, and libxml2 stops at 256 elements.
  static let depthLimit = 200
  /// The most values that are read; a `project.pbxproj` of 50 MB has about a million.
  static let valueLimit = 2_000_000
  /// The longest key that is read, in bytes.
  ///
  /// In a binary list two million entries may share one key, which is hashed for each.
  static let keyLimit = 4_096
  /// From this many bytes on a path is not made longer, lest long keys be copied into every part.
  private static let pathLimit = 256
  /// The most keys standing twice that are reported of one file.
  private static let duplicateLimit = 1_000

  private struct Container {
    let kind: Kind
    let place: SettingPlace
    var entries: [PropertyListEntry] = []
    var elements: [PropertyListNode] = []
    /// The key whose value comes next.
    var key: (name: String, place: SettingPlace)?
  }

  let file: FilePath
  private var open: [Container] = []
  private var valueCount = 0
  private(set) var root: PropertyListNode?
  /// The keys that stand twice, in the order in which their dictionaries end.
  private(set) var duplicates: [SettingsFault] = []

  init(file: FilePath) {
    self.file = file
  }

  /// How many containers are open.
  var depth: Int { open.count }
  /// The kind of the innermost open container; nil outside of all.
  var kind: Kind? { open.last?.kind }
  /// Where the innermost open container begins.
  var containerPlace: SettingPlace? { open.last?.place }
  /// The key whose value comes next.
  var pendingKey: String? { open.last?.key?.name }

  /// A fault at a position of this file, its path that of the part being read.
  func fault(_ message: String, _ kind: SettingsFault.Kind = .malformed, at position: TextPosition)
    -> SettingsFault
  {
    let path = open.last.map { $0.key?.place.path ?? $0.place.path } ?? ""
    return SettingsFault(kind, message, at: place(path, position))
  }

  // MARK: Parts

  /// Takes the next key of the innermost dictionary.
  ///
  /// - Throws: `limit` where it is too long.
  mutating func key(_ name: String, at position: TextPosition) throws(SettingsFault) {
    guard let last = open.indices.last else { return }
    guard name.utf8.count <= PropertyListBuilder.keyLimit else {
      throw fault(
        "a key is \(name.utf8.count) bytes long, at most \(PropertyListBuilder.keyLimit) are read",
        .limit, at: position)
    }
    let path = PropertyListBuilder.path(open[last].place.path, name)
    open[last].key = (name, place(path, position))
  }

  /// Takes a value that is no container.
  ///
  /// - Throws: `limit` where there are too many.
  mutating func value(_ value: PropertyListValue, at position: TextPosition) throws(SettingsFault) {
    try count(position)
    add(PropertyListNode(value, at: place(pathOfNext, position)))
  }

  /// Begins a container.
  ///
  /// - Throws: `limit` where it is too deep or there are too many values.
  mutating func open(_ kind: Kind, at position: TextPosition) throws(SettingsFault) {
    try count(position)
    guard open.count < PropertyListBuilder.depthLimit else {
      throw fault(
        "values are nested deeper than \(PropertyListBuilder.depthLimit) levels", .limit,
        at: position)
    }
    open.append(Container(kind: kind, place: place(pathOfNext, position)))
  }

  /// Ends the innermost container.
  mutating func close() {
    guard let container = open.popLast() else { return }
    switch container.kind {
    case .array: add(PropertyListNode(.array(container.elements), at: container.place))
    case .dictionary:
      noteDuplicates(in: container.entries)
      add(PropertyListNode(.dictionary(container.entries), at: container.place))
    }
  }

  /// Leaves out the next value, which is null: no property list holds one.
  ///
  /// - Throws: `limit` where there are too many values.
  mutating func omit(at position: TextPosition) throws(SettingsFault) {
    try count(position)
    if let last = open.indices.last { open[last].key = nil }
  }

  private mutating func count(_ position: TextPosition) throws(SettingsFault) {
    valueCount += 1
    guard valueCount <= PropertyListBuilder.valueLimit else {
      throw fault(
        "the file holds more than \(PropertyListBuilder.valueLimit) values", .limit, at: position)
    }
  }

  private mutating func add(_ node: PropertyListNode) {
    guard let last = open.indices.last else {
      root = node
      return
    }
    switch open[last].kind {
    case .array: open[last].elements.append(node)
    case .dictionary:
      guard let key = open[last].key else { return }
      open[last].entries.append(
        PropertyListEntry(key: key.name, keyPlace: key.place, node: node))
      open[last].key = nil
    }
  }

  // MARK: Places

  private func place(_ path: String, _ position: TextPosition) -> SettingPlace {
    SettingPlace(file: file, path: path, line: position.line, column: position.column)
  }

  private var pathOfNext: String {
    guard let container = open.last else { return "" }
    if let key = container.key { return key.place.path }
    return PropertyListBuilder.path(container.place.path, String(container.elements.count))
  }

  private static func path(_ parent: String, _ name: String) -> String {
    if parent.isEmpty { return name }
    if parent.utf8.count > pathLimit { return parent }
    var path = parent
    path.reserveCapacity(parent.utf8.count + 1 + name.utf8.count)
    path += "/"
    path += name.utf8.count > pathLimit ? name.shortened : name
    return path
  }

  // MARK: Duplicates

  private mutating func noteDuplicates(in entries: [PropertyListEntry]) {
    // In a short dictionary comparing is cheaper than hashing.
    if entries.count <= 16 {
      for (index, entry) in entries.enumerated() {
        if let first = entries[..<index].first(where: { $0.key == entry.key }) {
          noteDuplicate(entry, first)
        }
      }
      return
    }
    var firsts: [String: Int] = [:]
    firsts.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      if let first = firsts[entry.key] {
        noteDuplicate(entry, entries[first])
      } else {
        firsts[entry.key] = index
      }
    }
  }

  private mutating func noteDuplicate(_ entry: PropertyListEntry, _ first: PropertyListEntry) {
    // Swift calls two spellings of `é` equal, property lists do not.
    guard duplicates.count < PropertyListBuilder.duplicateLimit,
      entry.key.utf8.elementsEqual(first.key.utf8)
    else { return }
    var message = "the key \(entry.key.shortened) stands twice"
    if let line = first.keyPlace.line, let other = entry.keyPlace.line {
      message += line == other ? " in line \(line)" : ", in lines \(line) and \(other)"
    }
    duplicates.append(
      SettingsFault(
        .duplicateKey(entry.key, first: first.keyPlace), message, at: entry.keyPlace))
  }
}

extension String {
  /// The first characters, fit for a message.
  var shortened: String {
    let limit = 100
    guard utf8.count > limit else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(limit))) + "…"
  }
}
