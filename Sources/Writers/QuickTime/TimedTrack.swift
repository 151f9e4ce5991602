package import Validator

/// A track of timed metadata, sample entry `mebx` (QuickTime File Format, Timed Metadata Media).
package struct TimedTrack: Sendable {
  /// The keys that the sample entry declares, in the order of their local ids.
  package var keys: [Key]
  /// The samples: each is its items, one after the other.
  package var samples: [Part]
  /// Runs of equal sample durations.
  package var runs: [SampleRun]
  /// Units in a second of the media time.
  package var timescale: UInt32 = LiveMovie.timescale
  /// Units in a second of the movie time.
  package var movieTimescale: UInt32 = LiveMovie.timescale
  /// How long nothing is shown before the samples, in the movie time scale; zero for no edit list.
  package var delay: UInt64 = 0
  /// The types of `tref` references to the video track.
  package var references: [FourCharacterCode] = ["cdsc"]
  /// The track that they name where it is another than the video's.
  package var referredTrack: UInt32?

  /// Creates a track that begins with the movie and refers to its video.
  package init(keys: [Key], samples: [Part], runs: [SampleRun]) {
    self.keys = keys
    self.samples = samples
    self.runs = runs
  }

  /// A key that the sample entry declares; its local id is its number from 1.
  package struct Key: Sendable {
    /// The name with its reverse-DNS prefix.
    package var name: String
    /// The type of its values.
    package var type: DataType
    /// What kind of name it is: `mdta` for reverse-DNS names.
    package var namespace: FourCharacterCode = "mdta"
    /// The contents of its box as another file has them; they stand in for all the rest.
    var declaration: [UInt8]?

    /// Creates a key from its name and the type of its values.
    package init(_ name: String, _ type: DataType) {
      self.name = name
      self.type = type
    }
  }

  /// How a `dtyp` box names the type of a value.
  package enum DataType: Sendable {
    /// A number of the list of well-known types: 65 is a signed byte.
    case wellKnown(UInt32)
    /// A reverse-DNS name.
    case named(String)
  }

  /// The length of all samples in the media time scale.
  package var mediaDuration: UInt32 {
    runs.reduce(0) { sum, run in
      let length = UInt64(run.count) * UInt64(run.duration)
      return UInt32(clamping: UInt64(sum) + min(length, UInt64(UInt32.max)))
    }
  }

  /// One item of a sample: size, local id, value.
  package static func item(_ localID: UInt32, _ value: Part) -> Part {
    .sequence(.uint32(value.length + 8), .uint32(localID), value)
  }
}

// MARK: - The tracks of a Live Photo

extension TimedTrack {
  /// The key of the sample that marks the moment of the still.
  package static let stillTimeKey = "com.apple.quicktime.still-image-time"
  private static let transformKey = "com.apple.quicktime.live-photo-still-image-transform"
  private static let dimensionsKey = transformKey + "-reference-dimensions"
  /// The prefix really is doubled (measured on ten movies).
  private static let infoKey = "com.apple.quicktime.com.apple.quicktime.live-photo-info"

  /// The track that marks the moment of the still: a delay, then one sample of one tick.
  ///
  /// - Parameters:
  ///   - time: the moment, in the movie time scale.
  ///   - transform: nine numbers that map the still to the movie frame; nil leaves them out, as
  ///     cameras up to iOS 14 do.
  package static func stillTime(at time: UInt64, transform: [Double]? = nil) -> TimedTrack {
    var keys = [Key(stillTimeKey, .wellKnown(65))]
    var sample = [item(1, .uint8(0xFF))]
    if let transform {
      keys.append(Key(transformKey, .wellKnown(83)))
      keys.append(Key(dimensionsKey, .wellKnown(71)))
      sample.append(item(2, .sequence(transform.map { .float64($0) })))
      sample.append(item(3, .sequence(.float32(1920), .float32(1440))))
    }
    var track = TimedTrack(
      keys: keys, samples: [.sequence(sample)], runs: [SampleRun(count: 1, duration: 1)])
    track.delay = time
    return track
  }

