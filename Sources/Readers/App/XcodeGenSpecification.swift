internal import Validator

/// What a `project.yml` and the files that it includes come to, as XcodeGen puts them together.
///
/// Source: yonaskolb/XcodeGen, `SpecFile.swift` and `Template.swift`, and its page of the project
/// specification, read in 2026.
struct XcodeGenSpecification {
  /// How deep files may include files.
  private static let depthLimit = 16
  /// The most values that are merged and searched, all targets together: templates of a large
  /// specification have some hundred, and some hundred targets take them.
  private static let effortLimit = 500_000

  /// The longest attribute of a template that is put into its texts, in bytes; a short one may stand
  /// in many.
  private static let wordLimit = 100

  private(set) var root: PropertyListValue
  /// The first part that may hold any setting and was not read.
  private(set) var unread: UnreadSource?
  private let file: FilePath
  private let loader: SettingsLoader
  private var included: Set<FilePath> = []
  private var effort = 0
  /// The templates by name.
  private var templates: [String: PropertyListValue] = [:]

  /// Reads a specification; nil where the file cannot be read.
  init?(_ file: FilePath, loader: SettingsLoader) {
    self.file = file
    self.loader = loader
    guard case .success(let node) = loader.yaml(file) else { return nil }
    root = node.value
    included.insert(file.normalised)
    root = withIncludes(node.value, in: file.parent.normalised, depth: 0)
    for template in root["targetTemplates"]?.value.entries ?? [] {
      templates[template.key] = template.node.value
    }
  }

  // MARK: Includes

  /// A file's values on those of the files that it includes.
  private mutating func withIncludes(
    _ value: PropertyListValue, in folder: FilePath, depth: Int
  ) -> PropertyListValue {
    guard let include = value["include"] else { return value }
    var base = PropertyListValue.dictionary([])
    for entry in include.value.elements ?? [include] {
      guard let path = entry.value.string ?? entry.value["path"]?.value.string else { continue }
      switch entry.value["enable"]?.value {
      case .boolean(false): continue
      case .boolean(true), nil: break
      default: leave(folder.appending(path: path), "is included where a variable says so")
      }
      let part = included(path, of: entry, in: folder, depth: depth)
      base = merged(part, onto: base)
    }
    return merged(value, onto: base)
  }

  private mutating func included(
    _ path: String, of entry: PropertyListNode, in folder: FilePath, depth: Int
  ) -> PropertyListValue {
    let nothing = PropertyListValue.dictionary([])
    let file = folder.appending(path: path).normalised
    guard !path.contains("$") else {
      leave(file, "is included, whose name depends on a variable")
      return nothing
    }
    guard depth < XcodeGenSpecification.depthLimit else {
      leave(file, "is included too deep")
      return nothing
    }
    // A file that is included twice is taken once.
    guard included.insert(file).inserted else { return nothing }
    if let error = loader.obstacle(to: file, "include names \(path)", at: entry.place) {
      unread = unread ?? UnreadSource(file, error)
      return nothing
    }
    let read = file.pathExtension == "json" ? loader.json(file) : loader.yaml(file)
    switch read {
    case .failure(let error):
      unread = unread ?? UnreadSource(file, error)
      return nothing
    case .success(let node):
      var value = withIncludes(node.value, in: file.parent, depth: depth + 1)
      let below = FilePath(path).normalised.parent.description
      if below != ".", entry.value["relativePaths"]?.value != .boolean(false) {
        value = value.relocated(below: below)
      }
      return value
    }
  }

  private mutating func leave(_ file: FilePath, _ reason: String) {
    let error = ReadError(.unsupported, reason, at: Place("file", offset: 0, length: 0))
    unread = unread ?? UnreadSource(file, error)
  }

  // MARK: Templates

  /// A target with what its templates, and the templates that those name, give it.
  mutating func filledIn(_ target: PropertyListEntry) -> PropertyListValue {
    let names = templates(of: target)
    guard !names.isEmpty else { return target.node.value }
    var base = PropertyListValue.dictionary([])
    for name in names {
      if let template = templates[name] { base = merged(template, onto: base) }
    }
    let value = merged(target.node.value, onto: base)
    var words = [("$target_name", target.key), ("${target_name}", target.key)]
    for attribute in value["templateAttributes"]?.value.entries ?? [] {
      if let text = attribute.node.value.settingText,
        text.utf8.count <= XcodeGenSpecification.wordLimit
      {
        words.append(("${\(attribute.key)}", text))
      }
    }
    return canSpend(value.count * words.count, on: target) ? value.replacing(words) : value
  }

  /// The templates of a target, each once, those that a template names before it.
  private mutating func templates(of target: PropertyListEntry) -> [String] {
    var order: [String] = []
    var seen: Set<String> = []
    var open: [(name: String, isOpened: Bool)] = []
    func names(in value: PropertyListValue) -> [(name: String, isOpened: Bool)] {
      (value["templates"]?.value.strings ?? []).reversed().map { ($0, false) }
    }
    open += names(in: target.node.value)
    while let (name, isOpened) = open.popLast() {
      if isOpened {
        order.append(name)
        continue
      }
      guard seen.insert(name).inserted, let template = templates[name] else { continue }
      open.append((name, true))
      let further = names(in: template)
      guard canSpend(further.count + 1, on: target) else { break }
      open += further
    }
    return order
  }

