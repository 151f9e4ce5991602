import Foundation
import Readers
import Support
import Testing
import Validator

/// A file of the corpus.
private func specimen(_ name: String) throws -> MemorySource {
  MemorySource(Array(try Data(contentsOf: URL(filePath: "\(Corpus.path)/\(name)"))))
}

extension ComparedPart {
  /// The part with a path of keys.
  fileprivate func part(_ keys: String...) -> ComparedPart? {
    keys.reduce(self) { part, key in part?.children.first { $0.key == key } }
  }
}

@Suite struct `The parts of a file for comparing` {
  private let pair = "identifier-mismatch-pass-jpeg-and-h264"

  @Test func `name tracks by what they hold, and keys by their names`() throws {
    let file = try PartReader.read(specimen("\(pair)/IMG_0001.MOV")).file
    let movie = try #require(file.part("moov"))
    #expect(
      movie.children.map(\.key) == [
        "mvhd", "track video", "track live-photo-info", "track still-image-time", "meta",
      ])
    let still = try #require(movie.part("track still-image-time"))
    #expect(still.part("tref", "cdsc")?.value == "to the track video")
    #expect(still.part("samples", "still-image-time")?.value == "at 1 s (600/600)")
    #expect(
      still.part("samples", "still-image-time", "still-image-time")?.value == "-1 (type 65, int8)")
    #expect(movie.part("meta", "com.apple.quicktime.make")?.value == "\"Apple\" (type 1, UTF-8)")
    #expect(movie.part("mvhd", "duration")?.value == "2 s (1200/600)")
  }

  @Test func `leave out where samples lie`() throws {
    let file = try PartReader.read(specimen("\(pair)/IMG_0001.MOV")).file
    let video = try #require(file.part("moov", "track video"))
    #expect(video.part("stsz") != nil)
    #expect(video.part("stco") == nil && video.part("stsc") == nil)
    #expect(file.part("mdat") == nil && file.part("wide") == nil)
  }

  @Test(arguments: ["-jpeg-and-h264/IMG_0001.JPG", "-heic-and-hevc/IMG_0001.HEIC"])
  func `show Exif in one place whatever the format`(name: String) throws {
    let file = try PartReader.read(specimen("identifier-mismatch-pass" + name)).file
    let exif = try #require(file.part("Exif"))
    #expect(exif.value == "TIFF, MM, big-endian")
    #expect(exif.part("IFD0", "Model")?.value == "\"iPhone 15\" (ASCII × 10)")
    let identifier = try #require(exif.part("MakerNote", "0x0011 ContentIdentifier"))
    #expect(identifier.path.hasSuffix("Exif/MakerNote/0x0011"))
    // Pointers to directories are positions.
    #expect(exif.part("IFD0", "ExifIFD") == nil)
  }

  @Test func `show the items of a HEIF file by what they are`() throws {
    let file = try PartReader.read(
      specimen("identifier-mismatch-pass-heic-and-hevc/IMG_0001.HEIC")
    ).file
    let picture = try #require(file.part("meta", "picture"))
    #expect(picture.value == "'grid'")
    #expect(picture.part("ispe")?.value == "64×48")
    #expect(picture.part("tile", "ispe")?.value == "64×64")
    #expect(picture.part("tile")?.value == "1 tile, 'hvc1', hidden")
    #expect(file.part("meta", "iinf") == nil)
  }

  @Test func `say what is damaged`() throws {
    let bytes = try Data(
      contentsOf: URL(filePath: "\(Corpus.path)/\(pair)/IMG_0001.MOV"))
    let file = try PartReader.read(MemorySource(Array(bytes.prefix(8_000)))).file
    #expect(file.part("moov")?.value.hasPrefix("! the box says it is") == true)
  }

  @Test func `of any mutated bytes come without a crash`() throws {
    for name in [
      "-jpeg-and-h264/IMG_0001.JPG", "-jpeg-and-h264/IMG_0001.MOV", "-heic-and-hevc/IMG_0001.HEIC",
    ] {
      let path = "\(Corpus.path)/identifier-mismatch-pass" + name
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      var state: UInt64 = 0x9E37_79B9_7F4A_7C15
      for _ in 0..<300 {
        var mutant = bytes
        for _ in 0..<4 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let index = Int(truncatingIfNeeded: state >> 33) % mutant.count
          mutant[index] = state & 1 << 62 == 0 ? 0xFF : UInt8(truncatingIfNeeded: state >> 20)
        }
        let source = MemorySource(mutant)
        _ = try PartReader.read(source)
        _ = try CodedDataReader.read(source)
      }
    }
  }
}

@Suite struct `The coded media of a file` {
  private func coded(_ name: String) throws -> [CodedPart] {
    try CodedDataReader.read(specimen(name))
  }

  @Test func `are the samples of each track`() throws {
    let parts = try coded("identifier-mismatch-pass-jpeg-and-h264/IMG_0001.MOV")
    #expect(parts.map(\.name) == ["video", "live-photo-info", "still-image-time"])
    #expect(parts.map(\.count) == [60, 60, 1])
    #expect(parts.map(\.digests.count) == [60, 60, 1])
    #expect(parts.allSatisfy { $0.problem == nil })
  }

  @Test func `are the same with other metadata around them`() throws {
    let own = try coded("identifier-mismatch-pass-jpeg-and-h264/IMG_0001.JPG")
    let stripped = try coded("identifier-missing-in-still-fail-makernote-stripped/IMG_0001.JPG")
    #expect(own == stripped)
    #expect(own.first?.digests.count == 1)
  }

  @Test func `of a cut file are those that are there, and that some are not`() throws {
    let path = "\(Corpus.path)/identifier-mismatch-pass-heic-and-hevc/IMG_0001.HEIC"
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let cut = try CodedDataReader.read(MemorySource(Array(bytes.dropLast(100))))
    #expect(cut.first?.problem?.contains("cannot be read") == true)
    #expect(cut.first?.digests.isEmpty == true)
    let jpeg = try coded("still-truncated-fail-jpeg-cut/IMG_0001.JPG")
    #expect(jpeg.first?.problem == "the picture ends without its end marker")
    let movie = try coded("movie-truncated-fail-moov-lost/IMG_0001.MOV")
    #expect(movie.first?.problem?.contains("no readable moov") == true)
  }

  @Test func `of a table whose samples lie over one another are not read again and again`() throws {
    let path = "\(Corpus.path)/identifier-mismatch-pass-jpeg-and-h264/IMG_0001.MOV"
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let table = try #require(bytes.indices.first { bytes[$0...].starts(with: "stsz".utf8) })
    // One size for all samples: nearly the whole file.
    bytes.replaceSubrange((table + 8)..<(table + 12), with: [0, 0, 0x20, 0])
    let parts = try CodedDataReader.read(MemorySource(bytes))
    #expect(parts.first?.problem != nil)
    #expect((parts.first?.digests.count ?? 9) <= 2)
  }
}
