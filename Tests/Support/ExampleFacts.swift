package import Validator

/// Facts of files that are not there, for tests of rules and reports.
///
/// Every example is as a camera would write it; a test changes the one fact that it is about.
extension Still {
  /// A JPEG still of an iPhone in portrait.
  package static var example: Still {
    var still = Still(
      file: MediaFile(path: FilePath("IMG_0001.JPG"), size: 2_000_000, type: .jpeg),
      unreadable: ReadError(.unsupported, "not part of the example", at: .example))
    still.identifier = .present(
      StoredIdentifier(text: Pair.exampleIdentifier),
      at: Place("APP1/Exif/MakerNote/0x0011", offset: 1_000, length: 37))
    still.makerNote = .present(.apple, at: Place("APP1/Exif/MakerNote", offset: 800, length: 500))
    still.appleNote = .present(
      AppleNote(
        length: 500, entryCount: 30, hasHDRHeadroom: false, hasHDRGain: false,
        isLittleEndian: false),
      at: Place("APP1/Exif/MakerNote", offset: 800, length: 500))
    still.make = .present("Apple", at: .example)
    still.model = .present("iPhone 15", at: .example)
    still.software = .present("17.6.1", at: .example)
    still.captureTime = .present(.example, at: .example)
    still.location = .present(Coordinate(latitude: 48.1, longitude: 11.5), at: .example)
    still.pixelSize = .present(PixelSize(width: 4032, height: 3024), at: .example)
    still.exifOrientation = .present(6, at: .example)
    still.itemOrientation = .absent(searched: [])
    still.exifPixelSize = .present(PixelSize(width: 4032, height: 3024), at: .example)
    still.colourProfile = .absent(searched: [])
    still.hasGainMap = .present(false, at: .example)
    still.trailingData = .absent(searched: [])
    still.exifPrefix = .present(ExifPrefix(extraBytes: 0), at: .example)
    return still
  }
}

extension Movie {
  /// The movie that belongs to the example still.
  package static var example: Movie {
    var movie = Movie(
      file: MediaFile(path: FilePath("IMG_0001.MOV"), size: 3_000_000, type: .quicktime),
      unreadable: ReadError(.unsupported, "not part of the example", at: .example))
    movie.identifier = .present(
      StoredIdentifier(text: Pair.exampleIdentifier),
      at: Place("moov/meta/ilst/com.apple.quicktime.content.identifier", offset: 5_000, length: 36))
    movie.make = .present("Apple", at: .example)
    movie.model = .present("iPhone 15", at: .example)
    movie.software = .present("17.6.1", at: .example)
    movie.creationDate = .present(.example, at: .example)
    movie.headerDate = .present(
      WallTime(localSeconds: 1_714_557_600 - 7_200, zoneMinutes: 0, text: "2024-05-01T08:00:00Z"),
      at: .example)
    movie.location = .present(Coordinate(latitude: 48.1, longitude: 11.5), at: .example)
    movie.keys = .present(["com.apple.quicktime.content.identifier"], at: .example)
    movie.encoderTrace = .absent(searched: [])
    movie.majorBrand = .present("qt  ", at: Place("ftyp", offset: 8, length: 4))
    movie.firstBoxes = ["ftyp", "wide", "mdat", "moov"]
    movie.duration = .present(.example(1_200), at: .example)
    movie.fragments = .absent(searched: [])
    movie.trailingData = .absent(searched: [])
    movie.tracks = .present([.exampleVideo, .exampleStillTime], at: .example)
    movie.stillTimes = .present([.example], at: .example)
    movie.staticStillTimeKey = .absent(searched: [])
    return movie
  }
}

extension Pair {
  package static let exampleIdentifier = "5B1C3A7E-9D42-4F60-8E15-2A7C90D3B6F4"

  /// A pair as an iPhone 15 would write it.
  package static var example: Pair {
    Pair(name: "IMG_0001", still: .example, movie: .example, bond: .identifier)
  }
}

extension Pair {
  /// The example pair with the motion data that the Lock Screen works from.
  package static var exampleWithMotionData: Pair {
    var pair = Pair.example
    pair.movie.tracks = .present(
      [.exampleVideo, .exampleStillTime, .exampleLivePhotoInfo], at: .example)
    pair.movie.livePhotoInfo = .present(.example, at: Track.exampleLivePhotoInfo.place)
    pair.movie.stillImageTransform = .present(
      StillImageTransform(
        isIdentity: false, referenceDimensions: ApertureSize(width: 1_920, height: 1_440)),
      at: Place("mdat/still-image-time", offset: 2_009, length: 72))
    return pair
  }
}

