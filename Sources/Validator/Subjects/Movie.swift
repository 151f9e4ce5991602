/// The facts of a QuickTime or MP4 movie.
package struct Movie: Sendable {
  package var file: MediaFile

  // MARK: Identity

  /// The `com.apple.quicktime.content.identifier` of `moov/meta`.
  package var identifier: Field<StoredIdentifier>
  /// Further identifiers in `moov/meta`, different from `identifier`.
  package var otherIdentifiers: [StrayIdentifier] = []
  /// Identifiers in places where Apple's software does not look.
  package var strayIdentifiers: [StrayIdentifier] = []

  // MARK: The shot

  package var make: Field<String>
  package var model: Field<String>
  package var software: Field<String>
  /// `com.apple.quicktime.creationdate`.
  package var creationDate: Field<WallTime>
  /// The `mvhd` creation time as UTC; absent where it is zero.
  package var headerDate: Field<WallTime>
  package var location: Field<Coordinate>
  /// The names of all keys of `moov/meta`, in order.
  package var keys: Field<[String]>
  /// What an encoder wrote of itself, such as `Lavf59.27.100`: `udta` and `ilst` encoder strings.
  package var encoderTrace: Field<String>

  // MARK: Container

  package var majorBrand: Field<FourCharacterCode>
  /// The types of the first boxes of the file, at most four.
  package var firstBoxes: [FourCharacterCode] = []
  package var duration: Field<MediaTime>
  /// Where `moof` fragments hold samples; absent otherwise.
  package var fragments: Field<Int>
  /// Bytes after the last box that are no box.
  package var trailingData: Field<TrailingData>

  // MARK: Tracks

  /// All tracks in file order.
  package var tracks: Field<[Track]>
  /// The `still-image-time` samples of all timed-metadata tracks.
  package var stillTimes: Field<[StillTime]>
  /// A `still-image-time` key that stands as a static key in `moov/meta`, which is no timed sample.
  package var staticStillTimeKey: Field<String>
  /// How the still lies over the frame; from the still-image-time samples.
  package var stillImageTransform: Field<StillImageTransform>
  /// The `live-photo-info` track; unreadable where the reading plan leaves it out.
  package var livePhotoInfo: Field<LivePhotoInfo>
  package var damages: [Damage] = []

  /// Creates a movie of which nothing is known, for the reason given.
  ///
  /// Readers start from it and fill in what they find.
  package init(file: MediaFile, unreadable error: ReadError) {
    self.file = file
    identifier = .unreadable(error)
    make = .unreadable(error)
    model = .unreadable(error)
    software = .unreadable(error)
    creationDate = .unreadable(error)
    headerDate = .unreadable(error)
    location = .unreadable(error)
    keys = .unreadable(error)
    encoderTrace = .unreadable(error)
    majorBrand = .unreadable(error)
    duration = .unreadable(error)
    fragments = .unreadable(error)
    trailingData = .unreadable(error)
    tracks = .unreadable(error)
    stillTimes = .unreadable(error)
    staticStillTimeKey = .unreadable(error)
    stillImageTransform = .unreadable(error)
    livePhotoInfo = .unreadable(error)
  }
}

/// One track of a movie.
package struct Track: Sendable, Equatable {
  /// The `trak` box.
  package var place: Place
  /// Its number among the `trak` boxes, from 1, as in `moov/trak[1]`.
  package var number: Int
  /// The track id of `tkhd`.
  package var id: UInt32
  /// `vide`, `soun`, `meta`, `auxv`, …: the handler of `mdia/hdlr`.
  package var handler: FourCharacterCode
  /// Bit 0 of the `tkhd` flags.
  package var isEnabled: Bool
  /// The type of the first sample entry: `hvc1`, `avc1`, `mebx`, …; nil where `stsd` is empty.
  package var codec: FourCharacterCode?
  /// Where the sample entry stands.
  package var codecPlace: Place
  /// Width and height of the video sample entry.
  package var codedSize: PixelSize?
  /// The clean aperture (`clap`) in pixels, where there is one.
  package var cleanAperture: ApertureSize?
  /// The `tapt/clef` size, where there is one.
  package var trackAperture: ApertureSize?
  /// The pixel aspect ratio (`pasp`), 1 where there is none.
  package var pixelAspectRatio: Double
  /// The `tkhd` matrix.
  package var matrix: TrackMatrix
  package var matrixPlace: Place
  /// The `mdhd` time scale and duration.
  package var mediaDuration: MediaTime?
  package var editList: [Edit]
  /// The `elst` box, where there is one.
  package var editListPlace: Place?
  /// Samples by `stts`.
  package var sampleCount: UInt64
  /// Runs of equal sample durations by `stts`, in the media time scale; capped by the reader.
  package var timeToSample: [SampleRun]
  /// Runs of equal distances from decoding to presentation by `ctts`; empty where each sample is
  /// presented as it is decoded, and where the reading plan leaves out `live-photo-info`.
  package var compositionOffsets: [CompositionRun] = []
  /// The tracks that `tref` names, by reference type.
  package var references: [TrackReference]
  /// The keys that a `mebx` sample entry declares.
  package var timedKeys: [TimedKey]

  package init(place: Place, number: Int) {
    self.place = place
    self.number = number
    id = 0
    handler = FourCharacterCode(rawValue: 0)
    isEnabled = false
    codecPlace = place
    pixelAspectRatio = 1
    matrix = .identity
    matrixPlace = place
    editList = []
    sampleCount = 0
    timeToSample = []
    references = []
    timedKeys = []
  }
}

