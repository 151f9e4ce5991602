import Foundation
import Readers
import Testing
import Validator

/// Device files beside the package, where they exist.
private enum RealFiles {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared")
  static let exist = FileManager.default.fileExists(atPath: root.appending(path: "real").path)

  /// The columns of the movies' lines in the manifest.
  static let movies: [[String]] = {
    let path = root.appending(path: "real/MANIFEST.tsv")
    guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [] }
    return text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }.filter { line in
      ["pairs", "tool_pairs", "broken_pairs", "singles"].contains(line[1])
        && line[0].lowercased().hasSuffix(".mov")
    }
  }()

  static func files(below folder: String, where isWanted: (String) -> Bool) -> [String] {
    let base = root.appending(path: folder)
    let found = FileManager.default.enumerator(atPath: base.path)?.allObjects ?? []
    return found.compactMap { $0 as? String }.filter(isWanted).map { "\(folder)/\($0)" }.sorted()
  }

  static func read(_ name: String, plan: ReadingPlan = ReadingPlan()) throws -> Movie {
    let path = FilePath(root.appending(path: name).path)
    let bytes = try SourceBytes(FileSource(path))
    var movie = Movie(
      file: MediaFile(path: path, size: bytes.size, type: nil),
      unreadable: ReadError(
        .notOpened, "not read yet", at: Place("file", offset: 0, length: 0)))
    MovieReader.read(bytes, into: &movie, plan: plan)
    return movie
  }
}

@Suite(.enabled(if: RealFiles.exist, "the device files are not beside the package"))
struct `Movies of devices and tools` {
  @Test(arguments: RealFiles.movies)
  func `read as the manifest says`(line: [String]) throws {
    let movie = try RealFiles.read(
      "real/\(line[0])", plan: ReadingPlan(readsLivePhotoInfo: true))
    #expect(movie.damages.isEmpty)
    #expect(movie.tracks.value != nil)
    let wanted = line[4]
    #expect(movie.identifier.value?.text == (wanted.isEmpty ? nil : wanted))
    #expect(movie.identifier.isAbsent == wanted.isEmpty)
    #expect(movie.identifier.value?.oddities ?? [] == [])
    #expect(movie.strayIdentifiers.isEmpty)
    if let seconds = Double(line[7].replacing(" s", with: "")) {
      let duration = try #require(movie.duration.value)
      #expect(abs(duration.seconds - seconds) < 0.0101)
    }
    if !line[5].isEmpty {
      let track = try #require(movie.videoTrack.value)
      // The manifest gives the size of the track, which may be a scaled-up one.
      let size = try #require(track.codedSize)
      let shown = line[5].split(separator: "x").compactMap { UInt32($0) }
      try #require(shown.count == 2)
      #expect(size.width * shown[1] == size.height * shown[0])
      #expect(track.matrix.orientation.map { "rot \($0.degreesClockwise)" } == line[6])
      #expect(track.codec.map { line[8].contains("\($0)") } == true)
    } else {
      #expect(movie.videoTrack.isAbsent)
    }
    if let match = line[9].firstMatch(of: /still-image-time at ([0-9.]+) s/) {
      let times = try #require(movie.stillTimes.value)
      #expect(times.count == 1)
      let time = try #require(times.first?.presentationTime?.seconds)
      #expect(abs(time - (Double(match.1) ?? -1)) < 0.001)
      #expect(times.first?.key.dataType == 65)
      #expect(times.first?.undeclaredIDs == [])
    } else {
      #expect(movie.stillTimes.isAbsent)
    }
    #expect(line[9].contains("live-photo-info") == (movie.livePhotoInfo.value != nil))
    if line[1] == "pairs" {
      let info = try #require(movie.livePhotoInfo.value)
      #expect(info.payloadsRead == Int(info.sampleCount))
      #expect(info.sampleCount == movie.videoTrack.value?.sampleCount)
    }
  }

  @Test(
    arguments: RealFiles.files(below: "real/malformed") { name in
      [".mp4", ".mov", ".bin"].contains { name.hasSuffix($0) }
    })
  func `broken in any way end in facts or errors`(name: String) throws {
    let movie = try RealFiles.read(name, plan: ReadingPlan(readsLivePhotoInfo: true))
    #expect(movie.tracks.value != nil || movie.tracks.readError != nil)
    if ProcessInfo.processInfo.environment["SHOW"] != nil { print(name, movie.damages) }
  }

  @Test(arguments: RealFiles.files(below: "cases") { $0.hasSuffix(".MOV") })
  func `of the cases have the damage that the case is named for`(name: String) throws {
    let movie = try RealFiles.read(name)
    if ProcessInfo.processInfo.environment["SHOW"] != nil {
      print(name, movie.damages, movie.identifier, movie.strayIdentifiers, movie.stillTimes)
    }
    let isBroken = ["empty-movie-file", "movie-truncated", "same-bytes"].contains {
      name.contains($0)
    }
    #expect(movie.damages.isEmpty != isBroken)
  }
}
