package import Validator

extension Rule {
  /// The movie's video is in a form that Apple's software plays.
  package static let movieCodec = Rule(
    "movie/codec",
    title: "the movie's video is H.264, HEVC (hvc1) or ProRes",
    breaks: [.moves],
    levels: .always(.error),
    grade: .measured,
    sources: [
      .specification(
        "Apple, HLS Authoring Specification for Apple Devices", "1.10, avc1, hvc1 or dvh1"),
      .measurement("every camera movie holds avc1 or hvc1"),
      .publication("https://github.com/blakeblackshear/frigate/pull/10105"),
    ],
    rationale: """
      Cameras write H.264 or HEVC. Photos refuses the likes of VP9 as an invalid resource, and \
      Apple's players do not show HEVC whose parameter sets stand in the samples only (hev1).
      """,
    remedy: """
      Encode the video anew with ffmpeg, -c:v libx264 or -c:v libx265 with -tag:v hvc1; for hev1, \
      -c:v copy -tag:v hvc1 does without encoding. ffmpeg drops the identifier and the timed tracks, \
      so put them back with AVFoundation.
      """,
    staysQuiet: """
      HEVC as cameras write it, Dolby Vision over it (dvh1) and ProRes are right, and so is any \
      kind of audio: apac, lpcm, AAC or none. HEVC marked hev1 is a warning only.
      """,
    symptoms: [.invalidResource, .longPressDoesNothing, .doesNotOpen],
    check: .movie(alone: false) { movie, _ in
      movie.judgeVideo { track in
        guard let codec = track.codec else {
          return .unreadable(
            ReadError(.malformed, "the video track has no sample entry", at: track.place),
            in: movie.file.path)
        }
        if played.contains(codec) { return .pass }
        let evidence = Evidence(
          in: movie.file.path, at: track.codecPlace, found: codec.description,
          wanted: inBandHEVC.contains(codec) ? "hvc1" : "avc1, hvc1")
        if inBandHEVC.contains(codec) {
          return .fail(
            Finding(
              "the movie's video is HEVC marked '\(codec)', which Apple's players do not show",
              [evidence], atMost: .warning))
        }
        let name = codecNames[codec].map { "\($0) ('\(codec)')" } ?? "'\(codec)'"
        return .fail(
          Finding("the movie's video is \(name), not H.264, HEVC or ProRes", [evidence]))
      }
    })
}

/// H.264, HEVC with parameter sets in the sample entry, and the six kinds of ProRes.
private let played: Set<FourCharacterCode> = [
  "avc1", "avc3", "hvc1", "dvh1", "apch", "apcn", "apcs", "apco", "ap4h", "ap4x",
]

/// HEVC whose parameter sets may stand in the samples.
private let inBandHEVC: Set<FourCharacterCode> = ["hev1", "dvhe"]

private let codecNames: [FourCharacterCode: String] = [
  "vp08": "VP8", "vp09": "VP9", "av01": "AV1", "mp4v": "MPEG-4 Part 2", "jpeg": "Motion JPEG",
  "mjpa": "Motion JPEG", "mjpb": "Motion JPEG", "s263": "H.263", "vvc1": "VVC",
]
