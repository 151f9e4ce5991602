internal import CYAML
internal import Validator

/// Reads YAML as a property list, with the line and column of every key and value.
///
/// libyaml's events are put together without recursion. An alias counts as
/// much as what it stands for, so that a small file cannot grow.
@safe struct YAMLNodes {
  /// The largest file that is read; XcodeGen specifications of large apps have some 100 KB.
  private static let sizeLimit = 4 * 1024 * 1024
  /// The deepest nesting that is read; specifications stay under 12.
  private static let depthLimit = 100
  /// The most values of one file.
  private static let valueLimit = 200_000

  private struct Container {
    var isMapping: Bool
    var place: SettingPlace
    var anchor: String?
    /// How many values were read before it.
    var countBefore: Int
    /// The entries that `<<` takes over; its own come behind them and win.
    var merged: [PropertyListEntry] = []
    var entries: [PropertyListEntry] = []
    var elements: [PropertyListNode] = []
    var key: (name: String, place: SettingPlace)?
  }

  private let file: FilePath
  private var open: [Container] = []
  private var anchors: [String: (value: PropertyListValue, count: Int)] = [:]
  private var count = 0
  private var root: PropertyListNode?

  private init(file: FilePath) {
    self.file = file
  }

  /// Reads the first document of a file.
  static func read(_ bytes: [UInt8], file: FilePath) -> SettingsReading {
    guard bytes.count <= sizeLimit else {
      return SettingsReading(
        SettingsFault(
          .limit, "the file is \(bytes.count) bytes long, at most \(sizeLimit) are read",
          at: SettingPlace(file: file)))
    }
    var nodes = YAMLNodes(file: file)
    do throws(SettingsFault) {
      try nodes.parse(bytes)
    } catch {
      return SettingsReading(root: nil, faults: [error])
    }
    return SettingsReading(root: nodes.root, faults: [])
  }

  // MARK: Events

