import Validator

/// Facts in which every part is there and every case occurs, for tests of records.
///
/// They say nothing that a file would say; they are changed only with the form of records.
enum EveryFact {
  static let place = Place(
    StructurePath("meta/iloc[*]/Exif", 2).appending("MakerNote/0x#", 0x11), offset: 70_000,
    length: 37)
  static let file = MediaFile(path: FilePath("a/IMG_0001.HEIC"), size: 2_000_000, type: .heic)

  /// One error of each kind.
  static let errors: [ReadError] = [
    .notOpened, .pastEnd(needed: 500, available: 20), .malformed, .limit, .otherContent,
    .unsupported,
  ].map { ReadError($0, "a reason", at: Place("moov/trak[1]", offset: 8, length: 1)) }

  static let identifiers: [StrayIdentifier] = [
    .makerNote, .xmp, .sidecar(FilePath("a/IMG_0001.xmp")), .pngText, .userData, .track,
    .iTunesList, .fullBoxMeta,
  ].map { StrayIdentifier(identifier: identifier, carrier: $0, place: place) }

  static let identifier = StoredIdentifier(
    text: "5B1C3A7E-9D42-4F60-8E15-2A7C90D3B6F4",
    oddities: [
      .dataType(21), .makerNoteType(7), .noClosingNUL, .extraNULs(3), .whiteSpace, .notUTF8,
    ])

  static let damages: [Damage] = [.truncated, .structure, .makerNote].map {
    Damage(
      $0, "a message", at: place, found: "3", wanted: "4", missingBytes: 300, isMinor: true)
  }

  static let time = WallTime(
    localSeconds: -1_714_557_600, zoneMinutes: -120, text: "1915-09-02T13:20:00-0200")

  static var still: Still {
    var still = Still(file: file, unreadable: errors[0])
    still.identifier = .present(identifier, at: place)
    still.makerNote = .present(.foreign("Nikon"), at: place)
    still.otherIdentifiers = identifiers
    still.strayIdentifiers = identifiers
    still.make = .present("Apple", at: place)
    still.model = .unreadable(errors[1])
    still.software = .absent(searched: [place, Place("APP1/Exif", offset: 0, length: .max)])
    still.captureTime = .present(time, at: place)
    still.location = .present(Coordinate(latitude: -48.1, longitude: 11.5), at: place)
    still.appleNote = .present(
      AppleNote(
        length: 500, entryCount: 30, hasHDRHeadroom: true, hasHDRGain: false, isLittleEndian: true),
      at: place)
    still.pixelSize = .present(PixelSize(width: 4_032, height: 3_024), at: place)
    still.exifOrientation = .present(60_000, at: place)
    still.itemOrientation = .present(Orientation(degreesClockwise: 90, isMirrored: true), at: place)
    still.exifPixelSize = .present(PixelSize(width: 1, height: .max), at: place)
    still.colourProfile = .present("nclx", at: place)
    still.hasGainMap = .present(true, at: place)
    still.embeddedMovies = containers.map {
      EmbeddedMovie(container: $0, announcement: place, movie: place)
    }
    still.trailingData = .present(TrailingData(length: 8, description: "a picture"), at: place)
    still.exifPrefix = .present(ExifPrefix(extraBytes: 6), at: place)
    still.damages = damages
    still.oddities = [Still.Oddity("an oddity", at: place)]
    return still
  }

  private static let containers: [EmbeddedMovie.Container] = [
    .googleMotionPhoto, .googleMicroVideo, .motionPhotoBox, .samsung, .huawei, .oppo, .xiaomi,
    .vivo, .appended,
  ]

  /// Stills with what the one above has no room for.
  static var furtherStills: [Still] {
    let states: [MakerNoteState] = [.noExif, .noMakerNote, .apple]
    let types = FileType.allCases.map { $0 as FileType? } + [nil]
    return zip(states + Array(repeating: .apple, count: types.count), types).map { state, type in
      var still = still
      still.file.type = type
      still.makerNote = .present(state, at: place)
      return still
    }
      + errors.map { Still(file: file, unreadable: $0) }
  }

  static let key = TimedKey(
    localID: 1, namespace: "mdta", name: "com.apple.quicktime.still-image-time", dataType: 65,
    place: place)

