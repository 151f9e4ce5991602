internal import Validator

/// Reads the settings files of one app, each once, and keeps their faults.
final class SettingsLoader {
  /// The files that were read, in that order.
  private(set) var files: [FilePath] = []
  private(set) var faults: [SettingsFault] = []
  private var known: Set<SettingsFault> = []
  private var lists: [FilePath: Result<PropertyListNode, ReadError>] = [:]
  private var configurations: [FilePath: [XCConfigLine]?] = [:]

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
  func bytes(of file: FilePath) throws(ReadError) -> [UInt8] {
    let bytes = try SettingsFile.bytes(of: file)
    files.append(file)
    return bytes
  }

  /// Notes faults, each once.
  func note(_ faults: [SettingsFault]) {
    for fault in faults where known.insert(fault).inserted { self.faults.append(fault) }
  }

  /// Notes a file that was read in another way.
  func note(_ file: FilePath) { files.append(file) }

  private func read(_ file: FilePath, _ parse: ([UInt8]) -> SettingsReading)
    -> Result<PropertyListNode, ReadError>
  {
    do throws(ReadError) {
      return take(parse(try bytes(of: file)))
    } catch {
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
