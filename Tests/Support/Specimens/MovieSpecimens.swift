import Validator
import Writers

extension Specimen {
  /// Recipes for `movie/`: container, codec, length and wholeness.
  static func movie(_ media: Media) -> [Specimen] {
    let still = ExampleStill(media)
    let movie = LiveMovie.example(media.h264)
    func specimen(_ name: String, _ change: (inout LiveMovie) -> Void) -> Specimen {
      .pair(name, still, with(movie, change))
    }
    return [
      specimen("movie-container-fail-mp42") { $0.brand = "mp42" },
      specimen("movie-container-pass-no-ftyp") { $0.brand = nil },
      specimen("movie-no-ftyp-fail-export") { $0.brand = nil },
      specimen("movie-no-ftyp-pass-moov-first") { $0.movieComesFirst = true },
      specimen("movie-no-video-fail-track-disabled") { $0.videoIsEnabled = false },
      specimen("movie-no-video-pass-auxiliary-track") { $0.hasAuxiliaryTrack = true },
      specimen("movie-codec-fail-vp9") { $0.video.codec = "vp09" },
      specimen("movie-codec-fail-hev1") {
        $0.video = media.hevc
        $0.video.codec = "hev1"
      },
      specimen("movie-codec-pass-dolby-vision") {
        $0.video = media.hevc
        $0.video.codec = "dvh1"
      },
      specimen("movie-too-long-fail-four-seconds") { $0.stretch(by: 2) },
      Specimen(
        "movie-too-long-pass-lone-video",
        File(
          "IMG_0001.MOV",
          with(LiveMovie.example(media.h264, identifier: nil)) {
            $0.timedTracks = []
            $0.stretch(by: 4)
          }.bytes)),
      specimen("movie-too-short-pass-six-tenths") { $0.stretch(by: 0.3) },
      specimen("movie-too-short-fail-two-fifths") { $0.stretch(by: 0.2) },
      specimen("movie-structure-fail-more-times-than-samples") {
        $0.video.replaceTimes(with: [SampleRun(count: 90, duration: 512)])
      },
      specimen("movie-structure-pass-unknown-box") {
        $0.movieComesFirst = true
        $0.trailer = Part.box("zzzz", .text("nobody knows")).written()
      },
      specimen("movie-fragmented-fail-last-frame") { $0.fragments = .lastFrame },
      specimen("movie-fragmented-pass-announced-only") { $0.fragments = .announced },
      specimen("movie-trailing-data-pass-free-space") {
        $0.trailer = Part.box("free", .zeros(64)).written()
      },
      specimen("movie-zero-dates-pass-creation-date") { $0.creationTime = 0 },
      specimen("movie-transcoded-fail-keys-lost") {
        $0.encoder = "Lavf59.27.100"
        $0.metadata = []
      },
      specimen("movie-transcoded-pass-keys-kept") { $0.encoder = "Lavf59.27.100" },
      Specimen(
        "movie-truncated-pass-data-to-the-end", File("IMG_0001.JPG", still.jpeg),
        File("IMG_0001.MOV", with(movie) { $0.movieComesFirst = true }.bytesWithOpenEnd)),
      specimen("movie-trailing-data-fail-text") { $0.trailer = Array("end of upload\n".utf8) },
      specimen("movie-zero-dates-fail-no-date") {
        $0.creationTime = 0
        $0.removeMetadata("creationdate")
      },
      truncated("movie-truncated-fail-moov-lost", still, movie, keeping: 3_000),
      truncated(
        "movie-truncated-fail-samples-cut", still, with(movie) { $0.movieComesFirst = true },
        keeping: -700),
    ]
  }

  /// A pair whose movie was cut.
  ///
  /// - Parameter count: how many bytes are kept, or how many are lost where it is negative.
  private static func truncated(
    _ name: String, _ still: ExampleStill, _ movie: LiveMovie, keeping count: Int
  ) -> Specimen {
    let bytes = movie.bytes
    let kept = bytes.prefix(count < 0 ? max(0, bytes.count + count) : count)
    return Specimen(name, File("IMG_0001.JPG", still.jpeg), File("IMG_0001.MOV", Array(kept)))
  }
}

extension CodedTrack {
  /// Puts other sample durations into `stts`.
  mutating func replaceTimes(with runs: [SampleRun]) {
    let table = Part.fullBox(
      "stts",
      [.uint32(runs.count)] + runs.map { .sequence(.uint32($0.count), .uint32($0.duration)) })
    timeTables = timeTables.map { $0.dropFirst(4).starts(with: "stts".utf8) ? table.written() : $0 }
  }
}

extension LiveMovie {
  /// The file with 0 for the size of its last box, `mdat`: it lasts to the end of the file.
  fileprivate var bytesWithOpenEnd: [UInt8] {
    var bytes = bytes
    if let type = bytes.ranges(of: Array("mdat".utf8)).last, type.lowerBound >= 4 {
      bytes.replaceSubrange(type.lowerBound - 4..<type.lowerBound, with: [0, 0, 0, 0])
    }
    return bytes
  }

  /// Makes all tracks longer or shorter by the same factor; nothing is coded anew.
  mutating func stretch(by factor: Double) {
    func slowed(_ scale: UInt32) -> UInt32 { UInt32((Double(scale) / factor).rounded()) }
    video.timescale = slowed(video.timescale)
    for index in timedTracks.indices where timedTracks[index].delay == 0 {
      timedTracks[index].timescale = slowed(timedTracks[index].timescale)
    }
    for index in timedTracks.indices {
      timedTracks[index].delay = UInt64((Double(timedTracks[index].delay) * factor).rounded())
    }
  }
}