/// A size that may hold parts of a pixel.
package struct ApertureSize: Hashable, Sendable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// So many samples of one duration (`stts`).
package struct SampleRun: Hashable, Sendable {
  package var count: UInt32
  /// In units of the media time scale.
  package var duration: UInt32

  package init(count: UInt32, duration: UInt32) {
    self.count = count
    self.duration = duration
  }
}

/// So many samples that are presented one time after they are decoded (`ctts`).
package struct CompositionRun: Hashable, Sendable {
  package var count: UInt32
  /// In units of the media time scale; negative ones stand in QuickTime movies.
  package var offset: Int32

  package init(count: UInt32, offset: Int32) {
    self.count = count
    self.offset = offset
  }
}

/// One entry of an edit list (`elst`).
package struct Edit: Hashable, Sendable {
  /// How long it lasts, in the movie time scale.
  package var duration: MediaTime
  /// Where in the media it begins, in the media time scale; nil for an empty edit.
  package var mediaStart: Int64?

  package init(duration: MediaTime, mediaStart: Int64?) {
    self.duration = duration
    self.mediaStart = mediaStart
  }
}

/// Tracks that a track refers to (`tref`).
package struct TrackReference: Hashable, Sendable {
  package var type: FourCharacterCode
  package var trackIDs: [UInt32]
  package var place: Place

  package init(type: FourCharacterCode, trackIDs: [UInt32], place: Place) {
    self.type = type
    self.trackIDs = trackIDs
    self.place = place
  }
}

/// A key that a timed-metadata track declares in its `mebx` sample entry.
package struct TimedKey: Hashable, Sendable {
  /// The number that samples name it by.
  package var localID: UInt32
  /// `mdta` for reverse-DNS keys.
  package var namespace: FourCharacterCode
  package var name: String
  /// The well-known type of `dtyp` namespace 0; nil for a type named by text.
  package var dataType: UInt32?
  package var place: Place

  package init(
    localID: UInt32, namespace: FourCharacterCode, name: String, dataType: UInt32?, place: Place
  ) {
    self.localID = localID
    self.namespace = namespace
    self.name = name
    self.dataType = dataType
    self.place = place
  }
}

/// The turn of a track's picture: the 2×2 part of the `tkhd` matrix, 16.16 fixed point.
package struct TrackMatrix: Hashable, Sendable {
  package var a: Int32
  package var b: Int32
  package var c: Int32
  package var d: Int32

  package init(a: Int32, b: Int32, c: Int32, d: Int32) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  package static let identity = TrackMatrix(a: 0x1_0000, b: 0, c: 0, d: 0x1_0000)

  /// The orientation that the matrix stands for; nil where it is no multiple of 90°.
  ///
  /// QuickTime multiplies the row (x, y) by the matrix: (0, 1, −1, 0) turns clockwise by 90°.
  package var orientation: Orientation? {
    switch (a.signum(), b.signum(), c.signum(), d.signum()) {
    case (1, 0, 0, 1): Orientation(degreesClockwise: 0, isMirrored: false)
    case (0, 1, -1, 0): Orientation(degreesClockwise: 90, isMirrored: false)
    case (-1, 0, 0, -1): Orientation(degreesClockwise: 180, isMirrored: false)
    case (0, -1, 1, 0): Orientation(degreesClockwise: 270, isMirrored: false)
    case (-1, 0, 0, 1): Orientation(degreesClockwise: 0, isMirrored: true)
    case (0, -1, -1, 0): Orientation(degreesClockwise: 90, isMirrored: true)
    case (1, 0, 0, -1): Orientation(degreesClockwise: 180, isMirrored: true)
    case (0, 1, 1, 0): Orientation(degreesClockwise: 270, isMirrored: true)
    default: nil
    }
  }
}

