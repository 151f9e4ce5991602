import Support
import Testing
import Validator

@Suite struct `The provenance of a pair that could not be read in full` {
  @Test func `says nothing of a half that could not be read but that`() {
    let unread = provenance { $0.movie = Movie(file: $0.movie.file, unreadable: .notThere) }
    #expect(unread.conclusion == .undetermined)
    #expect(facts(of: unread) == "the movie could not be read: the file is not there")
    let neither = provenance {
      $0.movie = Movie(file: $0.movie.file, unreadable: .notThere)
      $0.still = Still(file: $0.still.file, unreadable: .encrypted)
    }
    #expect(neither.conclusion == .undetermined)
    #expect(
      facts(of: neither)
        == "the still could not be read: IMG_0001.JPG is encrypted; "
        + "the movie could not be read: the file is not there")
    #expect(neither.facts.first?.evidence?.file == FilePath("IMG_0001.JPG"))
  }

  @Test func `gives one reason for a movie without moov`() {
    let origin = provenance { pair in
      // What stands outside of moov is read all the same.
      let brand = pair.movie.majorBrand
      pair.movie = Movie(file: pair.movie.file, unreadable: .noIndex)
      pair.movie.majorBrand = brand
      pair.movie.fragments = .unreadable(.notThere)
    }
    #expect(facts(of: origin) == "the movie could not be read: the file has no moov box")
  }

  @Test func `says nothing of where a half that a bundle lacks would be`() {
    let origin = provenance {
      $0.movie = Movie(
        file: MediaFile(path: FilePath(""), size: 0, type: nil), unreadable: .notThere)
    }
    #expect(origin.facts.map(\.evidence) == [nil])
  }

  @Test(
    arguments: [
      { $0.still.software = .unreadable(.notThere) },
      { $0.still.appleNote = .unreadable(.notThere) },
      { $0.still.exifPixelSize = .unreadable(.notThere) },
      { $0.still.captureTime = .unreadable(.notThere) },
      { $0.movie.make = .unreadable(.notThere) },
      { $0.movie.majorBrand = .unreadable(.notThere) },
      { $0.movie.encoderTrace = .unreadable(.notThere) },
      { $0.movie.fragments = .unreadable(.notThere) },
      { $0.movie.tracks = .unreadable(.notThere) },
      { $0.movie.creationDate = .unreadable(.notThere) },
    ] as [@Sendable (inout Pair) -> Void])
  func `does not take what was not read for missing`(change: @Sendable (inout Pair) -> Void) {
    let origin = provenance(change)
    #expect(origin.conclusion == .undetermined)
    #expect(origin.facts.count == 1)
    let text = facts(of: origin)
    #expect(text.contains(/^not all of the (still|movie) could be read: the file is not there$/))
  }

  @Test func `does not speak for motion data that was not read`() {
    let unread = provenance { $0.movie.livePhotoInfo = .unreadable(.notThere) }
    #expect(
      facts(of: unread) == "the live-photo-info track is not known: the file is not there")
    let partly = provenance { pair in
      pair.movie.livePhotoInfo = pair.movie.livePhotoInfo.map { info in
        var changed = info
        changed.payloadsRead = 50
        changed.distinctPayloads = 50
        return changed
      }
    }
    #expect(partly.conclusion == .undetermined)
    #expect(
      facts(of: partly)
        == "the live-photo-info track is not known: of its 60 samples 50 were read")
  }

  @Test func `concludes from what was read where that is enough`() {
    let edited = provenance {
      $0.movie = Movie(file: $0.movie.file, unreadable: .notThere)
      $0.still.software = .present("Pixel Brush 3", at: .example)
    }
    #expect(edited.conclusion == .edited)
    let recoded = provenance {
      $0.still = Still(file: $0.still.file, unreadable: .notThere)
      $0.movie.encoderTrace = .present("Lavc60.3 libx264", at: .example)
    }
    #expect(recoded.conclusion == .reencoded)
  }

  @Test func `is no other container where the encoder is not known`() {
    let origin = provenance {
      $0.movie.majorBrand = .present("isom", at: .example)
      $0.movie.encoderTrace = .unreadable(.notThere)
    }
    #expect(origin.conclusion == .undetermined)
  }

  @Test func `does not count frames that lie in fragments`() {
    let origin = provenance {
      $0.movie.setVideo { $0.sampleCount = 61 }
      $0.movie.fragments = .present(3, at: .example)
    }
    #expect(origin.conclusion == .undetermined)
  }
}

extension ReadError {
  fileprivate static let encrypted = ReadError(
    .unsupported, "IMG_0001.JPG is encrypted", at: .example)
  fileprivate static let noIndex = ReadError(
    .pastEnd(needed: 8, available: 0), "the file has no moov box", at: .example)
}
