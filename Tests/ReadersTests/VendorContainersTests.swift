import Foundation
import Readers
import Testing
import Validator

@Suite struct `A still of another maker` {
  private static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA] + .zeros(94) + [0xFF, 0xD9]
  /// 24 bytes of `ftyp`, 16 of `mdat`, 8 of `moov`.
  private static let movie: [UInt8] = .joined(
    .big(UInt32(24)), .text("ftypmp42"), .zeros(4), .text("isommp42"), .big(UInt32(16)),
    .text("mdat"), .zeros(8), .big(UInt32(8)), .text("moov"))
  private static let onePlusTrailer: [UInt8] =
    .text("[{\"name\":\"x\"}]") + .text("jxrs") + .little(UInt32(22))
  private static let vivoTrailer: [UInt8] =
    .text("streamdata") + .zeros(30)
    + [255, 255, 255, 255, 27, 42, 57, 72, 87, 102, 117, 132, 147, 162, 177]

  private static func announcement(
    _ distance: UInt64?, _ container: EmbeddedMovie.Container = .googleMotionPhoto
  ) -> MovieAnnouncement {
    MovieAnnouncement(
      container: container, place: Place("APP1/XMP/MotionPhoto", offset: 30, length: 3),
      distanceFromEnd: distance)
  }

  private static func find(_ file: [UInt8], _ announcements: MovieAnnouncement...) throws
    -> VendorContents
  {
    VendorContainers.find(
      announcements: announcements, pictureEnd: UInt64(picture.count),
      in: try SourceBytes(MemorySource(file)))
  }

  /// A Samsung trailer with one block.
  private static func samsungTrailer(type: UInt16, name: String, content: [UInt8]) -> [UInt8] {
    let block: [UInt8] = .joined(
      .zeros(2), .little(type), .little(UInt32(name.utf8.count)), .text(name), content)
    let directory: [UInt8] = .joined(
      .text("SEFH"), .little(UInt32(107)), .little(UInt32(1)), .zeros(2), .little(type),
      .little(UInt32(block.count)), .little(UInt32(block.count)))
    return .joined(block, directory, .little(UInt32(directory.count)), .text("SEFT"))
  }

  @Test func `holds no movie where nothing follows the picture`() throws {
    let contents = try Self.find(Self.picture)
    #expect(contents.movies.isEmpty)
    #expect(contents.accounted.isEmpty)
  }

  @Test func `holds the movie where it is announced`() throws {
    let contents = try Self.find(Self.picture + Self.movie, Self.announcement(48))
    #expect(contents.movies.map(\.container) == [.googleMotionPhoto])
    #expect(contents.movies.first?.movie == Place("embedded movie", offset: 100, length: 48))
    #expect(contents.movies.first?.announcement.path.description == "APP1/XMP/MotionPhoto")
    #expect(contents.accounted == [100..<148])
  }

  @Test(arguments: [nil, 17, 179, 1 << 60] as [UInt64?])
  func `holds the movie behind the picture where the distance is wrong`(distance: UInt64?) throws {
    let contents = try Self.find(
      Self.picture + .zeros(131) + Self.movie, Self.announcement(distance))
    #expect(contents.movies.first?.movie?.offset == 231)
    #expect(contents.accounted == [100..<279])
  }

  @Test func `does not hold the movie that MicroVideo announces among zeros`() throws {
    let contents = try Self.find(
      Self.picture + .zeros(2_000), Self.announcement(1_024, .googleMicroVideo))
    #expect(contents.movies.count == 1)
    #expect(contents.movies.first?.container == .googleMicroVideo)
    #expect(contents.movies.first?.movie == nil)
    #expect(contents.accounted.isEmpty)
  }

  @Test func `tells of one movie once, however often it is announced`() throws {
    let contents = try Self.find(
      Self.picture + Self.movie, Self.announcement(48, .oppo), Self.announcement(48),
      Self.announcement(3_000, .googleMicroVideo))
    #expect(contents.movies.map(\.container) == [.oppo])
  }

  @Test func `holds a movie that nothing announces`() throws {
    let contents = try Self.find(Self.picture + Self.movie)
    #expect(contents.movies.map(\.container) == [.appended])
    #expect(contents.movies.first?.movie?.length == 48)
  }

  @Test func `is not taken to hold a movie where another picture follows`() throws {
    let heic: [UInt8] = .joined(
      .big(UInt32(24)), .text("ftypheic"), .zeros(4), .text("mif1heic"), .zeros(50))
    #expect(try Self.find(Self.picture + heic).movies.isEmpty)
  }

  @Test func `holds the movie in a Samsung trailer`() throws {
    let trailer = Self.samsungTrailer(
      type: 0x0A30, name: "MotionPhoto_Data", content: Self.movie)
    let contents = try Self.find(
      Self.picture + trailer, Self.announcement(UInt64(trailer.count - 24)))
    #expect(contents.movies.map(\.container) == [.samsung])
    #expect(contents.movies.first?.movie == Place("embedded movie", offset: 124, length: 48))
    #expect(
      contents.movies.first?.announcement.path.description == "trailer/SEFH/MotionPhoto_Data")
    #expect(contents.accounted.last == 100..<UInt64(100 + trailer.count))
  }

  @Test func `holds no movie in an ordinary Samsung trailer, whose bytes are known`() throws {
    let trailer = Self.samsungTrailer(type: 0x0A01, name: "Image_UTC_Data", content: .zeros(13))
    let contents = try Self.find(Self.picture + trailer)
    #expect(contents.movies.isEmpty)
    #expect(contents.accounted == [100..<UInt64(100 + trailer.count)])
  }

  @Test func `holds a movie between the picture and a Samsung trailer`() throws {
    let trailer = Self.samsungTrailer(type: 0x0A01, name: "Image_UTC_Data", content: .zeros(13))
    let contents = try Self.find(Self.picture + Self.movie + trailer)
    #expect(contents.movies.map(\.movie) == [Place("embedded movie", offset: 100, length: 48)])
    #expect(contents.accounted == [100..<148, 148..<UInt64(148 + trailer.count)])
  }

  @Test func `holds the movie that a LIVE_ trailer announces`() throws {
    let trailer: [UInt8] =
      .text("v3_f05", length: 20) + .text("0:0", length: 20) + .text("LIVE_68", length: 20)
    let contents = try Self.find(Self.picture + Self.movie + trailer)
    #expect(contents.movies.map(\.container) == [.huawei])
    #expect(contents.movies.first?.movie == Place("embedded movie", offset: 100, length: 48))
    #expect(contents.accounted == [100..<148, 148..<208])
    let without = try Self.find(Self.picture + .zeros(48) + trailer)
    #expect(without.movies.map(\.movie) == [nil])
  }

  @Test(arguments: [vivoTrailer, onePlusTrailer])
  func `has a trailer of vivo or OnePlus accounted for`(trailer: [UInt8]) throws {
    let contents = try Self.find(Self.picture + trailer)
    #expect(contents.movies.isEmpty)
    #expect(contents.accounted == [100..<UInt64(100 + trailer.count)])
  }

  @Test func `ends its movie where the trailer begins`() throws {
    let overlong: [UInt8] = Self.movie + .big(UInt32(9_999)) + .text("free")
    let contents = try Self.find(
      Self.picture + overlong + Self.onePlusTrailer, Self.announcement(78))
    #expect(contents.movies.first?.movie == Place("embedded movie", offset: 100, length: 56))
  }

  @Test func `survives every mutation`() throws {
    let trailer = Self.samsungTrailer(
      type: 0x0A30, name: "MotionPhoto_Data", content: Self.movie)
    let endings = [trailer, Self.vivoTrailer, Self.onePlusTrailer, .text("LIVE_68", length: 20)]
    for ending in endings {
      for bytes in Mutations(of: Self.picture + Self.movie + ending, seed: 2, count: 1_000) {
        let contents = try Self.find(bytes, Self.announcement(100))
        for range in contents.accounted { #expect(range.upperBound <= UInt64(bytes.count)) }
      }
    }
  }

  // MARK: Files of real phones

  /// The file, and where its movie begins; nil where it has none.
  static let realFiles: [(name: String, movie: UInt64?)] = [
    ("real/motion/pixel3a_motionphoto.jpg", 2_728_123),
    ("real/motion/pixel_synth_motionphoto.jpg", 18_263),
    ("real/motion/pixel_exiftool_ultrahdr_8x8.jpg", nil),
    ("real/motion/huawei_p30_gps_error.jpg", nil),
    ("real/motion/oneplus_in2020_plain.jpg", nil),
    ("cases/motion-photo-v1/PXL_20240501_101112.jpg", 5_066),
  ]
  private static let shared = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared").standardizedFileURL

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: shared.path), "the shared files are not here"),
    arguments: realFiles)
  func `from a real phone holds a movie or none`(name: String, movie: UInt64?) throws {
    let path = Self.shared.appending(path: name).path
    let bytes = try SourceBytes(try FileSource(FilePath(path)))
    let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
    // Packets and the picture's end are the JPEG reader's matter; here they are found as text.
    var announcements: [MovieAnnouncement] = []
    if let start = whole.firstRange(of: "<x:xmpmeta".utf8)?.lowerBound,
      let end = whole.firstRange(of: "</x:xmpmeta>".utf8)?.upperBound
    {
      announcements = try XMPReader.read(
        ByteReader(whole[start..<end], at: UInt64(start), path: "APP1/XMP")
      ).announcements
    }
    #expect(announcements.count == (movie == nil ? 0 : 1))
    let contents = VendorContainers.find(
      announcements: announcements, pictureEnd: movie ?? bytes.size, in: bytes)
    #expect(contents.movies.map(\.movie?.offset) == (movie == nil ? [] : [movie]))
    if let movie {
      #expect(contents.movies.first?.movie?.length == bytes.size - movie)
      #expect(contents.movies.first?.container == .googleMotionPhoto)
    }
  }
}
