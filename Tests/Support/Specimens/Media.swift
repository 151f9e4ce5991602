import Readers
package import Validator
package import Writers

/// The coded pictures and movies of `Corpus/Media`, from which all specimens are made.
package struct Media: Sendable {
  /// The movie's video, in H.264.
  package let h264: CodedTrack
  /// The same in HEVC.
  package let hevc: CodedTrack
  /// The still, in JPEG.
  package let jpeg: JPEGParts
  /// The still, in HEVC.
  package let tile: CodedTile
  /// The still, in PNG.
  package let png: [UInt8]

  /// Reads the media.
  ///
  /// - Parameter folder: the path of `Corpus/Media`.
  package init(in folder: String) throws(ReadError) {
    func bytes(_ name: String) throws(ReadError) -> [UInt8] {
      let source = try FileSource(FilePath("\(folder)/\(name)"))
      return try source.bytes(at: 0, count: Int(clamping: source.size))
    }
    h264 = try CodedTrack(of: try bytes("h264.mov"))
    hevc = try CodedTrack(of: try bytes("hevc.mov"))
    jpeg = try JPEGParts(try bytes("still.jpg"))
    tile = try CodedTile(of: try bytes("still.heic"))
    png = try bytes("still.png")
  }
}

/// The shot that all specimens are of, unless one is about another.
enum Shot {
  static let identifier = "5B1C3A7E-9D42-4F60-8E15-2A7C90D3B6F4"
  /// The identifier of another shot.
  static let otherIdentifier = "C07D5E21-38AB-4B9F-A6D4-7E1F02B8953C"
  static let make = "Apple"
  static let model = "iPhone 15"
  static let software = "17.6.1"
  /// 21 June 2024, noon at Greenwich, in summer time.
  static let exifTime = "2024:06:21 12:00:00"
  static let exifZone = "+01:00"
  static let quickTimeTime = "2024-06-21T12:00:00+0100"
  /// The same in seconds since 1904-01-01 UTC.
  static let headerTime: UInt32 = 3_801_812_400
  /// The Royal Observatory at Greenwich.
  static let place = Coordinate(latitude: 51.4779, longitude: -0.0015)
  static let quickTimePlace = "+51.4779-000.0015+045.000/"
  /// The moment of the still in 1/600 s: 1 s.
  static let stillTime: UInt64 = 600
}

/// The example still: each recipe changes the one thing that it is about.
struct ExampleStill {
  var media: Media
  var exif: ExifBlock
  /// The entries of the Apple MakerNote; none for no MakerNote.
  var noteEntries: [TIFFEntry]
  /// What of the HEIC is not Exif.
  var orientation: Orientation? = .upright
  var hasColourProfile = true
  var exifPrefix = Array("Exif\0\0".utf8)
  var locationsNameTheirMethod = true
  var metadataComesLast = false
  var furtherBoxes: [UInt8] = []
  var columns: UInt8 = 1
  var rows: UInt8 = 1
  /// Segments behind Exif in the JPEG.
  var furtherSegments: [JPEGSegment] = []

  init(_ media: Media, identifier: String? = Shot.identifier) {
    self.media = media
    exif = ExifBlock()
    exif.make = Shot.make
    exif.model = Shot.model
    exif.software = Shot.software
    exif.orientation = 1
    exif.captureTime = Shot.exifTime
    exif.zone = Shot.exifZone
    exif.pixelSize = media.tile.size
    exif.place = Shot.place
    noteEntries = [
      TIFFEntry(0x0001, .signedLongs([15])),
      TIFFEntry(
        0x0008,
        .signedRationals([
          TIFFSignedRational(-128, 2_048), TIFFSignedRational(-1_900, 2_048),
          TIFFSignedRational(-640, 2_048),
        ])),
      TIFFEntry(0x0014, .signedLongs([10])),
      TIFFEntry(0x0017, .signedLongs([8_192])),
      TIFFEntry(0x0020, .ascii("1F4E2D6C-70B3-4A58-9C81-D5E6F7A8B9C0")),
    ]
    if let identifier {
      noteEntries.append(TIFFEntry(AppleMakerNote.identifierTag, .ascii(identifier)))
    }
  }

  /// Turned as a camera held upright turns it: stored wide, shown high.
  var portrait: ExampleStill {
    var still = self
    still.exif.orientation = 6
    still.orientation = Orientation(degreesClockwise: 90, isMirrored: false)
    return still
  }

  private var exifBytes: [UInt8] {
    var exif = exif
    if exif.makerNote == nil, !noteEntries.isEmpty {
      exif.makerNote = AppleMakerNote(noteEntries).bytes
    }
    return exif.bytes
  }

  var jpeg: [UInt8] {
    var file = media.jpeg
    file.replaceMetadata(with: [.exif(exifBytes)] + furtherSegments)
    return file.bytes
  }

  var heic: [UInt8] {
    var file = HEIFStill(tile: media.tile)
    file.exif = exifBytes
    file.orientation = orientation
    file.hasColourProfile = hasColourProfile
    file.exifPrefix = exifPrefix
    file.locationsNameTheirMethod = locationsNameTheirMethod
    file.metadataComesLast = metadataComesLast
    file.furtherBoxes = furtherBoxes
    file.columns = columns
    file.rows = rows
    return file.bytes
  }

  var png: [UInt8] { PNGChunk.exif(exifBytes).inserted(into: media.png) }
}

extension LiveMovie {
  /// The example movie: each recipe changes the one thing that it is about.
  static func example(_ video: CodedTrack, identifier: String? = Shot.identifier) -> LiveMovie {
    var metadata: [MetadataItem] = [
      .apple("location.ISO6709", Shot.quickTimePlace),
      MetadataItem("com.apple.quicktime.live-photo.auto", type: 22, .uint8(1)),
      .apple("make", Shot.make), .apple("model", Shot.model), .apple("software", Shot.software),
      .apple("creationdate", Shot.quickTimeTime),
    ]
    if let identifier { metadata.insert(.apple("content.identifier", identifier), at: 0) }
    var movie = LiveMovie(
      video: video,
      timedTracks: [
        .livePhotoInfo(for: video, isShort: true),
        .stillTime(at: Shot.stillTime, transform: exampleTransform),
      ],
      metadata: metadata)
    movie.creationTime = Shot.headerTime
    movie.video.vendor = FourCharacterCode(rawValue: 0)
    movie.video.setCompressorName(video.codec == "hvc1" ? "HEVC" : "H.264")
    return movie
  }

  /// A little larger than the frame and a little aside, as stabilisation leaves it.
  static let exampleTransform = [1.021, 0.0004, -3.25, -0.0004, 1.021, 2.5, 0, 0, 1]

  /// Turned as a camera held upright turns it.
  var portrait: LiveMovie {
    var movie = self
    movie.matrix = TrackMatrix(a: 0, b: 0x1_0000, c: -0x1_0000, d: 0)
    return movie
  }
}

extension LiveMovie {
  /// Gives a key of Apple's another text.
  mutating func replaceMetadata(_ name: String, by text: String) {
    metadata = metadata.map {
      $0.key == "com.apple.quicktime.\(name)" ? .apple(name, text) : $0
    }
  }

  /// Takes a key of Apple's out.
  mutating func removeMetadata(_ name: String) {
    metadata.removeAll { $0.key == "com.apple.quicktime.\(name)" }
  }
}