extension TrackMatrix: CustomStringConvertible {
  /// The four numbers as decimals, such as `0, 1, −1, 0`.
  package var description: String {
    [a, b, c, d].map { value in
      let number = Double(value) / 65536
      return number == number.rounded() ? String(Int(number)) : String(number)
    }.joined(separator: ", ")
  }
}

/// One sample that marks the moment of the still picture.
package struct StillTime: Hashable, Sendable {
  /// The number of its track, from 1.
  package var trackNumber: Int
  /// When it is presented, edit list applied; nil where no edit shows it.
  package var presentationTime: MediaTime?
  /// The key as its track declares it; nil where the key table lacks the sample's local id.
  package var key: TimedKey
  /// How many bytes the value in the sample takes by its own size field.
  package var declaredLength: UInt64
  /// How many of them are there.
  package var actualLength: UInt64
  /// Local ids in the sample that the key table does not declare.
  package var undeclaredIDs: [UInt32]
  /// The value, where it is one byte: cameras write −1, generators 0; both work.
  package var value: Int8?
  package var place: Place

  package init(
    trackNumber: Int, presentationTime: MediaTime?, key: TimedKey, declaredLength: UInt64,
    actualLength: UInt64, undeclaredIDs: [UInt32], value: Int8?, place: Place
  ) {
    self.trackNumber = trackNumber
    self.presentationTime = presentationTime
    self.key = key
    self.declaredLength = declaredLength
    self.actualLength = actualLength
    self.undeclaredIDs = undeclaredIDs
    self.value = value
    self.place = place
  }
}

extension Movie {
  /// The track that is shown: the first enabled one with handler `vide` that holds a sample.
  ///
  /// Auxiliary picture tracks (`auxv`) of newer cameras are none.
  package var videoTrack: Field<Track> {
    switch tracks {
    case .absent(let searched): .absent(searched: searched)
    case .unreadable(let error): .unreadable(error)
    case .present(let all, let place):
      if let track = all.first(where: {
        $0.handler == "vide" && $0.isEnabled && $0.sampleCount > 0
      }) {
        .present(track, at: track.place)
      } else {
        .absent(searched: [place])
      }
    }
  }

  /// The picture of the video track as a person sees it.
  package var displayed: Field<DisplayedPicture> {
    switch videoTrack {
    case .absent(let searched): return .absent(searched: searched)
    case .unreadable(let error): return .unreadable(error)
    case .present(let track, let place):
      guard let coded = track.codedSize, coded.width > 0, coded.height > 0 else {
        return .unreadable(ReadError(.malformed, "the video track has no size", at: place))
      }
      guard let orientation = track.matrix.orientation else {
        return .unreadable(
          ReadError(
            .unsupported, "the track matrix (\(track.matrix)) is no multiple of 90°",
            at: track.matrixPlace))
      }
      // `tapt/clef` already holds the pixel aspect ratio, `clap` counts stored pixels.
      let shown =
        track.trackAperture
        ?? ApertureSize(
          width: (track.cleanAperture?.width ?? Double(coded.width)) * track.pixelAspectRatio,
          height: track.cleanAperture?.height ?? Double(coded.height))
      let turned = orientation.degreesClockwise % 180 != 0
      return .present(
        DisplayedPicture(
          width: turned ? shown.height : shown.width, height: turned ? shown.width : shown.height,
          orientation: orientation),
        at: track.matrixPlace)
    }
  }

  /// The first timed-metadata track that declares a key, by the end of its name.
  package func timedTrack(declaring keySuffix: String) -> Track? {
    tracks.value?.first { track in track.timedKeys.contains { $0.name.hasSuffix(keySuffix) } }
  }
}

extension Track {
  /// When the track is presented, in seconds from the start of the movie: its first shown edit to
  /// the end of its last; nil where neither an edit list nor a duration tells.
  package var presentation: ClosedRange<Double>? {
    guard !editList.isEmpty else {
      guard let end = mediaDuration?.seconds, end >= 0 else { return nil }
      return 0...end
    }
    var start: Double?
    var time = 0.0
    for edit in editList {
      if edit.mediaStart != nil, start == nil { start = time }
      time += max(0, edit.duration.seconds)
    }
    guard let start else { return nil }
    return start...max(start, time)
  }
}
