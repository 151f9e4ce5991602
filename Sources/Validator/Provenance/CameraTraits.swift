/// The least entries that a camera's MakerNote has: 18 or more were measured on iOS 12 to 26.
private let leastNoteEntries = 10

/// How far the capture times of the halves may be apart, in seconds: 0 or 1 on camera pairs.
private let widestCaptureGap = 5.0

/// How much more than it shows a movie may hold without being trimmed, in seconds: cameras leave a
/// frame or two.
private let widestMargin = 0.2

extension Provenance {
  /// What speaks for files straight from a camera, and what is missing to say so.
  ///
  /// All of it is asked for: a trait alone is kept by many tools. What could not be read is told as
  /// that, and never as missing.
  static func cameraFacts(_ halves: Halves) -> (proofs: [Fact], gaps: [Fact]) {
    var proofs: [Fact] = []
    var gaps: [Fact] = []
    func ask(_ fact: Fact?, orElse gap: String, unread: [Fact]) {
      if let fact {
        proofs.append(fact)
      } else if unread.isEmpty {
        gaps.append(Fact(gap))
      } else {
        gaps += unread.filter { !gaps.contains($0) }
      }
    }
    if let still = halves.still {
      ask(
        device(still.make, still.model, still.software, in: still.file, "the still"),
        orElse: "the still does not name an Apple device and its version of iOS",
        unread: still.unread(still.make.readError, still.model.readError, still.software.readError))
      ask(
        still.fullNote, orElse: "the still has no MakerNote as cameras write it",
        unread: still.unread(still.appleNote.readError))
      ask(
        still.fullPicture, orElse: "the still does not tell that it has the size it was taken in",
        unread: still.unread(still.pixelSize.readError, still.exifPixelSize.readError))
    }
    if let movie = halves.movie {
      ask(
        device(movie.make, movie.model, movie.software, in: movie.file, "the movie"),
        orElse: "the movie does not name an Apple device and its version of iOS",
        unread: movie.unread(movie.make.readError, movie.model.readError, movie.software.readError))
      ask(
        movie.cameraContainer,
        orElse: "the movie's container is not that of cameras, or names a program",
        unread: movie.unread(
          movie.majorBrand.readError, movie.encoderTrace.readError, movie.fragments.readError))
      ask(
        movie.ownMotionData,
        orElse: "the movie has no live-photo-info sample of its own for each frame",
        unread: movie.unreadMotionData)
      if let trim = movie.trim { proofs.append(trim) }
    }
    if let still = halves.still, let movie = halves.movie {
      ask(
        oneShot(still, movie), orElse: "the halves do not tell of one device and one moment",
        unread: still.unread(
          still.model.readError, still.software.readError, still.captureTime.readError)
          + movie.unread(
            movie.model.readError, movie.software.readError, movie.captureTime.readError))
    }
    return (proofs, gaps)
  }

  private static func device(
    _ make: Field<String>, _ model: Field<String>, _ software: Field<String>, in file: MediaFile,
    _ half: String
  ) -> Fact? {
    guard make.value == "Apple", case .present(let model, let place) = model,
      let version = software.value, version.isVersionNumber
    else { return nil }
    return Fact(
      "\(half) names \(model) with iOS \(version)",
      Evidence(in: file.path, at: place, found: model))
  }

  private static func oneShot(_ still: Still, _ movie: Movie) -> Fact? {
    guard let model = still.model.value, model == movie.model.value,
      let version = still.software.value, version == movie.software.value,
      let shot = still.captureTime.value, let filmed = movie.captureTime.value,
      !shot.isUnset, !filmed.isUnset, shot.canBe(filmed, within: widestCaptureGap)
    else { return nil }
    return Fact("both halves name one device, one iOS and one moment")
  }
}

extension Still {
  fileprivate var fullNote: Provenance.Fact? {
    guard case .present(let note, let place) = appleNote, note.entryCount >= leastNoteEntries
    else { return nil }
    return Provenance.Fact(
      "its MakerNote has \(note.entryCount) entries",
      Evidence(in: file.path, at: place, found: "\(note.entryCount) entries"))
  }

  fileprivate var fullPicture: Provenance.Fact? {
    guard case .present(let size, let place) = pixelSize, exifPixelSize.value == size
    else { return nil }
    return Provenance.Fact(
      "the picture is \(size), as Exif says", Evidence(in: file.path, at: place, found: "\(size)"))
  }
}

extension Movie {
  fileprivate var cameraContainer: Provenance.Fact? {
    guard case .present(let brand, let place) = majorBrand, brand == "qt  ",
      encoderTrace.isAbsent, fragments.isAbsent
    else { return nil }
    return Provenance.Fact(
      "its container is QuickTime and names no encoder",
      Evidence(in: file.path, at: place, found: "\(brand)"))
  }

  fileprivate var ownMotionData: Provenance.Fact? {
    guard case .present(let info, let place) = livePhotoInfo, info.payloadsRead > 1,
      info.distinctPayloads == info.payloadsRead, info.isReadInFull, motionDataStep == .inStep
    else { return nil }
    return Provenance.Fact(
      "each of its \(info.sampleCount) frames has a live-photo-info sample of its own",
      Evidence(in: file.path, at: place))
  }

  /// What of the motion data and of the frames that it describes could not be read.
  fileprivate var unreadMotionData: [Provenance.Fact] {
    if let readError = tracks.readError { return unread(readError) }
    switch livePhotoInfo {
    case .unreadable(let error):
      return [Provenance.Fact("the live-photo-info track is not known: \(error.reason)")]
    case .present(let info, let place) where !info.isReadInFull:
      return [
        Provenance.Fact(
          "the live-photo-info track is not known: of its \(info.sampleCount) samples "
            + "\(info.payloadsRead) were read",
          Evidence(in: file.path, at: place))
      ]
    case .present, .absent: return []
    }
  }

  /// That the edit list hides a part of the video; cameras trim so, and people do.
  fileprivate var trim: Provenance.Fact? {
    guard let video = videoTrack.value, let media = video.mediaDuration?.seconds,
      let shown = video.presentation
    else { return nil }
    let seconds = shown.upperBound - shown.lowerBound
    guard media - seconds > widestMargin else { return nil }
    return Provenance.Fact(
      "its edit list shows \(seconds.shown(decimals: 2)) s of \(media.shown(decimals: 2)) s",
      Evidence(in: file.path, at: video.editListPlace))
  }
}
