internal import Validator

/// A line of an `.xcconfig` file that says something.
enum XCConfigLine {
  /// `#include?` names a file that need not be there.
  case include(path: String, isOptional: Bool, place: SettingPlace)
  /// The name with its condition; `cut` is what a comment cut off the value.
  case assignment(name: String, value: String, cut: String?, place: SettingPlace)
  /// Here the reader's limit was reached: further lines are not known.
  case end(place: SettingPlace)

  /// The most lines of one file; real ones have a few hundred.
  fileprivate static let lineLimit = 10_000

  /// The lines of a file.
  ///
  /// `//` begins a comment anywhere, also inside a value and inside quotes; one `;` at the end of
  /// a value is left out.
  static func lines(of bytes: [UInt8], file: FilePath) -> [XCConfigLine] {
    var lines: [XCConfigLine] = []
    var number = 0
    for line in bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: lineLimit, omittingEmptySubsequences: false)
    {
      number += 1
      guard number <= lineLimit else {
        lines.append(.end(place: SettingPlace(file: file, line: number)))
        break
      }
      let text = trimmed(line)
      guard let first = text.first else { continue }
      let place = SettingPlace(
        file: file, line: number, column: text.startIndex - line.startIndex + 1)
      if first == UInt8(ascii: "#") {
        if let (path, isOptional) = inclusion(text) {
          lines.append(.include(path: path, isOptional: isOptional, place: place))
        }
      } else if let assignment = assignment(text, place) {
        lines.append(assignment)
      }
    }
    return lines
  }

  /// The path of `#include "…"` and `#include? "…"`.
  private static func inclusion(_ text: ArraySlice<UInt8>) -> (path: String, isOptional: Bool)? {
    guard text.starts(with: "#include".utf8) else { return nil }
    let parts = text.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return nil }
    return (String(decoding: parts[1], as: UTF8.self), parts[0].contains(UInt8(ascii: "?")))
  }

  private static func assignment(_ text: ArraySlice<UInt8>, _ place: SettingPlace)
    -> XCConfigLine?
  {
    let comment = commentStart(text)
    let code = trimmed(text[..<(comment ?? text.endIndex)])
    // The name may hold `=` in its condition: KEY[sdk=iphoneos*].
    var depth = 0
    let equals = code.firstIndex { byte in
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      return byte == UInt8(ascii: "=") && depth <= 0
    }
    guard let equals else { return nil }
    let name = String(decoding: trimmed(code[..<equals]), as: UTF8.self)
    guard !name.isEmpty else { return nil }
    var value = trimmed(code[(equals + 1)...])
    if value.last == UInt8(ascii: ";") { value = trimmed(value.dropLast()) }
    // `https://…`: a comment that is meant as one has a space before it.
    var cut: String?
    if let comment, comment > equals + 1, !isSpace(text[comment - 1]) {
      cut = String(decoding: trimmed(text[comment...]), as: UTF8.self)
    }
    var place = place
    place.path = name
    return .assignment(
      name: name, value: String(decoding: value, as: UTF8.self), cut: cut, place: place)
  }

  private static func commentStart(_ text: ArraySlice<UInt8>) -> Int? {
    let slash = UInt8(ascii: "/")
    return text.indices.dropLast().first { text[$0] == slash && text[$0 + 1] == slash }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }
}

/// Puts the settings of an `.xcconfig` file and of those it includes together.
struct XCConfigReader {
  /// How deep files may include files.
  private static let depthLimit = 32
  /// The most includes of one file, all levels together: two lines that each include the next file
  /// twice double with every level.
  private static let includeLimit = 500

  private let loader: SettingsLoader
  private let projectFolder: FilePath
  private let configuration: String
  private var isComplete = true
  private var unread: UnreadSource?
  private var plain: [String: BuildSetting] = [:]
  private var conditional: [String: BuildSetting] = [:]
  private var open: [FilePath] = []
  private var includeCount = 0