extension LivePhotoInfo {
  /// One payload for each of the 60 frames of the example video.
  package static var example: LivePhotoInfo {
    LivePhotoInfo(
      trackNumber: 3, sampleCount: 60, timeToSample: [SampleRun(count: 60, duration: 20)],
      distinctPayloads: 60, payloadsRead: 60, payloadVersion: 3, hasSetupDescription: true)
  }
}

extension Track {
  /// The timed-metadata track with a sample for each frame of the example video.
  package static var exampleLivePhotoInfo: Track {
    var track = Track(place: Place("moov/trak[3]", offset: 4_600, length: 500), number: 3)
    track.id = 3
    track.handler = "meta"
    track.isEnabled = true
    track.codec = "mebx"
    track.mediaDuration = .example(1_200)
    track.sampleCount = 60
    track.timeToSample = [SampleRun(count: 60, duration: 20)]
    track.references = [
      TrackReference(
        type: "cdsc", trackIDs: [1], place: Place("moov/trak[3]/tref", offset: 4_700, length: 20))
    ]
    track.timedKeys = [
      TimedKey(
        localID: 1, namespace: "mdta",
        name: "com.apple.quicktime.com.apple.quicktime.live-photo-info", dataType: nil,
        place: Place("moov/trak[3]/mdia/minf/stbl/stsd/mebx/keys", offset: 4_900, length: 72))
    ]
    return track
  }

  /// HEVC, 1920×1440, turned to portrait, 60 frames in 2 s.
  package static var exampleVideo: Track {
    var track = Track(place: Place("moov/trak[1]", offset: 3_000, length: 500), number: 1)
    track.id = 1
    track.handler = "vide"
    track.isEnabled = true
    track.codec = "hvc1"
    track.codedSize = PixelSize(width: 1920, height: 1440)
    track.matrix = TrackMatrix(a: 0, b: 0x1_0000, c: -0x1_0000, d: 0)
    track.mediaDuration = .example(1_200)
    track.sampleCount = 60
    track.timeToSample = [SampleRun(count: 60, duration: 20)]
    return track
  }

  /// The timed-metadata track with the key photo time at 1 s.
  package static var exampleStillTime: Track {
    var track = Track(place: Place("moov/trak[2]", offset: 4_000, length: 500), number: 2)
    track.id = 2
    track.handler = "meta"
    track.isEnabled = true
    track.codec = "mebx"
    track.mediaDuration = .example(1)
    track.editList = [
      Edit(duration: .example(600), mediaStart: nil), Edit(duration: .example(1), mediaStart: 0),
    ]
    track.sampleCount = 1
    track.timeToSample = [SampleRun(count: 1, duration: 1)]
    track.references = [
      TrackReference(
        type: "cdsc", trackIDs: [1], place: Place("moov/trak[2]/tref", offset: 4_100, length: 20))
    ]
    track.timedKeys = [StillTime.example.key]
    return track
  }
}

extension StillTime {
  package static var example: StillTime {
    StillTime(
      trackNumber: 2, presentationTime: .example(600),
      key: TimedKey(
        localID: 1, namespace: "mdta", name: "com.apple.quicktime.still-image-time", dataType: 65,
        place: Place("moov/trak[2]/mdia/minf/stbl/stsd/mebx/keys", offset: 4_300, length: 72)),
      declaredLength: 1, actualLength: 1, undeclaredIDs: [], value: -1,
      place: Place("mdat/still-image-time", offset: 2_000, length: 9))
  }
}

extension MediaTime {
  /// A time in 1/600 s, the movie time scale of cameras.
  package static func example(_ value: Int64) -> MediaTime {
    guard let time = MediaTime(value, scale: 600) else { preconditionFailure("600 is not zero") }
    return time
  }
}

extension WallTime {
  /// 1 May 2024, 10:00 in Munich.
  package static var example: WallTime {
    WallTime(localSeconds: 1_714_557_600, zoneMinutes: 120, text: "2024-05-01T10:00:00+0200")
  }
}

extension Place {
  package static let example = Place("example", offset: 0, length: 0)
}