  /// The track that tells of the camera's motion, one sample for each video frame.
  ///
  /// The payloads are all different, as in camera files; what they mean beyond the version is not
  /// known, so they hold a count and zeros.
  ///
  /// - Parameters:
  ///   - video: the track whose frames they go with.
  ///   - isShort: whether they take 56 bytes, version 1, as of iOS 12, rather than 144, version 3,
  ///     as of iOS 14 and later.
  package static func livePhotoInfo(for video: CodedTrack, isShort: Bool = false) -> TimedTrack {
    let samples = video.samples.indices.map { frame in
      item(
        1,
        .sequence(.bytes([isShort ? 1 : 3, 0, 0, 0]), .uint32(frame), .zeros(isShort ? 48 : 136)))
    }
    var track = TimedTrack(
      keys: [Key(infoKey, .named(infoKey))], samples: samples, runs: video.runs)
    track.timescale = video.timescale
    track.references = ["cdsc", "cdep"]
    return track
  }
}

// MARK: - Boxes

extension TimedTrack {
  /// The `trak` box.
  ///
  /// - Parameters:
  ///   - id: the id of the track.
  ///   - video: the id of the video track, which the references are to.
  ///   - creationTime: seconds since 1904-01-01 UTC.
  ///   - offsets: the box that tells where its one chunk stands.
  func box(id: UInt32, video: UInt32, creationTime: UInt32, offsets: Part) -> Part {
    let mediaHeader = Part.box("gmhd", .fullBox("gmin", .uint16(0x40), .grey, .zeros(4)))
    let times = Part.fullBox(
      "stts",
      [.uint32(runs.count)]
        + runs.map { .sequence(.uint32($0.count), .uint32($0.duration)) })
    return .box(
      "trak",
      .trackHeader(
        id: id, creationTime: creationTime, duration: trackDuration, .identity,
        PixelSize(width: 0, height: 0), .zeros(8)),
      references(to: video), editList,
      .box(
        "mdia",
        .mediaHeader(creationTime: creationTime, timescale: timescale, duration: mediaDuration),
        .handler("mhlr", "meta", name: "Core Media Metadata"),
        .box(
          "minf", mediaHeader, .dataHandler, .dataInformation,
          .box(
            "stbl",
            [sampleDescription, times]
              + Part.sampleTables(samples.map(\.length), offsets: offsets)))))
  }

  /// The `mebx` sample entry with its key table.
  private var sampleDescription: Part {
    let declarations = keys.enumerated().map { index, key in
      Part.box(
        FourCharacterCode(rawValue: UInt32(clamping: index + 1)),
        key.declaration.map { .bytes($0) }
          ?? .sequence(.box("keyd", .code(key.namespace), .text(key.name)), key.type.box))
    }
    return .fullBox(
      "stsd", .uint32(1), .box("mebx", .zeros(6), .uint16(1), .box("keys", declarations)))
  }

  /// A pause, then the samples.
  private var editList: Part {
    guard delay > 0 else { return .empty }
    return .editList([EditSegment(delay, showing: nil), EditSegment(duration, showing: 0)])
  }

  /// The length of all samples in the movie time scale; a time scale of zero counts as one.
  private var duration: UInt64 {
    UInt64(mediaDuration) * UInt64(movieTimescale) / UInt64(max(1, timescale))
  }

  /// The length of the track in the movie time scale.
  var trackDuration: UInt64 { delay &+ duration }

  /// The references to a track (ISO/IEC 14496-12, 8.3.3).
  private func references(to videoTrackID: UInt32) -> Part {
    guard !references.isEmpty else { return .empty }
    return .box("tref", references.map { .box($0, .uint32(referredTrack ?? videoTrackID)) })
  }
}

extension TimedTrack.DataType {
  fileprivate var box: Part {
    switch self {
    case .wellKnown(let type): .box("dtyp", .uint32(0), .uint32(type))
    case .named(let name): .box("dtyp", .uint32(1 as UInt32), .text(name))
    }
  }
}
