package import Validator

/// What the sources of a project show that it does.
package struct SourceSurvey: Sendable {
  /// One for each kind, call and state of availability, at its first place; by path and line.
  package var needs: [AppNeed] = []
  /// Sources that were not read, with the reason: what they call is not known.
  package var unread: [UnreadSource] = []
}

/// Tells from Swift and Objective-C sources what an app does, so that the keys it needs are known.
///
/// Only calls count, as they stand in code that may be compiled: comments, strings and
/// `#if false` show nothing, and neither does a type's name by itself.
package enum SourceNeedScanner {
  /// The largest source that is taken apart: hand-written files end far below.
  package static let sizeLimit: UInt64 = 2 * 1024 * 1024
  /// The largest source that is searched for the names of calls: generated files hold none, and
  /// then there is nothing to take apart.
  package static let searchLimit: UInt64 = 32 * 1024 * 1024
  /// How many sources of a project are read, so that a scan ends within seconds.
  package static let fileLimit = 20_000
  /// How many bytes of sources are read, all together; the largest open-source apps have 50 MB.
  package static let totalLimit: UInt64 = 512 * 1024 * 1024

  /// The needs that one source text shows, each at its first place, in the order of the text.
  package static func needs(
    in bytes: [UInt8], file: FilePath, language: SourceLanguage
  ) -> [AppNeed] {
    guard let source = read(bytes, file: file, language: language) else { return [] }
    return merged(source.sightings.filter { isOurs($0.pattern, in: source.companions) })
  }

  /// The needs that a project's sources show, and the sources that were not read.
  ///
  /// - Parameters:
  ///   - files: any files; those that are no Swift or Objective-C source are passed over, and so
  ///     are those of test targets.
  ///   - root: the project's folder; a folder above it that is called `Tests` says nothing.
  ///   - targets: the names of the targets that are built from a file; nil where they are not
  ///     known. A file of none tells nothing.
  package static func survey(
    _ files: [FilePath], below root: FilePath? = nil,
    targets: (FilePath) -> Set<String>? = { _ in nil }
  ) -> SourceSurvey {
    var survey = SourceSurvey()
    var sightings: [Sighting] = []
    var companions: Set<String> = []
    var count = 0
    var total: UInt64 = 0
    for file in files.sorted() {
      guard let language = language(of: file), !isTest(file, below: root) else { continue }
      let owners = targets(file)
      if let owners, owners.isEmpty { continue }
      count += 1
      do throws(ReadError) {
        let bytes = try bytes(of: file, number: count, total: &total)
        guard let source = read(bytes, file: file, language: language) else {
          guard bytes.count > sizeLimit, CallIndex.index(of: language).names.occur(in: bytes) else {
            continue
          }
          throw notRead(
            "it has \(bytes.count) bytes, over \(sizeLimit), and names calls that matter")
        }
        sightings += source.sightings.map { sighting in
          var sighting = sighting
          sighting.need.targets = owners
          return sighting
        }
        companions.formUnion(source.companions)
      } catch {
        survey.unread.append(UnreadSource(file, error))
      }
    }
    survey.needs = merged(sightings.filter { isOurs($0.pattern, in: companions) })
    return survey
  }

  // MARK: One file

  /// A need with the pattern that it was found by.
  private struct Sighting {
    var need: AppNeed
    var pattern: CallPattern
  }

  private struct Source {
    var sightings: [Sighting] = []
    /// The companions that are named in it.
    var companions: Set<String> = []
  }

  /// Nil where the text names nothing that is looked for: most files are never taken apart.
  private static func read(
    _ bytes: [UInt8], file: FilePath, language: SourceLanguage
  ) -> Source? {
    let index = CallIndex.index(of: language)
    // A script that is run by itself is no part of an app.
    guard bytes.count <= Int(sizeLimit), !bytes.starts(with: "#!".utf8),
      index.names.occur(in: bytes)
    else { return nil }
    let text = SourceText(bytes, language: language)
    var source = Source()
    for token in 0..<text.count where text.isWord(token, in: index.companions) {
      source.companions.insert(text.word(token))
      if let name = declaredName(before: token, in: text) {
        source.companions.insert("\(name): \(text.word(token))")
      }
    }
    let calls = CallMatcher(text, language: language).calls(of: index).filter { call in
      guard case .inFile(let name) = call.pattern.companion else { return true }
      return source.companions.contains(name)
    }
    let releases =
      language == .swift ? AvailabilityScopes.releases(at: calls.map(\.token), in: text) : []
    var lines = LineCounter(bytes)
    for (number, call) in calls.enumerated() {
      let (line, column) = lines.place(of: text.tokens[call.token].range.lowerBound)
      var need = AppNeed(
        call.pattern.kind, call: call.name,
        place: SettingPlace(file: file, line: line, column: column))
      if number < releases.count {
        need.isGuardedByAvailability = releases[number].first >= max(1, call.pattern.since)
        need.onlyBefore = releases[number].end.map { "\($0 / 100).\($0 % 100)" }
      }
      source.sightings.append(Sighting(need: need, pattern: call.pattern))
    }
    return source
  }

  /// The name in front of a type: `sourceType` of `sourceType: UIImagePickerController.SourceType`.
  private static func declaredName(before type: Int, in text: SourceText) -> String? {
    text.isSign(type - 1, ":") && text.isWord(type - 2) ? text.word(type - 2) : nil
  }

  private static func isOurs(_ pattern: CallPattern, in companions: Set<String>) -> Bool {
    guard case .inProject(let name) = pattern.companion else { return true }
    return companions.contains(name)
  }

  /// The first of each kind and call; a call without an availability check is kept beside one with.
  private static func merged(_ sightings: [Sighting]) -> [AppNeed] {
    var seen: Set<AppNeed> = []
    return sightings.map(\.need).filter { need in
      var key = need
      key.place = nil
      return seen.insert(key).inserted
    }
  }

  // MARK: Files

  private static func bytes(of file: FilePath, number: Int, total: inout UInt64)
    throws(ReadError) -> [UInt8]
  {
    guard number <= fileLimit else {
      throw notRead("the project has over \(fileLimit) sources")
    }
    let source = try FileSource(file)
    guard source.size <= searchLimit else {
      throw notRead("it has \(source.size) bytes, the limit is \(searchLimit)")
    }
    guard total + source.size <= totalLimit else {
      throw notRead("the project's sources have over \(totalLimit) bytes")
    }
    total += source.size
    return try source.bytes(at: 0, count: Int(source.size))
  }

  private static func notRead(_ reason: String) -> ReadError {
    ReadError(.limit, "is not read: \(reason)", at: Place("file", offset: 0, length: 0))
  }

  private static func language(of file: FilePath) -> SourceLanguage? {
    let name = file.name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    return switch String(decoding: name[(dot + 1)...], as: UTF8.self) {
    case "swift": .swift
    case "m", "mm", "h": .objectiveC
    default: nil
    }
  }

  /// Whether a folder on the way to a file is one of a test target: `AppTests`, `AppUITests`.
  private static func isTest(_ file: FilePath, below root: FilePath?) -> Bool {
    var folder = file.folder
    if let root = root?.bytes, folder.starts(with: root) { folder = folder.dropFirst(root.count) }
    return folder.split(separator: UInt8(ascii: "/")).contains { component in
      component.reversed().starts(with: "Tests".utf8.reversed())
    }
  }
}

/// Tells line and column of rising offsets, each byte counted once.
private struct LineCounter {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lineStart = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Line and column from 1; `\n`, `\r\n` and a single `\r` end a line.
  mutating func place(of offset: Int) -> (line: Int, column: Int) {
    while position < min(offset, bytes.count) {
      let byte = bytes[position]
      position += 1
      let isFirstOfTwo = byte == 0x0D && position < bytes.count && bytes[position] == 0x0A
      if byte.isLineEnd, !isFirstOfTwo {
        line += 1
        lineStart = position
      }
    }
    return (line, offset - lineStart + 1)
  }
}
