internal import Validator

/// Reads the settings files of one app, each once, and keeps their faults.
final class SettingsLoader {
  /// The files that were read, in that order.
  private(set) var files: [FilePath] = []
  private(set) var faults: [SettingsFault] = []
  private var known: Set<SettingsFault> = []
  private var lists: [FilePath: Result<PropertyListNode, ReadError>] = [:]
  private var configurations: [FilePath: [XCConfigLine]?] = [:]
  private let boundary: ProjectBoundary
  /// What the boundary said of each file: configurations and targets share files.
  private var isHeld: [FilePath: Bool] = [:]

  init(_ boundary: ProjectBoundary) {
    self.boundary = boundary
  }

  /// An xcconfig file in a build configuration.
  struct ConfigurationName: Hashable {
    var file: FilePath
    var configuration: String
  }

  /// A dictionary of build settings in a build configuration.
  private struct LevelName: Hashable {
    var place: SettingPlace
    var configuration: String
  }

  private var levels: [LevelName: [String: BuildSetting]] = [:]

  /// The build settings of a dictionary, which all targets may share.
  func level(_ node: PropertyListNode?, layer: SettingLayer, configuration: String)
    -> [String: BuildSetting]
  {
    guard let node else { return [:] }
    let name = LevelName(place: node.place, configuration: configuration)
    if let level = levels[name] { return level }
    let level = BuildSettings.level(node, layer: layer, configuration: configuration)
    levels[name] = level
    return level
  }

  /// What xcconfig files came to so far.
  var results: [ConfigurationName: XCConfigReader.Result] = [:]

  /// A property list of any form.
  func propertyList(_ file: FilePath) -> Result<PropertyListNode, ReadError> {
    if let result = lists[file] { return result }
    let result = read(file) { PropertyListReader.read($0, file: file) }
    lists[file] = result
    return result
  }

  /// A JSON file as a property list.
  func json(_ file: FilePath) -> Result<PropertyListNode, ReadError> {
    read(file) { JSONNodes.read($0, file: file) }
  }

  /// A YAML file as a property list.
  func yaml(_ file: FilePath) -> Result<PropertyListNode, ReadError> {
    read(file) { YAMLNodes.read($0, file: file) }
  }

  /// The lines of an xcconfig file; nil where it cannot be read.
  func configurationLines(_ file: FilePath) -> [XCConfigLine]? {
    if let lines = configurations[file] { return lines }
    let lines = (try? bytes(of: file)).map { XCConfigLine.lines(of: $0, file: file) }
    configurations[file] = .some(lines)
    return lines
  }

  /// The bytes of a file, which counts as read from now on.
  ///
  /// - Throws: `notOpened` where it cannot be opened or leads out of the app.
  func bytes(of file: FilePath) throws(ReadError) -> [UInt8] {
    let bytes = try peek(file)
    files.append(file)
    return bytes
  }

  /// The bytes of a file that may turn out not to matter.
  ///
  /// - Throws: `notOpened` where it cannot be opened or leads out of the app.
  func peek(_ file: FilePath) throws(ReadError) -> [UInt8] {
    guard holds(file) else {
      throw ReadError(
        .notOpened, "leads out of the project and is not read",
        at: Place("file", offset: 0, length: 0))
    }
    return try SettingsFile.bytes(of: file)
  }

  /// Why a file that a setting names is not read; nil where it can be.
  ///
  /// It may lead out of the app, or not be there. The fault is noted.
  ///
  /// - Parameters:
  ///   - reference: the setting and what it names, as messages begin: `#include names A.xcconfig`.
  ///   - missing: the most that a missing file counts as.
  func obstacle(
    to file: FilePath, _ reference: String, at place: SettingPlace, missing: Severity? = nil
  ) -> ReadError? {
    var fault: SettingsFault
    if !holds(file) {
      fault = SettingsFault(
        .outside, "\(reference), which lies outside of the project and is not read", at: place,
        atMost: .note)
    } else if Directory.kind(of: file) == nil {
      fault = SettingsFault(
        .missing, "\(reference), which is not there", at: place, atMost: missing)
      if file.isWrittenByTool {
        fault.message += " yet; a tool writes it before the build"
        fault.atMost = .note
      }
    } else {
      return nil
    }
    note([fault])
    return ReadError(.notOpened, fault.message, at: Place("file", offset: 0, length: 0))
  }

  private func holds(_ file: FilePath) -> Bool {
    if let known = isHeld[file] { return known }
    let isInside = boundary.holds(file)
    isHeld[file] = isInside
    return isInside
  }

  /// Notes a file that was found and could not be read.
  func noteUnread(_ file: FilePath, _ error: ReadError) {
    let kind: SettingsFault.Kind =
      !holds(file) ? .outside : error.kind == .limit ? .limit : .missing
    note([
      SettingsFault(
        kind, error.reason, at: SettingPlace(file: file), atMost: kind == .outside ? .note : nil)
    ])
  }

  /// Notes faults, each once.
  func note(_ faults: [SettingsFault]) {
    for fault in faults where known.insert(fault).inserted { self.faults.append(fault) }
  }

  /// Notes that a project has more targets than are looked at, where it has.
  func noteTargets(beyondLimit count: Int, at place: SettingPlace) {
    guard count > TargetSource.targetLimit else { return }
    note([
      SettingsFault(
        .limit, "the project has \(count) targets, \(TargetSource.targetLimit) are looked at",
        at: place)
    ])
  }

  /// Notes a file that was read in another way.
  func note(_ file: FilePath) { files.append(file) }

  private func read(_ file: FilePath, _ parse: ([UInt8]) -> SettingsReading)
    -> Result<PropertyListNode, ReadError>
  {
    do throws(ReadError) {
      return take(parse(try bytes(of: file)))
    } catch {
      // What is not there or not the app's is for those to tell who know why it was looked for.
      if error.kind == .limit { noteUnread(file, error) }
      return .failure(error)
    }
  }

  /// Keeps a reading's faults and gives its value.
  func take(_ reading: SettingsReading) -> Result<PropertyListNode, ReadError> {
    note(reading.faults)
    if let root = reading.root { return .success(root) }
    let fault = reading.faults.last
    return .failure(
      ReadError(
        fault?.kind == .limit ? .limit : .malformed, fault?.message ?? "the file holds no value",
        at: Place("file", offset: 0, length: 0)))
  }
}

extension FilePath {
  /// Whether a tool writes the file before a build, so that sources that were checked out lack it:
  /// Flutter's `Generated.xcconfig`, and what CocoaPods keeps in `Pods`.
  var isWrittenByTool: Bool {
    nameText == "Generated.xcconfig"
      || bytes.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("Pods".utf8) }
  }
}
