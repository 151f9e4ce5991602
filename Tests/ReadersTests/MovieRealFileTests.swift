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
    if line[9].contains("live-photo-still-image-transform") {
      let transform = try #require(movie.stillImageTransform.value)
      if line[1] == "pairs" { #expect(!transform.isIdentity) }
      let hasDimensions = line[9].contains("reference-dimensions")
      #expect(
        transform.referenceDimensions
          == (hasDimensions ? ApertureSize(width: 1_920, height: 1_440) : nil))
    } else {
      #expect(movie.stillImageTransform.isAbsent)
    }
  }

  @Test(arguments: RealFiles.movies.filter { $0[1] == "pairs" })
  func `from cameras hold what cameras write`(line: [String]) throws {
    let movie = try RealFiles.read(
      "real/\(line[0])", plan: ReadingPlan(readsLivePhotoInfo: true))
    let info = try #require(movie.livePhotoInfo.value)
    #expect(info.payloadsRead == Int(info.sampleCount))
    #expect(info.distinctPayloads == info.payloadsRead)
    #expect(info.hasSetupDescription)
    #expect(info.payloadVersion == (line[2].contains("iOS 12") ? 1 : 3))
    #expect(info.sampleCount == movie.videoTrack.value?.sampleCount)
    #expect(info.timeToSample == movie.videoTrack.value?.timeToSample)
    #expect(movie.motionDataStep == .inStep)
    #expect(movie.make.value == "Apple")
    #expect(movie.software.value.map { line[2].contains($0.prefix(4)) } == true)
    #expect(movie.location.value == Coordinate(latitude: 0, longitude: 0))
    let taken = try #require(movie.creationDate.value)
    let written = try #require(movie.headerDate.value)
    let zone = try #require(taken.zoneMinutes)
    #expect(abs(taken.localSeconds - Int64(zone * 60) - written.localSeconds) < 5)
    #expect(movie.encoderTrace.isAbsent)
  }

  @Test(arguments: [
    "pairs/p01_iphone17pro_ios26.4_heic_hevc_portrait.mov",
    "pairs/p07_iphone6s_ios12.4_jpg_h264_portrait_original.mov",
  ])
  func `survive mutations of their index`(name: String) throws {
    let content = try [UInt8](Data(contentsOf: RealFiles.root.appending(path: "real/\(name)")))
    let moov = try #require(content.lastOffset(of: "moov")) - 4
    // The media is left out: samples then lie past the end, which is a path of its own.
    let original = Array(content[moov...])
    var state: UInt64 = 20_240_501
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    for _ in 0..<400 {
      var bytes = original
      for _ in 0...random(8) { bytes[8 + random(bytes.count - 8)] = UInt8(random(256)) }
      let movie = try MovieBytes.read(bytes, plan: ReadingPlan(readsLivePhotoInfo: true))
      #expect(!movie.damages.isEmpty)
    }
  }

  @Test(
    arguments: RealFiles.files(below: "real/malformed") { name in
      [".mp4", ".mov", ".bin"].contains { name.hasSuffix($0) }
    })
  func `broken in any way end in facts or errors`(name: String) throws {
    let movie = try RealFiles.read(name, plan: ReadingPlan(readsLivePhotoInfo: true))
    #expect(movie.tracks.value != nil || movie.tracks.readError != nil)
  }

  @Test(arguments: RealFiles.files(below: "cases") { $0.hasSuffix(".MOV") })
  func `of the cases have the damage that the case is named for`(name: String) throws {
    let movie = try RealFiles.read(name)
    let isBroken = ["empty-movie-file", "movie-truncated", "same-bytes"].contains {
      name.contains($0)
    }
    #expect(movie.damages.isEmpty != isBroken)
  }
}
