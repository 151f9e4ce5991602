import Support
import Testing
import Validator

/// What is concluded of a camera's pair after a change.
func provenance(_ change: (inout Pair) -> Void = { _ in }) -> Provenance {
  var pair = Pair.exampleWithMotionData
  change(&pair)
  return Provenance(of: .init(still: pair.still, movie: pair.movie))
}

func facts(of provenance: Provenance) -> String {
  provenance.facts.map(\.text).joined(separator: "; ")
}

@Suite struct `The provenance of a pair` {
  @Test func `is the camera where everything speaks for it`() {
    let origin = provenance()
    #expect(origin.conclusion == .cameraOriginal)
    #expect(origin.facts.count == 7)
    #expect(facts(of: origin).contains("its MakerNote has 30 entries"))
    #expect(facts(of: origin).contains("each of its 60 frames"))
  }

  @Test(
    arguments: [
      { $0.still.make = .absent(searched: []) },
      { $0.still.appleNote = .absent(searched: []) },
      { $0.still.exifPixelSize = .absent(searched: []) },
      { $0.movie.model = .absent(searched: []) },
      { $0.movie.fragments = .present(3, at: .example) },
      { $0.movie.livePhotoInfo = .absent(searched: []) },
      {
        $0.movie.creationDate = .present(
          .init(localSeconds: 9_000_000, zoneMinutes: 0, text: ""), at: .example)
      },
      { $0.movie.software = .present("18.0", at: .example) },
      { $0.movie = Movie(file: $0.movie.file, unreadable: .notThere) },
    ] as [@Sendable (inout Pair) -> Void])
  func `stays open where one thing is missing, and says which`(
    change: @Sendable (inout Pair) -> Void
  ) {
    let origin = provenance(change)
    #expect(origin.conclusion == .undetermined)
    #expect(!origin.facts.isEmpty && origin.facts.count < 5)
  }

  @Test func `tells a trim by the edit list and goes on`() {
    let origin = provenance { pair in
      let trim = [Edit(duration: .example(600), mediaStart: 0)]
      pair.movie.tracks = pair.movie.tracks.map { all in
        all.map { track in
          var changed = track
          if track.number != 2 { changed.editList = trim }
          return changed
        }
      }
    }
    #expect(origin.conclusion == .cameraOriginal)
    #expect(facts(of: origin).contains("its edit list shows 1 s of 2 s"))
  }

  @Test func `is a tool where the MakerNote holds the identifier alone`() {
    let origin = provenance { pair in
      pair.still.appleNote = .present(
        AppleNote(
          length: 69, entryCount: 1, hasHDRHeadroom: false, hasHDRGain: false,
          isLittleEndian: false),
        at: Place("note", offset: 800, length: 69))
      // Whatever else speaks for the camera can be copied.
      pair.movie.encoderTrace = .present("HandBrake 1.6", at: .example)
    }
    #expect(origin.conclusion == .synthetic)
    #expect(origin.facts.map(\.evidence?.place?.offset) == [800])
  }

  @Test func `is an edit where another program saved the still`() {
    let origin = provenance { $0.still.software = .present("Pixel Brush 3", at: .example) }
    #expect(origin.conclusion == .edited)
    #expect(facts(of: origin).contains("saved by Pixel Brush 3"))
  }

