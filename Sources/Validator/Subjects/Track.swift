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

extension [TimedKey] {
  /// Whether one of them has a name.
  package func declare(_ name: String) -> Bool {
    // By index: keys are not copied to be looked at.
    indices.contains { self[$0].name == name }
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
  package var name: KeyName
  /// The well-known type of `dtyp` namespace 0; nil for a type named by text.
  package var dataType: UInt32?
  package var place: Place

  package init(
    localID: UInt32, namespace: FourCharacterCode, name: KeyName, dataType: UInt32?, place: Place
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
