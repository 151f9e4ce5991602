import DecoderProtocol
import Validator

extension MatchFrame: PerformableTask {
  func perform(_ progress: ProgressReport) throws(DecoderFailure) -> FrameMatch {
    let still = try GrayPicture(StillDecoder.picture(of: still), for: still)
    let input = try MovieInput(movie)
    let stream = try input.videoStream()
    let maker = GrayPicture.Maker(
      pixelAspect: stream.sampleAspect, orientation: stream.orientation, for: movie)
    let track = try DecodedTrack(stream, from: start)
    let halfTick = stream.timeBase.seconds(1) / 2
    var comparison: StillComparison?
    var scores: [(time: Double, score: Double)] = []
    var first: Double?
    while scores.count < frameLimit, let frame = try track.next() {
      let time = stream.timeBase.seconds(frame.shown ?? 0)
      if time < start - halfTick { continue }
      let beginning = first ?? time
      first = beginning
      if time - beginning >= window { break }
      let picture = try maker.picture(of: frame)
      let current = comparison ?? StillComparison(still, frameAspect: picture.aspect)
      comparison = current
      scores.append((time, current.score(of: picture)))
      progress.report((time - beginning) / min(window, input.duration ?? window))
    }
    guard let best = scores.max(by: { $0.score < $1.score }) else {
      throw DecoderFailure(.outsideMovie, "\(movie): no frame is shown at or after \(start) s")
    }
    return FrameMatch(
      time: best.time, score: best.score,
      medianScore: scores.map(\.score).sorted()[scores.count / 2], frameCount: scores.count)
  }
}

/// A still made ready to be compared with the frames of one movie.
///
/// Of two shapes the one may be cut from the other either way: a movie of 16:9 is the middle of a
/// still of 4:3, or a still of 4:3 is the middle of a movie of 16:9. Both are tried.
private struct StillComparison {
  /// The longer side of the pictures that are compared, in pixels: enough for what moves, too few
  /// for grain and coding.
  private static let longerSide = 64

  private let cuts: [(still: GrayPicture, aspect: Double, size: PictureSize)]

  init(_ still: GrayPicture, frameAspect: Double) {
    cuts = [frameAspect, still.aspect].map { aspect in
      let side = Double(StillComparison.longerSide)
      let size = PictureSize(
        width: max(1, Int((aspect >= 1 ? side : side * aspect).rounded())),
        height: max(1, Int((aspect >= 1 ? side / aspect : side).rounded())))
      return (still.middle(aspect: aspect, size: size), aspect, size)
    }
  }

  func score(of frame: GrayPicture) -> Double {
    cuts.map { cut in
      cut.still.likeness(to: frame.middle(aspect: cut.aspect, size: cut.size))
    }.max() ?? 0
  }
}
