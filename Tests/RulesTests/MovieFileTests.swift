import Support
import Testing
import Validator

@testable import Rules

@Suite struct `Rules of the movie file` {
  @Test func `a camera movie passes all of them`() {
    let engine = Engine(rules: Catalogue.movie, profile: .camera, keepsAllResults: true)
    let results = engine.judge(Subject(.pair(.example))).results
    #expect(results.filter { $0.state == .pass }.count == 12)
    #expect(results.count == 12)
  }

  @Test func `only rules of damage judge a lone movie`() {
    let run = Catalogue.movie.filter { $0.tried(on: .movie(.example)).state != .notApplicable }
    #expect(run.map(\.id) == ["movie/no-video", "movie/truncated", "movie/structure"])
  }

  @Test func `facts that were not read are unreadable`() {
    var pair = Pair.example
    pair.movie = Movie(file: Movie.example.file, unreadable: lost())
    for rule in Catalogue.movie {
      let result = rule.tried(on: .pair(pair))
      #expect(result.state == .unreadable, "\(rule.id)")
      #expect(result.offsets == [77], "\(rule.id)")
    }
  }

  // MARK: Container

  @Test func `the brand of an MP4 is a warning`() {
    let result = Rule.movieContainer.tried(movie: { $0.majorBrand = .present("mp42", at: spot(8)) })
    #expect(result.severity == .warning)
    #expect(result.message == "the movie's major brand is 'mp42', not 'qt  '")
    #expect(result.offsets == [8])
  }

  @Test func `a movie without ftyp is a note and no wrong brand`() {
    let change: (inout Movie) -> Void = { movie in
      movie.majorBrand = .absent(searched: [spot(0)])
      movie.firstBoxes = ["wide", "mdat", "moov"]
    }
    let result = Rule.movieNoFtyp.tried(movie: change)
    #expect(result.severity == .note)
    #expect(result.message == "the movie has no ftyp box: it begins with wide, mdat, moov")
    #expect(result.offsets == [0])
    #expect(Rule.movieContainer.tried(movie: change).state == .notApplicable)
  }

  // MARK: Video

  @Test func `a movie without a video track has none to play`() {
    let result = Rule.movieNoVideo.tried(movie: {
      $0.tracks = .present([.exampleStillTime], at: spot(90))
    })
    #expect(result.severity == .error)
    #expect(result.message == "the movie has no video track, only meta")
    #expect(result.offsets == [90])
  }

  @Test func `a video track that is off or empty counts as none`() {
    let off = Rule.movieNoVideo.tried(movie: { $0.changeVideo { $0.isEnabled = false } })
    #expect(off.message == "the movie's video track is switched off")
    #expect(off.offsets == [3_000])
    let empty = Rule.movieNoVideo.tried(movie: { $0.changeVideo { $0.sampleCount = 0 } })
    #expect(empty.message == "the movie's video track holds no samples")
  }

  @Test func `auxiliary picture tracks neither help nor harm`() {
    var auxiliary = Track.exampleVideo
    auxiliary.handler = "auxv"
    let beside = Rule.movieNoVideo.tried(movie: {
      $0.tracks = .present([auxiliary, .exampleVideo], at: spot(90))
    })
    #expect(beside.state == .pass)
    let alone = Rule.movieNoVideo.tried(movie: { $0.tracks = .present([auxiliary], at: spot(90)) })
    #expect(alone.state == .fail)
  }

  @Test func `a movie without video is judged neither by codec nor by geometry`() {
    var pair = Pair.example
    pair.movie.tracks = .present([.exampleStillTime], at: spot(90))
    let engine = Engine(rules: Catalogue.movie + Catalogue.geometry, profile: .camera)
    let results = engine.judge(Subject(.pair(pair))).results
    #expect(results.map(\.rule.id) == ["movie/no-video"])
  }

  @Test(
    arguments: ["vp08", "vp09", "av01", "mp4v", "jpeg", "mjpa", "mjpb", "????"]
      as [FourCharacterCode])
  func `codecs that Apple's software does not play are errors`(_ codec: FourCharacterCode) {
    let result = Rule.movieCodec.tried(movie: {
      $0.changeVideo { track in
        track.codec = codec
        track.codecPlace = spot(3_300)
      }
    })
    #expect(result.severity == .error)
    #expect(result.message.contains("'\(codec)'"))
    #expect(result.offsets == [3_300])
  }

