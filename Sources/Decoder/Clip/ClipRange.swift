import CAV
import DecoderProtocol
import Validator

/// The part of a movie that a clip takes, in ticks of the picture track.
struct ClipRange {
  /// When the first frame of the clip is shown: the clip's time 0.
  let start: Int64
  /// When the clip ends; what is shown from then on is left out.
  let end: Int64
  let timeBase: AVRational

  /// The range in ticks of another track: the first tick that is not before it, and the first behind.
  func converted(to other: AVRational) -> (start: Int64, end: Int64) {
    (av_rescale_q(start, timeBase, other), av_rescale_q(end, timeBase, other))
  }
}

/// The times of a coded sample, in ticks of its track.
struct SampleTimes: Equatable {
  var shown: Int64
  var decoded: Int64?
  var duration: Int64
}

/// Which samples of a picture track a clip takes over, in the order in which they are decoded.
struct CopyPlan {
  let range: ClipRange
  let samples: [SampleTimes]
  /// When each sample is decoded: never after it is shown, and each later than the one before.
  let decodingTimes: [Int64]

  /// Finds the key frame at or before the start and the samples from there.
  ///
  /// Left out are pictures that are decoded after the key frame and shown before it: they refer to
  /// what came earlier. Samples that are shown behind the end stay where those before the end are
  /// decoded from them. A start before a movie's first frame is that frame.
  ///
  /// - Parameters:
  ///   - stream: the track, where reading is to begin.
  ///   - isFromBeginning: whether that is the movie's beginning.
  ///   - start: in seconds of the movie's timeline.
  ///   - duration: in seconds.
  /// - Throws: `outsideMovie` where there is no such key frame; `needsEncoding` where the container
  ///   does not tell when samples are shown, or an edit list hides the key frame.
  init(
    _ stream: InputStream, isFromBeginning: Bool, from start: Double, duration: Double
  ) throws(DecoderFailure) {
    let input = stream.input
    let timeBase = stream.timeBase
    let packet = try Packet(for: input.path)
    let first = timeBase.ticks(start)
    let end = timeBase.ticks(start + duration)
    var samples: [SampleTimes] = []
    var wanted = 0
    // Where a sample behind the end stays, those shown before it do too, so that no gap is left.
    var (limit, latest) = (end, Int64.min)
    var hasUndecodable = false
    while try input.read(stream, into: packet) {
      let shown = try CopyPlan.shownTime(of: packet, stream)
      if packet.isDiscarded { continue }
      if packet.isKey, samples.isEmpty || shown <= first {
        samples = []
        (wanted, limit, latest) = (0, end, Int64.min)
      } else if samples.isEmpty {
        hasUndecodable = true
        continue
      } else if shown < (samples.first?.shown ?? 0) {
        continue
      }
      samples.append(
        SampleTimes(shown: shown, decoded: packet.decoded, duration: packet.duration))
      latest = max(latest, shown)
      if shown < limit { (wanted, limit) = (samples.count, max(limit, latest)) }
      // Nothing that is decoded from here on is shown before the end.
      if (packet.decoded ?? shown) >= limit, samples.count - wanted > 32 || packet.isKey { break }
    }
    samples.removeSubrange(wanted...)
    if isFromBeginning, hasUndecodable, (samples.first?.shown ?? .max) > first {
      throw DecoderFailure(
        .needsEncoding,
        """
        \(input.path): the key frame before \(start) s is hidden or missing, so the samples from \
        there cannot be taken over: encode the clip anew
        """)
    }
    guard let key = samples.first, key.shown <= first || isFromBeginning && key.shown < end else {
      throw DecoderFailure(
        .outsideMovie, "\(input.path): no key frame is shown at or before \(start) s")
    }
    self.samples = samples
    decodingTimes = CopyPlan.decodingTimes(of: samples)
    let last = samples.map { $0.shown + $0.duration }.max() ?? end
    range = ClipRange(start: key.shown, end: max(last, key.shown), timeBase: timeBase)
  }

  private static func shownTime(of packet: Packet, _ stream: InputStream) throws(DecoderFailure)
    -> Int64
  {
    if let shown = packet.shown { return shown }
    // AVI keeps decoding times only; they are the same where no frame waits for another.
    if unsafe stream.parameters.pointee.video_delay == 0, let decoded = packet.decoded {
      return decoded
    }
    throw DecoderFailure(
      .needsEncoding,
      """
      \(stream.input.path): its container does not say when each frame is shown, so its samples \
      cannot be taken over: encode the clip anew
      """)
  }

  /// The source's decoding times where they are sound, else the tightest that are.
  static func decodingTimes(of samples: [SampleTimes]) -> [Int64] {
    let given = samples.compactMap(\.decoded)
    let areSound =
      given.count == samples.count && zip(given, given.dropFirst()).allSatisfy { $0 < $1 }
      && zip(given, samples).allSatisfy { $0 <= $1.shown }
    if areSound { return given }
    let shown = samples.map(\.shown).sorted()
    let delay = zip(shown, samples).map { $0 - $1.shown }.max() ?? 0
    return shown.map { $0 - delay }
  }
}
