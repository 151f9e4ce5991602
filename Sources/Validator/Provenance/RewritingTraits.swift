/// The least pixels that the still of a Live Photo has: the front camera of the iPhone 6s takes 5 million,
/// and the narrowest format crops a quarter of them off.
private let leastCameraPixels: UInt64 = 3_000_000

/// The shorter side of the smallest movie that cameras record for a Live Photo, in pixels.
private let leastCameraLines: UInt32 = 1_080

extension Provenance {
  // MARK: Edited

  /// The picture was changed: another program saved it, or it has another shape than was captured.
  static func editFacts(in halves: Halves) -> [Fact] {
    var facts: [Fact] = []
    for file in [
      halves.fromApple(\.still?.make) ? halves.still?.file : nil,
      halves.fromApple(\.movie?.make) ? halves.movie?.file : nil,
    ] {
      if let file, let mark = file.editMark {
        facts.append(
          Fact(
            "the name has the mark of edited renditions, \(mark)",
            Evidence(in: file.path, found: FilePath(bytes: Array(file.path.name)).description)))
      }
    }
    guard let still = halves.still, halves.fromApple(\.still?.make) else { return facts }
    if case .present(let program, let place) = still.software, !program.isVersionNumber {
      facts.append(
        Fact(
          "the still was saved by \(program), which is no version of iOS",
          Evidence(in: still.file.path, at: place, found: program)))
    }
    if let (now, captured, place) = still.otherSize, now.pixels >= leastCameraPixels {
      facts.append(
        Fact(
          "the picture is \(now) and was captured as \(captured): it was turned or cropped",
          Evidence(in: still.file.path, at: place, found: "\(captured)", wanted: "\(now)")))
    }
    return facts
  }

  // MARK: Re-encoded

  /// Pixels or frames were coded anew: fewer of them, or by an encoder that names itself.
  static func recodingFacts(in halves: Halves) -> [Fact] {
    var facts: [Fact] = []
    if let still = halves.still, halves.fromApple(\.still?.make),
      let (now, captured, place) = still.otherSize, now.pixels < leastCameraPixels
    {
      facts.append(
        Fact(
          "the picture is \(now), Exif still says \(captured): it was coded anew",
          Evidence(in: still.file.path, at: place, found: "\(captured)", wanted: "\(now)")))
    }
    guard let movie = halves.movie else { return facts }
    if case .present(let trace, let place) = movie.encoderTrace, trace.namesVideoEncoder {
      facts.append(
        Fact(
          "the movie was coded by \(trace)", Evidence(in: movie.file.path, at: place, found: trace))
      )
    }
    guard halves.fromApple(\.movie?.make), movie.livePhotoInfo.value != nil else { return facts }
    if movie.hasAllSamplesRead,
      case .otherCount(let samples, let frames) = movie.motionDataStep
    {
      facts.append(
        Fact(
          "the camera's motion data describes \(samples) frames, the video has \(frames)",
          Evidence(in: movie.file.path, at: movie.livePhotoInfo.place)))
    }
    if case .present(let video, let place) = movie.videoTrack, let size = video.codedSize,
      min(size.width, size.height) < leastCameraLines
    {
      facts.append(
        Fact(
          "the movie is \(size), smaller than cameras record",
          Evidence(in: movie.file.path, at: place, found: "\(size)")))
    }
    return facts
  }

  // MARK: Re-muxed

  /// The frames are the camera's, each with its motion data, and the container is not.
  ///
  /// What the encoder wrote of itself has to be known: it may be one that coded the frames anew.
  static func remuxingFacts(in halves: Halves) -> [Fact] {
    guard let movie = halves.movie, let info = movie.livePhotoInfo.value,
      info.distinctPayloads > 1, movie.motionDataStep == .inStep, movie.hasAllSamplesRead,
      movie.encoderTrace.readError == nil
    else { return [] }
    var facts: [Fact] = []
    if case .present(let trace, let place) = movie.encoderTrace {
      facts.append(
        Fact(
          "the movie was written by \(trace)",
          Evidence(in: movie.file.path, at: place, found: trace)))
    }
    if case .present(let brand, let place) = movie.majorBrand, brand != "qt  " {
      facts.append(
        Fact(
          "the container has the brand \(brand), not that of QuickTime",
          Evidence(in: movie.file.path, at: place, found: "\(brand)", wanted: "qt  ")))
    }
    guard !facts.isEmpty else { return [] }
    return facts + [Fact("each of the \(info.sampleCount) frames still has its motion data")]
  }

  // MARK: Exported

  /// Apple's software wrote a half anew and kept its metadata in step with it.
  static func exportFacts(in halves: Halves) -> [Fact] {
    var facts: [Fact] = []
    if let still = halves.still, halves.fromApple(\.still?.make),
      still.software.value?.isVersionNumber == true,
      case .present(let size, let place) = still.pixelSize, still.exifPixelSize.value == size
    {
      // Front cameras of before the iPhone 6s, and of Live Photos, took less.
      if still.identifier.value != nil, size.pixels < leastCameraPixels {
        facts.append(
          Fact(
            "the picture is \(size), smaller than cameras take, and Exif says so too",
            Evidence(in: still.file.path, at: place, found: "\(size)")))
      }
      if size.height > size.width, still.orientation.value == .upright {
        facts.append(
          Fact(
            "the pixels are stored upright; cameras store them lying and turn them for display",
            Evidence(in: still.file.path, at: still.orientation.place ?? place, found: "\(size)")))
      }
    }
    if let movie = halves.movie, halves.fromApple(\.movie?.make), movie.majorBrand.isAbsent {
      facts.append(
        Fact(
          "the movie has no ftyp, as exports have been seen to leave it out",
          Evidence(in: movie.file.path, at: Place("", offset: 0, length: 8))))
    }
    return facts
  }
}

extension Provenance.Halves {
  /// Whether a half names Apple as the maker of its camera.
  func fromApple(_ make: (Provenance.Halves) -> Field<String>?) -> Bool {
    make(self)?.value == "Apple"
  }
}

extension Still {
  /// The size of the picture, the other one that it was captured in, and where that stands; nil
  /// where the two agree or one is not known.
  fileprivate var otherSize: (now: PixelSize, captured: PixelSize, place: Place)? {
    guard let now = pixelSize.value, case .present(let captured, let place) = exifPixelSize,
      now != captured
    else { return nil }
    return (now, captured, place)
  }
}

extension PixelSize {
  /// How many pixels there are.
  var pixels: UInt64 { UInt64(width) * UInt64(height) }
}

extension String {
  /// Whether the text is that of a program that codes video, not only of one that packs it:
  /// ffmpeg's packing part signs as `Lavf` also where it copies frames.
  fileprivate var namesVideoEncoder: Bool {
    ["handbrake", "lavc", "x264", "x265"].contains { lowercased().contains($0) }
  }
}