  static var track: Track {
    var track = Track(place: place, number: 2)
    track.id = 3
    track.handler = "vide"
    track.isEnabled = true
    track.codec = "hvc1"
    track.codecPlace = Place("stsd", offset: 9, length: 86)
    track.codedSize = PixelSize(width: 1_920, height: 1_440)
    track.cleanAperture = ApertureSize(width: 1_308.5, height: 980)
    track.trackAperture = ApertureSize(width: 1_440, height: 1_080)
    track.pixelAspectRatio = 0.75
    track.matrix = TrackMatrix(a: 0, b: 0x1_0000, c: -0x1_0000, d: .min)
    track.matrixPlace = Place("tkhd", offset: 10, length: 36)
    track.mediaDuration = MediaTime(-1_200, scale: 600)
    track.editList = [MediaTime(600, scale: 600), MediaTime(1, scale: .max)].compactMap { $0 }
      .enumerated().map { Edit(duration: $1, mediaStart: $0 == 0 ? nil : -7) }
    track.editListPlace = place
    track.sampleCount = 61
    track.timeToSample = [SampleRun(count: 60, duration: 20), SampleRun(count: 1, duration: .max)]
    track.compositionOffsets = [CompositionRun(count: 61, offset: -20)]
    track.references = [TrackReference(type: "cdsc", trackIDs: [1, 7], place: place)]
    track.timedKeys = [key]
    return track
  }

  static var movie: Movie {
    var movie = Movie(
      file: MediaFile(path: FilePath(bytes: [0x61, 0xFF]), size: .max, type: .quicktime),
      unreadable: errors[2])
    movie.identifier = .present(identifier, at: place)
    movie.otherIdentifiers = identifiers
    movie.strayIdentifiers = identifiers
    movie.make = .present("", at: place)
    movie.model = .absent(searched: [])
    movie.software = .present("17.6.1", at: place)
    movie.creationDate = .present(time, at: place)
    movie.headerDate = .present(WallTime(localSeconds: 0, zoneMinutes: nil, text: "ü"), at: place)
    movie.location = .present(Coordinate(latitude: 90, longitude: -180), at: place)
    movie.keys = .present(["com.apple.quicktime.make", "x"], at: place)
    movie.encoderTrace = .present("Lavf59.27.100", at: place)
    movie.majorBrand = .present("qt  ", at: place)
    movie.firstBoxes = ["ftyp", "wide", FourCharacterCode(rawValue: .max)]
    movie.duration = .unreadable(errors[2])
    movie.fragments = .present(3, at: place)
    movie.trailingData = .present(TrailingData(length: 8), at: place)
    movie.tracks = .present([track, Track(place: place, number: 1)], at: place)
    movie.stillTimes = .present(
      [
        StillTime(
          trackNumber: 2, presentationTime: MediaTime(600, scale: 600), key: key,
          declaredLength: 8, actualLength: 1, undeclaredIDs: [5], value: -1, place: place),
        StillTime(
          trackNumber: 2, presentationTime: nil, key: key, declaredLength: 0, actualLength: 0,
          undeclaredIDs: [], value: nil, place: place),
      ], at: place)
    movie.staticStillTimeKey = .present("still-image-time", at: place)
    movie.stillImageTransform = .present(
      StillImageTransform(
        isIdentity: true, referenceDimensions: ApertureSize(width: 1_920, height: 1_440)),
      at: place)
    movie.livePhotoInfo = .present(
      LivePhotoInfo(
        trackNumber: 3, sampleCount: 60, timeToSample: [SampleRun(count: 60, duration: 20)],
        distinctPayloads: 59, payloadsRead: 58, payloadVersion: 3, hasSetupDescription: true),
      at: place)
    movie.damages = damages
    return movie
  }
}

extension EveryFact {
  static var surroundings: Surroundings {
    var surroundings = Surroundings()
    let path = FilePath("b/IMG_0001.MOV")
    surroundings.strangers = [
      Surroundings.Stranger(
        beside: .still, path: path, identifier: "one", truePartner: FilePath("c/x.jpg")),
      Surroundings.Stranger(beside: .movie, path: path, identifier: nil, truePartner: nil),
    ]
    // More paths than are named by their numbers.
    surroundings.sharers = (0..<20).map {
      Surroundings.Sharer(still: FilePath("d/\($0).heic"), movie: FilePath("d/\($0).mov"))
    }
    surroundings.copies = [Surroundings.Copy(half: .movie, path: FilePath("d/19.mov"))]
    surroundings.rivals = [Surroundings.Rival(half: .still, path: path, isExport: true)]
    surroundings.identifierIsAnswered = true
    surroundings.identifierWasSeenBefore = true
    surroundings.namesake = Surroundings.Namesake(path: path, reason: "the movie lasts 31.2 s")
    return surroundings
  }