  private mutating func parse(_ bytes: [UInt8]) throws(SettingsFault) {
    // The parser is kept at one address: libyaml holds pointers into it.
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { unsafe parser.deallocate() }
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      throw SettingsFault(.limit, "no memory for a YAML reader", at: SettingPlace(file: file))
    }
    defer { unsafe yaml_parser_delete(parser) }
    // The bytes are copied to one address that lives as long as the parser reads them.
    let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
    defer { unsafe input.deallocate() }
    _ = unsafe input.initialize(from: bytes)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
    while true {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(parser, &event) == 1 else {
        throw unsafe fault(of: parser)
      }
      defer { unsafe yaml_event_delete(&event) }
      guard try unsafe take(event) else { return }
    }
  }

  private func fault(of parser: UnsafeMutablePointer<yaml_parser_t>) -> SettingsFault {
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
    let mark = unsafe parser.pointee.problem_mark
    return SettingsFault(
      .malformed, "the YAML is not well-formed: \(problem ?? "it cannot be read")",
      at: place(mark, path: ""))
  }

  /// Takes an event.
  ///
  /// - Returns: whether the document goes on.
  private mutating func take(_ event: yaml_event_t) throws(SettingsFault) -> Bool {
    let mark = unsafe event.start_mark
    switch unsafe event.type {
    case YAML_DOCUMENT_END_EVENT, YAML_STREAM_END_EVENT: return false
    case YAML_MAPPING_START_EVENT:
      try begin(isMapping: true, unsafe text(event.data.mapping_start.anchor), mark)
    case YAML_SEQUENCE_START_EVENT:
      try begin(isMapping: false, unsafe text(event.data.sequence_start.anchor), mark)
    case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: end()
    case YAML_ALIAS_EVENT:
      let name = unsafe text(event.data.alias.anchor) ?? ""
      let anchor = anchors[name] ?? (.string(""), 1)
      try add(anchor.value, count: anchor.count, mark)
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let content = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let text = unsafe String(decoding: content, as: UTF8.self)
      if let last = open.indices.last, open[last].isMapping, open[last].key == nil {
        open[last].key = (text, place(mark, path: path(with: text)))
        return true
      }
      let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
      let value = isPlain ? YAMLNodes.value(ofPlain: text) : .string(text)
      if let anchor = unsafe self.text(scalar.anchor) {
        anchors[anchor] = (value ?? .string(""), 1)
      }
      if let value {
        try add(value, mark)
      } else if let last = open.indices.last {
        open[last].key = nil
      }
    default: break
    }
    return true
  }

  private func text(_ name: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe name.map { unsafe String(cString: $0) }
  }

  // MARK: Parts

  private mutating func begin(isMapping: Bool, _ anchor: String?, _ mark: yaml_mark_t)
    throws(SettingsFault)
  {
    guard open.count < YAMLNodes.depthLimit else {
      throw SettingsFault(
        .limit, "values are nested deeper than \(YAMLNodes.depthLimit) levels",
        at: place(mark, path: ""))
    }
    open.append(
      Container(
        isMapping: isMapping, place: place(mark, path: pathOfNext), anchor: anchor,
        countBefore: count))
  }

  private mutating func end() {
    guard let container = open.popLast() else { return }
    let value: PropertyListValue =
      container.isMapping
      ? .dictionary(container.merged + container.entries) : .array(container.elements)
    if let anchor = container.anchor {
      anchors[anchor] = (value, count - container.countBefore + 1)
    }
    append(PropertyListNode(value, at: container.place))
  }

  private mutating func add(_ value: PropertyListValue, count added: Int = 1, _ mark: yaml_mark_t)
    throws(SettingsFault)
  {
    count += added
    guard count <= YAMLNodes.valueLimit else {
      throw SettingsFault(
        .limit, "the file holds more than \(YAMLNodes.valueLimit) values",
        at: place(mark, path: ""))
    }
    append(PropertyListNode(value, at: place(mark, path: pathOfNext)))
  }

  private mutating func append(_ node: PropertyListNode) {
    guard let last = open.indices.last else {
      root = node
      return
    }
    guard open[last].isMapping else {
      open[last].elements.append(node)
      return
    }
    guard let key = open[last].key else {
      // A mapping or list as a key: no setting is named so.
      open[last].key = ("", node.place)
      return
    }
    open[last].key = nil
    if key.name == "<<" {
      open[last].merged += node.value.entries ?? []
      return
    }
    // What was merged in gives way.
    open[last].entries.append(PropertyListEntry(key: key.name, keyPlace: key.place, node: node))
  }

  // MARK: Places and values

  private func place(_ mark: yaml_mark_t, path: String) -> SettingPlace {
    SettingPlace(
      file: file, path: path, line: Int(clamping: mark.line) + 1,
      column: Int(clamping: mark.column) + 1)
  }

  private func path(with name: String) -> String {
    guard let parent = open.last?.place.path, !parent.isEmpty else { return name }
    // Long keys are not copied into the path of every part below them.
    return parent.utf8.count > 256 ? parent : "\(parent)/\(name)"
  }

  private var pathOfNext: String {
    guard let container = open.last else { return "" }
    if let key = container.key { return key.place.path }
    return path(with: String(container.elements.count))
  }

  /// The value of a scalar without quotes, as YAML 1.1 has it; nil for null.
  private static func value(ofPlain text: String) -> PropertyListValue? {
    switch text {
    case "", "~", "null", "Null", "NULL": return nil
    case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON": return .boolean(true)
    case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF": return .boolean(false)
    default: break
    }
    if let number = Int64(text) { return .integer(number) }
    let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    if isNumber, let number = Double(text) { return .real(number) }
    return .string(text)
  }
}

extension SettingsReading {
  fileprivate init(root: PropertyListNode?, faults: [SettingsFault]) {
    self.root = root
    self.faults = faults
  }
}
