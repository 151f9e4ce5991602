import DecoderProtocol
import Validator

/// How a clip becomes the movie of a Live Photo: as it is where Photos plays it, cut on key frames
/// where it is too long, coded anew only where nothing else is left.
struct ClipPlan: Sendable, Equatable {
  /// What is done with the clip.
  enum Treatment: Sendable, Equatable {
    /// Its file stays, but for what makes it a Live Photo's.
    case passThrough
    /// A new file is written of a part of it.
    case cut(video: CutClip.Video, audio: CutClip.Audio)
  }

  var treatment: Treatment
  /// Where the movie begins, in seconds of the clip's timeline.
  var start: Double
  /// In seconds.
  var duration: Double
  /// Why the clip does not stay as it is, as clauses; empty where it does.
  var reasons: [String]

  /// What a clip is, as far as the plan depends on it.
  struct Clip: Sendable {
    /// What the decoder says of it.
    var probe: MovieProbe
    /// What its own tables say, where it is a QuickTime or MP4 file.
    var movie: Movie?
    /// Whether `probe` is what the tables say, without key frames, and no decoder was asked.
    var isNative = false

    /// Where the clip's own timeline begins: at 0 in QuickTime and MP4 files, elsewhere with the
    /// first frame.
    var origin: Double { movie == nil ? probe.videoStreams.first?.startTime ?? 0 : 0 }

    /// From when to when pictures are shown, in seconds; empty where that is not known.
    var shown: Range<Double> {
      let video = probe.videoStreams.first
      let start = video?.startTime ?? 0
      let duration = video?.duration ?? probe.duration ?? 0
      guard start.isFinite, duration.isFinite, duration > 0 else { return 0..<0 }
      return start..<(start + duration)
    }

    /// How long the clip plays, in seconds, with what comes before its first picture and with sound
    /// that goes on for long behind its last.
    var length: Double {
      let pictures = shown.upperBound - origin
      guard let whole = probe.duration, whole.isFinite, whole > pictures + Clip.soundTail else {
        return pictures
      }
      return whole
    }

    /// How much longer than the pictures sound may be and count for nothing, in seconds.
    private static let soundTail = 0.5
  }

  /// What of a clip is wanted.
  struct Wish: Sendable, Equatable {
    /// In seconds of the clip's timeline.
    var stillTime: Double
    /// Where the movie is to begin; nil for round the key photo.
    var start: Double?
    var maxDuration: Double
    /// What video is coded as where it must be.
    var codec: VideoCodec
  }

  /// How much longer than asked for a movie may be and still stay as it is: two frames of 30 a second.
  private static let slack = 2.0 / 30
  /// How near to the beginning or end of a movie the key photo may lie, in seconds, where a better
  /// key frame is to be had by coding anew.
  private static let margin = 0.1
  /// The shortest movie that a cut on key frames may leave, in seconds.
  private static let shortest = 1.0

  /// - Throws: where the clip has no picture or the key photo lies outside of it.
  init(_ clip: Clip, _ wish: Wish) throws(MakeError) {
    guard let video = clip.probe.videoStreams.first else {
      throw MakeError("it has no video track; a Live Photo's movie needs one")
    }
    let whole = clip.shown
    guard !whole.isEmpty else { throw MakeError("its video track has no length") }
    guard wish.stillTime >= whole.lowerBound - 0.001, wish.stillTime < whole.upperBound else {
      let times = [wish.stillTime, whole.lowerBound, whole.upperBound].map {
        ClipPlan.shown($0 - clip.origin)
      }
      throw MakeError(
        "the key photo at \(times[0]) s lies outside the clip, which shows pictures from "
          + "\(times[1]) s to \(times[2]) s")
    }
    let playable = Playability(clip)
    let length = clip.length
    reasons = playable.reasons
    start = whole.lowerBound
    duration = whole.upperBound - whole.lowerBound
    let isCut = wish.start != nil || length > wish.maxDuration + ClipPlan.slack
    var videoTreatment: CutClip.Video = playable.video ? .copy : wish.codec.cut
    if isCut {
      let exact = ClipPlan.window(wish, in: whole)
      if playable.video,
        let keyFrame = ClipPlan.keyFrame(near: exact, wish, in: whole, video.keyFrameTimes)
      {
        start = keyFrame
        reasons.append(
          length > wish.maxDuration + ClipPlan.slack
            ? "the clip is \(ClipPlan.shown(length)) s long" : "the beginning is chosen")
      } else {
        start = exact
        videoTreatment = wish.codec.cut
        reasons.append(
          "the clip is \(ClipPlan.shown(length)) s long"
            + (playable.video ? " and has no key frame where the movie must begin" : ""))
      }
      duration = min(wish.maxDuration, whole.upperBound - start)
    }
    treatment =
      reasons.isEmpty
      ? .passThrough
      : .cut(video: videoTreatment, audio: clip.probe.audioStreams.isEmpty ? .none : .copy)
  }