  private init(loader: SettingsLoader, projectFolder: FilePath, configuration: String) {
    self.loader = loader
    self.projectFolder = projectFolder
    self.configuration = configuration
  }

  /// What a file and those that it includes come to in a configuration.
  struct Result {
    var settings: [String: BuildSetting]
    /// Whether all files were there.
    var isComplete: Bool
    /// The first one that may hold any setting and was not read.
    var unread: UnreadSource?
  }

  /// What a file comes to; each is put together once, as all targets may share it.
  static func result(
    of file: FilePath, loader: SettingsLoader, projectFolder: FilePath, configuration: String
  ) -> Result {
    let name = SettingsLoader.ConfigurationName(file: file, configuration: configuration)
    if let known = loader.results[name] { return known }
    var reader = XCConfigReader(
      loader: loader, projectFolder: projectFolder, configuration: configuration)
    reader.read(file)
    let result = Result(
      settings: reader.settings, isComplete: reader.isComplete, unread: reader.unread)
    loader.results[name] = result
    return result
  }

  /// The settings; a later line replaces an earlier one, one whose condition holds any without.
  private var settings: [String: BuildSetting] { plain.merging(conditional) { $1 } }

  /// Reads a file and what it includes.
  private mutating func read(_ file: FilePath) {
    let file = file.normalised
    guard let lines = loader.configurationLines(file) else {
      isComplete = false
      return
    }
    open.append(file)
    defer { open.removeLast() }
    for line in lines {
      switch line {
      case .include(let path, let isOptional, let place):
        include(path, isOptional: isOptional, from: file, at: place)
      case .end(let place):
        let reason =
          "the file is not read from here on: it has over \(XCConfigLine.lineLimit) lines"
        loader.note([SettingsFault(.limit, reason, at: place)])
        leave(file, ReadError(.limit, reason, at: Place("file", offset: 0, length: 0)))
      case .assignment(let written, let value, let cut, let place):
        guard
          let (name, isConditional) = SettingCondition.name(
            written, configuration: configuration)
        else { continue }
        let setting = BuildSetting(
          name: name, value: value, cutByComment: cut, layer: .xcconfig, place: place)
        if isConditional { conditional[name] = setting } else { plain[name] = setting }
      }
    }
  }

  /// Leaves a file, or the rest of it, unread.
  private mutating func leave(_ file: FilePath, _ error: ReadError) {
    isComplete = false
    // What tools write sets paths and versions.
    if !file.isWrittenByTool { unread = unread ?? UnreadSource(file, error) }
  }

  private mutating func include(
    _ path: String, isOptional: Bool, from file: FilePath, at place: SettingPlace
  ) {
    let beside = file.parent.appending(path: path)
    let isBeside = Directory.kind(of: beside) != nil
    let inProject = projectFolder.appending(path: path)
    let isThere = isBeside || Directory.kind(of: inProject) != nil
    if isOptional, !isThere { return }
    // Xcode's own files and variables, which Xcode alone can look up.
    if path.hasPrefix("<") || path.contains("$(") {
      isComplete = false
      return
    }
    let included = isThere && !isBeside ? inProject : beside
    // Xcode stops where it does not find a file that is not optional; a script may yet write it.
    if let error = loader.obstacle(
      to: included, "#include names \(path)", at: place, missing: .warning)
    {
      leave(included, error)
      return
    }
    if let start = open.firstIndex(of: included) {
      let circle = (open[start...] + [included]).map(\.nameText).joined(separator: " includes ")
      loader.note([
        SettingsFault(.malformed, "the file includes itself: \(circle)", at: place)
      ])
      return
    }
    includeCount += 1
    guard open.count < XCConfigReader.depthLimit, includeCount <= XCConfigReader.includeLimit
    else {
      isComplete = false
      loader.note([
        SettingsFault(
          .limit,
          "more than \(XCConfigReader.includeLimit) files are included, or more than "
            + "\(XCConfigReader.depthLimit) within each other", at: place)
      ])
      return
    }
    read(included)
  }
}