  @Test func `is an edit where the name says so`() {
    #expect(
      provenance { $0.still.file.path = FilePath("a/IMG_E0001.JPG") }.conclusion == .edited)
    #expect(
      provenance { $0.still.file.path = FilePath("a/IMG_0001.JPG") }.conclusion == .cameraOriginal)
  }

  @Test func `is an edit where the picture was turned or cropped`() {
    let origin = provenance {
      $0.still.pixelSize = .present(PixelSize(width: 3024, height: 4032), at: .example)
    }
    #expect(origin.conclusion == .edited)
    #expect(facts(of: origin).contains("3024×4032 and was captured as 4032×3024"))
  }

  @Test func `is coded anew where the picture shrank and Exif did not`() {
    let origin = provenance {
      $0.still.pixelSize = .present(PixelSize(width: 640, height: 480), at: .example)
    }
    #expect(origin.conclusion == .reencoded)
  }

  @Test func `is coded anew where a video encoder signed`() {
    #expect(
      provenance { $0.movie.encoderTrace = .present("Lavc60.3 libx264", at: .example) }.conclusion
        == .reencoded)
  }

  @Test func `is coded anew where the frames are not those of the motion data`() {
    let origin = provenance { $0.movie.setVideo { $0.sampleCount = 61 } }
    #expect(origin.conclusion == .reencoded)
    #expect(facts(of: origin).contains("describes 60 frames, the video has 61"))
  }

  @Test func `is coded anew where the movie is smaller than cameras record`() {
    #expect(
      provenance {
        $0.movie.setVideo { $0.codedSize = PixelSize(width: 480, height: 640) }
      }.conclusion == .reencoded)
  }

  @Test func `is another container where the frames still have their motion data`() {
    let origin = provenance {
      $0.movie.majorBrand = .present("isom", at: .example)
      $0.movie.encoderTrace = .present("Lavf60.3.100", at: .example)
    }
    #expect(origin.conclusion == .remuxed)
    #expect(origin.facts.count == 3)
  }

  @Test func `is not told by a packing program alone`() {
    #expect(
      provenance {
        $0.movie.encoderTrace = .present("Lavf60.3.100", at: .example)
        $0.movie.livePhotoInfo = .absent(searched: [])
      }.conclusion == .undetermined)
  }

  @Test func `is an export where the still is small and upright by its own Exif`() {
    let origin = provenance {
      let size = PixelSize(width: 1000, height: 1333)
      $0.still.pixelSize = .present(size, at: .example)
      $0.still.exifPixelSize = .present(size, at: .example)
      $0.still.exifOrientation = .present(1, at: .example)
    }
    #expect(origin.conclusion == .exported)
    #expect(origin.facts.count == 2)
  }

  @Test func `is an export where the movie has no ftyp`() {
    #expect(provenance { $0.movie.majorBrand = .absent(searched: []) }.conclusion == .exported)
  }
}

@Suite struct `The provenance of a lone file` {
  @Test func `is told where it can be told`() {
    #expect(Provenance(of: .still(.example))?.conclusion == .cameraOriginal)
    var still = Still.example
    still.appleNote = .absent(searched: [])
    #expect(Provenance(of: .still(still)) == nil)
    #expect(Provenance(of: .movie(.example)) == nil)
    #expect(
      Provenance(of: .movie(Pair.exampleWithMotionData.movie))?.conclusion == .cameraOriginal)
  }
}

@Suite struct `The engine tells provenance` {
  private func report(_ scope: ProvenanceScope, _ outcome: Outcome) -> SubjectReport {
    let rule = Rule(
      "a/one", title: "it holds", breaks: [.pairs], levels: .always(.error), grade: .documented,
      sources: [], rationale: "", remedy: "", staysQuiet: "", symptoms: [],
      check: .pair { _, _ in outcome })
    return Engine(rules: [rule], profile: .camera, provenanceScope: scope)
      .judge(Subject(.pair(.example)))
  }

  @Test func `of those that were asked for`() {
    let failure = Outcome.fail(Finding("it is wrong", []))
    #expect(report(.none, failure).provenance == nil)
    #expect(report(.faulty, .pass).provenance == nil)
    #expect(report(.faulty, failure).provenance != nil)
    #expect(report(.all, .pass).provenance != nil)
  }
}

extension Movie {
  mutating func setVideo(_ change: (inout Track) -> Void) {
    tracks = tracks.map { all in
      all.map { track in
        guard track.handler == "vide" else { return track }
        var changed = track
        change(&changed)
        return changed
      }
    }
  }
}

extension ReadError {
  static let notThere = ReadError(.notOpened, "the file is not there", at: .example)
}