  /// Where the movie begins if it may begin anywhere.
  private static func window(_ wish: Wish, in whole: Range<Double>) -> Double {
    if let start = wish.start { return min(max(start, whole.lowerBound), wish.stillTime) }
    let latest = max(whole.lowerBound, whole.upperBound - wish.maxDuration)
    return min(max(wish.stillTime - wish.maxDuration / 2, whole.lowerBound), latest)
  }

  /// The key frame that the movie may begin with; nil where none will do.
  private static func keyFrame(
    near exact: Double, _ wish: Wish, in whole: Range<Double>, _ keyFrames: [Double]
  ) -> Double? {
    keyFrames.filter { keyFrame in
      if abs(keyFrame - exact) < 0.02 { return true }
      guard wish.start == nil else { return false }
      let end = min(keyFrame + wish.maxDuration, whole.upperBound)
      return keyFrame + margin <= wish.stillTime && wish.stillTime <= end - margin
        && end - keyFrame >= min(shortest, wish.maxDuration / 2)
    }.min { abs($0 - exact) < abs($1 - exact) }
  }

  /// Seconds as people read them: `2.5`.
  static func shown(_ seconds: Double) -> String {
    let hundredths = (seconds * 100).rounded()
    guard abs(hundredths) < 1e12 else { return "\(seconds)" }
    return "\(hundredths / 100)"
  }
}

/// What of a clip Photos plays as it is.
private struct Playability {
  /// Whether the coded pictures can stay.
  var video = true
  /// Why the file cannot stay as it is; empty where it can.
  var reasons: [String] = []

  /// 4:2:0 is what Apple's hardware decodes of H.264 and HEVC; ProRes comes as it is.
  private static let pixelFormats: [String: Set<String>] = [
    "h264": ["yuv420p", "yuvj420p"],
    "hevc": ["yuv420p", "yuvj420p", "yuv420p10le"],
  ]
  /// What Core Audio plays out of a QuickTime file (PCM by its prefix).
  private static let sounds: Set<String> = ["aac", "alac", "mp3", "ac3", "eac3", "apac"]

  init(_ clip: ClipPlan.Clip) {
    if let stream = clip.probe.videoStreams.first {
      if stream.codec != "prores" {
        if let formats = Playability.pixelFormats[stream.codec] {
          video = stream.pixelFormat.map(formats.contains) ?? true
          if !video {
            reasons.append(
              "Photos does not play \(stream.codec) of the pixel format \(stream.pixelFormat ?? "")"
            )
          }
        } else {
          video = false
          reasons.append("Photos does not play \(stream.codec)")
        }
      }
    }
    for sound in clip.probe.audioStreams.map(\.codec)
    where !Playability.sounds.contains(sound) && !sound.hasPrefix("pcm_") {
      reasons.append("Photos does not play \(sound) sound")
    }
    reasons += containerReasons(clip)
  }

  private func containerReasons(_ clip: ClipPlan.Clip) -> [String] {
    guard let movie = clip.movie else { return ["it is no QuickTime or MP4 file"] }
    if movie.fragments.value != nil { return ["its samples lie in fragments"] }
    if !movie.damages.isEmpty || movie.tracks.readError != nil {
      return ["its structure is damaged"]
    }
    guard let track = movie.videoTrack.value else {
      return ["none of its picture tracks is one that players show"]
    }
    return track.codec == "hev1" ? ["its HEVC track is marked hev1"] : []
  }
}

extension VideoCodec {
  /// The decoder's word for it.
  var cut: CutClip.Video {
    switch self {
    case .h264: .h264
    case .hevc: .hevc
    }
  }
}