  @Test(
    arguments: ["hvc1", "avc1", "avc3", "dvh1", "apch", "apcn", "apcs", "apco", "ap4h", "ap4x"]
      as [FourCharacterCode])
  func `H264, HEVC and ProRes pass`(_ codec: FourCharacterCode) {
    let result = Rule.movieCodec.tried(movie: {
      $0.changeVideo { $0.codec = codec }
    })
    #expect(result.state == .pass)
  }

  @Test func `hev1 is a warning and says what it is`() {
    let result = Rule.movieCodec.tried(movie: { $0.changeVideo { $0.codec = "hev1" } })
    #expect(result.severity == .warning)
    #expect(
      result.message
        == "the movie's video is HEVC marked 'hev1', which Apple's players do not show")
  }

  @Test(arguments: ["apac", "lpcm", "mp4a"] as [FourCharacterCode])
  func `any kind of audio passes`(_ codec: FourCharacterCode) {
    var audio = Track(place: spot(6_000), number: 3)
    audio.handler = "soun"
    audio.isEnabled = true
    audio.codec = codec
    audio.sampleCount = 80
    let result = Rule.movieCodec.tried(movie: {
      $0.tracks = .present([audio, .exampleVideo], at: spot(90))
    })
    #expect(result.state == .pass)
  }

  // MARK: Length

  @Test func `a movie over the limit says both lengths`() {
    let result = Rule.movieTooLong.tried(movie: {
      $0.duration = .present(.example(3_144), at: spot(40))
    })
    #expect(result.severity == .warning)
    #expect(result.message == "the movie lasts 5.24 s, over 3.5 s")
    #expect(result.offsets == [40])
    let edge = Rule.movieTooLong.tried(movie: {
      $0.duration = .present(.example(2_100), at: spot(40))
    })
    #expect(edge.state == .pass)
  }

  @Test func `the limits are settings`() {
    var settings = Settings()
    settings.longestMovie = 1.5
    settings.shortestMovie = 2.5
    let long = Rule.movieTooLong.tried(on: .pair(.example), settings: settings)
    #expect(long.message == "the movie lasts 2 s, over 1.5 s")
    let short = Rule.movieTooShort.tried(on: .pair(.example), settings: settings)
    #expect(short.message == "the movie lasts 2 s, under 2.5 s")
  }

  @Test func `a lone video may be long`() {
    var movie = Movie.example
    movie.duration = .present(.example(18_000), at: spot(40))
    #expect(Rule.movieTooLong.tried(on: .movie(movie)).state == .notApplicable)
  }

  @Test func `a movie of some frames is a warning for the Lock Screen only`() {
    let change: (inout Movie) -> Void = { $0.duration = .present(.example(200), at: spot(40)) }
    let result = Rule.movieTooShort.tried(movie: change)
    #expect(result.severity == .note)
    #expect(result.message == "the movie lasts 0.333 s, under 0.5 s")
    #expect(result.offsets == [40])
    #expect(Rule.movieTooShort.tried(profile: .wallpaper, movie: change).severity == .warning)
  }

  @Test func `a clip of less than a second is short but works`() {
    let result = Rule.movieTooShort.tried(movie: {
      $0.duration = .present(.example(480), at: spot(40))
    })
    #expect(result.state == .pass)
  }

  // MARK: Damage

  @Test func `a truncated movie says by how many bytes`() {
    let result = Rule.movieTruncated.tried(movie: {
      $0.damages = [
        Damage(.truncated, "the mdat box ends early", at: spot(28), missingBytes: 4_711)
      ]
    })
    #expect(result.severity == .error)
    #expect(result.message == "the mdat box ends early: 4711 bytes are missing")
    #expect(result.offsets == [28])
  }

  @Test func `a cut at a multiple of 64 KiB is said`() {
    let result = Rule.movieTruncated.tried(movie: { movie in
      movie.file.size = 3_276_800
      movie.damages = [Damage(.truncated, "the file has no moov box", at: spot(0))]
    })
    #expect(result.message.hasPrefix("the file has no moov box; the file ends at 3276800 bytes"))
  }

  @Test func `an empty movie is truncated and nothing else`() {
    let change: (inout Movie) -> Void = { movie in
      movie = Movie(
        file: MediaFile(path: movie.file.path, size: 0, type: .empty), unreadable: lost())
    }
    #expect(Rule.movieTruncated.tried(movie: change).message == "the file is empty")
    #expect(Rule.movieStructure.tried(movie: change).state == .notApplicable)
    #expect(Rule.movieNoFtyp.tried(movie: change).state == .notApplicable)
  }

  @Test func `a movie that contradicts itself says where`() {
    let result = Rule.movieStructure.tried(movie: {
      $0.damages = [
        Damage(
          .structure, "stsz counts 61 samples, stts 60", at: spot(512), found: "61", wanted: "60"),
        Damage(.truncated, "the file ends early", at: spot(9)),
      ]
    })
    #expect(result.severity == .error)
    #expect(result.message == "stsz counts 61 samples, stts 60")
    #expect(result.offsets == [512])
    #expect(result.evidence.first?.wanted == "60")
  }

  @Test func `minor damage is a note`() {
    let result = Rule.movieStructure.tried(movie: {
      $0.damages = [Damage(.structure, "a udta entry is cut short", at: spot(1), isMinor: true)]
    })
    #expect(result.severity == .note)
  }

  @Test func `bytes of no known format are a fault of structure`() {
    var movie = Movie.example
    movie.file.type = .unknown
    let result = Rule.movieStructure.tried(on: .movie(movie))
    #expect(result.message == "the file is named .MOV but has the bytes of no known movie format")
    #expect(Rule.movieTruncated.tried(on: .movie(movie)).state == .notApplicable)
  }

  @Test func `a still in the place of the movie is left to the rules of pairing`() {
    let change: (inout Movie) -> Void = { movie in
      movie = Movie(
        file: MediaFile(path: movie.file.path, size: 10, type: .heic),
        unreadable: lost(.otherContent))
    }
    #expect(Rule.movieTruncated.tried(movie: change).state == .notApplicable)
    #expect(Rule.movieStructure.tried(movie: change).message == "the file holds heic, no movie")
  }

  // MARK: Traits

  @Test func `fragments are a warning`() {
    let result = Rule.movieFragmented.tried(movie: { $0.fragments = .present(3, at: spot(700)) })
    #expect(result.severity == .warning)
    #expect(result.message == "the movie keeps its samples in 3 moof fragments")
    #expect(result.offsets == [700])
  }

  @Test func `bytes after the last box are counted`() {
    let result = Rule.movieTrailingData.tried(movie: {
      $0.trailingData = .present(TrailingData(length: 131), at: spot(9_000))
    })
    #expect(result.severity == .warning)
    #expect(result.message == "131 bytes that are no box follow the movie's last box")
    #expect(result.offsets == [9_000])
  }

  @Test func `a movie without any date is told`() {
    let change: (inout Movie) -> Void = { movie in
      movie.creationDate = .absent(searched: [])
      movie.headerDate = .absent(searched: [spot(120)])
    }
    let result = Rule.movieZeroDates.tried(movie: change)
    #expect(result.severity == .note)
    #expect(result.offsets == [120])
    #expect(Rule.movieZeroDates.tried(profile: .camera, movie: change).severity == .warning)
  }

  @Test func `one date of the two is enough`() {
    let noHeader = Rule.movieZeroDates.tried(movie: { $0.headerDate = .absent(searched: []) })
    #expect(noHeader.state == .pass)
    let noKey = Rule.movieZeroDates.tried(movie: { $0.creationDate = .absent(searched: []) })
    #expect(noKey.state == .pass)
  }

  @Test func `an encoder's name without Apple's keys is told`() {
    let change: (inout Movie) -> Void = { movie in
      movie.encoderTrace = .present("Lavf59.27.100", at: spot(800))
      movie.keys = .present(["com.android.version"], at: spot(801))
    }
    let result = Rule.movieTranscoded.tried(movie: change)
    #expect(result.severity == .note)
    #expect(
      result.message == "the movie was written by Lavf59.27.100 and carries none of Apple's keys")
    #expect(result.offsets == [800])
    #expect(Rule.movieTranscoded.tried(profile: .camera, movie: change).severity == .warning)
  }

  @Test func `an encoder's name beside Apple's keys is no loss`() {
    let result = Rule.movieTranscoded.tried(movie: {
      $0.encoderTrace = .present("Lavf59.27.100", at: spot(800))
    })
    #expect(result.state == .pass)
  }
}