  static var subjects: [Subject] {
    let bundle = Bundle(
      path: FilePath("a.pvt"), stills: [file.path], movies: [FilePath("a.pvt/a.mov")],
      metadataVersion: .present("1", at: place), needsMetadata: true, problem: errors[3])
    let bonds: [Pair.Bond] = [.identifier, .name, .argument, .bundle]
    return bonds.map { bond in
      Subject(
        .pair(Pair(name: "IMG_0001", still: still, movie: movie, bond: bond)),
        surroundings: surroundings, bundle: bundle)
    } + furtherStills.map { Subject(.still($0)) } + [Subject(.movie(movie))]
  }

  static var animation: Animation {
    var animation = Animation(file: file, unreadable: errors[4])
    animation.size = .present(PixelSize(width: 100, height: 50), at: place)
    animation.frames = .present(
      [
        AnimationFrame(
          left: 1, top: 2, size: PixelSize(width: 3, height: 4), delay: MediaTime(5, scale: 100),
          delayPlace: place, place: place)
      ], at: place)
    animation.frameCount = 900
    animation.loopCount = .present(0, at: place)
    animation.damages = damages
    animation.trailingData = .absent(searched: [place])
    animation.isInWidget = true
    return animation
  }

  static let rules = RuleTable([rule])

  private static let rule = Rule(
    "identifier/mismatch", title: "", breaks: [], levels: .always(.error), grade: .documented,
    sources: [], rationale: "", remedy: "", staysQuiet: "", symptoms: [],
    check: .subject { _, _ in .pass })

  static var traits: SubjectTraits {
    var traits = SubjectTraits()
    traits.stillIdentifier = "1488"
    traits.movieIdentifier = "D94E"
    traits.make = "Apple"
    traits.model = "iPhone 15"
    traits.software = "17.6.1"
    traits.captured = "2024:06:21 12:00:00+01:00"
    traits.pixelSize = PixelSize(width: 4_032, height: 3_024)
    traits.duration = 2.5
    traits.encoder = "Lavf59.27.100"
    return traits
  }

  /// Reports of every kind; between them they hold every answer, state and conclusion.
  static var reports: [SubjectReport] {
    var setting = Evidence(
      at: SettingPlace(file: FilePath("Info.plist"), path: "A/B", line: 3, column: 9), found: "x")
    setting.place = place
    let evidence = [Evidence(in: file.path, at: place, found: "1", wanted: "2"), setting]
    let answers = Verdict.Answer.allCases
    let severities: [Severity?] = [nil] + Severity.allCases.map { $0 }
    let results = RuleResult.State.allCases.enumerated().map { index, state in
      RuleResult(
        rule: rule, state: state, severity: severities[index % severities.count],
        message: "a message", evidence: evidence, remedy: "a remedy")
    }
    var counts = ResultCounts()
    for (index, state) in RuleResult.State.allCases.enumerated() {
      for _ in 0...index { counts.count(state) }
    }
    var failures = FailureCounts()
    for severity in [.error, .warning, .warning, .note, .note, .note] as [Severity] {
      failures.count(severity)
    }
    var verdict = Verdict(results: results, judgesWallpaper: true)
    (verdict.pairs, verdict.moves, verdict.looks, verdict.wallpaper) =
      (answers[0], answers[1], answers[2], answers[3])
    let files = ReportedFile.Role.allCases.map { ReportedFile($0, file) }
    let facts = [Provenance.Fact("a fact", evidence[0]), Provenance.Fact("another")]
    return SubjectReport.Kind.allCases.flatMap { kind in
      Provenance.Conclusion.allCases.map { conclusion in
        SubjectReport(
          kind: kind, name: "IMG_0001", bond: kind == .pair ? .bundle : nil, files: files,
          verdict: kind == .pair ? verdict : nil, results: results, counts: counts,
          failures: failures, provenance: Provenance(conclusion, facts: facts), traits: traits)
      }
    } + [
      SubjectReport(
        kind: .app, name: "", bond: nil, files: [], verdict: nil, results: [],
        counts: ResultCounts(), failures: FailureCounts())
    ]
  }
}
