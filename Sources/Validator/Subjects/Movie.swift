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
  package var keys: Field<KeyNames>
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

  /// Has the `live-photo-info` track count as not read.
  package mutating func leaveOutLivePhotoInfo(at place: Place) {
    livePhotoInfo = .unreadable(ReadError(.unsupported, "not read in this profile", at: place))
  }
}

extension Movie {
  /// The track that is shown: the first enabled one with handler `vide` that holds a sample.
  ///
  /// Auxiliary picture tracks (`auxv`) of newer cameras are none.
  package var videoTrack: Field<Track> { withVideoTrack { $0 } }

  /// The track that is shown, by its index among `tracks`.
  package var videoTrackIndex: Field<Int> {
    switch tracks {
    case .absent(let searched): .absent(searched: searched)
    case .unreadable(let error): .unreadable(error)
    case .present(let all, let place):
      if let index = all.indices.first(where: { index in
        all[index].handler == "vide" && all[index].isEnabled && all[index].sampleCount > 0
      }) {
        .present(index, at: all[index].place)
      } else {
        .absent(searched: [place])
      }
    }
  }

  /// What a body makes of the track that is shown.
  ///
  /// A track is large to copy, and every rule of the picture asks for this one: it is looked at
  /// where it lies.
  @inline(__always)
  func withVideoTrack<Value>(_ body: (Track) -> Value) -> Field<Value> {
    switch (videoTrackIndex, tracks) {
    case (.absent(let searched), _), (_, .absent(let searched)): .absent(searched: searched)
    case (.unreadable(let error), _), (_, .unreadable(let error)): .unreadable(error)
    case (.present(let index, let place), .present(let all, _)):
      .present(body(all[index]), at: place)
    }
  }

  /// The size of the stored frames of the video track, where it tells.
  package var frameSize: PixelSize? { withVideoTrack(\.codedSize).value ?? nil }

  /// The picture of the video track as a person sees it.
  package var displayed: Field<DisplayedPicture> {
    let displayed = withVideoTrack { track -> Field<DisplayedPicture> in
      guard let coded = track.codedSize, coded.width > 0, coded.height > 0 else {
        return .unreadable(ReadError(.malformed, "the video track has no size", at: track.place))
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
    switch displayed {
    case .absent(let searched): return .absent(searched: searched)
    case .unreadable(let error): return .unreadable(error)
    case .present(let displayed, _): return displayed
    }
  }

  /// The first timed-metadata track that declares a key, by the end of its name.
  package func timedTrack(declaring keySuffix: String) -> Track? {
    tracks.value?.first { track in track.timedKeys.contains { $0.name.hasSuffix(keySuffix) } }
  }
}