  // MARK: Merging

  /// Whether so many values may yet be gone through; a fault and the reason for all that is not known
  /// then say where they may not.
  private mutating func canSpend(_ count: Int, on entry: PropertyListEntry?) -> Bool {
    guard effort <= XcodeGenSpecification.effortLimit else { return false }
    effort += count
    guard effort > XcodeGenSpecification.effortLimit else { return true }
    let reason = "the templates give more than \(XcodeGenSpecification.effortLimit) values"
    let place = entry?.keyPlace ?? SettingPlace(file: file)
    loader.note([SettingsFault(.limit, reason, at: place)])
    leave(place.file, reason)
    return false
  }

  /// A dictionary on another one: parts of both are merged, lists joined, all else replaced, and so
  /// is what `:REPLACE` behind its key asks to be.
  private mutating func merged(_ upper: PropertyListValue, onto lower: PropertyListValue)
    -> PropertyListValue
  {
    guard var entries = lower.entries, let own = upper.entries,
      canSpend(entries.count + own.count, on: own.first ?? entries.first)
    else { return upper }
    var positions = Dictionary(
      entries.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { $1 })
    for var entry in own {
      let replaces = entry.key.hasSuffix(":REPLACE")
      if replaces { entry.key.removeLast(":REPLACE".count) }
      guard let position = positions[entry.key] else {
        positions[entry.key] = entries.count
        entries.append(entry)
        continue
      }
      if !replaces { entry.node.value = joined(entry.node.value, entries[position].node.value) }
      entries[position] = entry
    }
    return .dictionary(entries)
  }

  private mutating func joined(_ upper: PropertyListValue, _ lower: PropertyListValue)
    -> PropertyListValue
  {
    if let own = upper.elements, let base = lower.elements {
      return canSpend(own.count + base.count, on: nil) ? .array(base + own) : upper
    }
    return upper.entries == nil ? upper : merged(upper, onto: lower)
  }
}

extension PropertyListValue {
  /// How many values there are in it, itself included.
  fileprivate var count: Int {
    switch self {
    case .array(let nodes): nodes.reduce(1) { $0 + $1.value.count }
    case .dictionary(let entries): entries.reduce(1) { $0 + $1.node.value.count }
    default: 1
    }
  }

  /// The value with words in its texts replaced.
  fileprivate func replacing(_ words: [(String, String)]) -> PropertyListValue {
    switch self {
    case .string(let text):
      guard text.utf8.contains(UInt8(ascii: "$")) else { return self }
      return .string(words.reduce(text) { $0.replacing($1.0, with: $1.1) })
    case .array(let nodes):
      return .array(nodes.map { PropertyListNode($0.value.replacing(words), at: $0.place) })
    case .dictionary(let entries):
      return .dictionary(
        entries.map { entry in
          var entry = entry
          entry.node.value = entry.node.value.replacing(words)
          return entry
        })
    default: return self
    }
  }

  /// An included specification with its paths as they are seen from the folder that includes it.
  fileprivate func relocated(below folder: String) -> PropertyListValue {
    func moved(_ value: PropertyListValue) -> PropertyListValue {
      guard let text = value.string else { return value }
      return text.hasPrefix("/") || text.hasPrefix("$") ? value : .string("\(folder)/\(text)")
    }
    func target(_ value: PropertyListValue) -> PropertyListValue {
      value.changing("sources") { sources in
        guard let nodes = sources.elements else {
          return sources.entries == nil ? moved(sources) : sources.changing("path", moved)
        }
        return .array(
          nodes.map { node in
            let isText = node.value.entries == nil
            let value = isText ? moved(node.value) : node.value.changing("path", moved)
            return PropertyListNode(value, at: node.place)
          })
      }
      .changing("info") { $0.changing("path", moved) }
      .changing("entitlements") { $0.changing("path", moved) }
      .changing("configFiles") { $0.changingAll(moved) }
    }
    return changing("configFiles") { $0.changingAll(moved) }
      .changing("targets") { $0.changingAll(target) }
      .changing("targetTemplates") { $0.changingAll(target) }
  }

  private func changing(
    _ key: String, _ change: (PropertyListValue) -> PropertyListValue
  ) -> PropertyListValue {
    guard let entries else { return self }
    return .dictionary(
      entries.map { entry in
        guard entry.key == key else { return entry }
        var entry = entry
        entry.node.value = change(entry.node.value)
        return entry
      })
  }

  private func changingAll(_ change: (PropertyListValue) -> PropertyListValue) -> PropertyListValue
  {
    guard let entries else { return self }
    return .dictionary(
      entries.map { entry in
        var entry = entry
        entry.node.value = change(entry.node.value)
        return entry
      })
  }
}
