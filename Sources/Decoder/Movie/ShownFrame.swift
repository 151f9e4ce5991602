import CAV
import DecoderProtocol
import Validator

/// The frame that is shown at a time.
enum ShownFrame {
  /// - Throws: `outsideMovie` where the time lies before the first frame or behind the last.
  static func find(in movie: FilePath, at time: Double) throws(DecoderFailure) -> (
    frame: Frame, stream: InputStream, time: Double
  ) {
    // An index may lead behind the time, where frames are shown in another order than coded.
    for start in [time, -Double.infinity] {
      let stream = try MovieInput(movie).videoStream()
      let track = try DecodedTrack(stream, from: start)
      if let (frame, shown) = try last(of: track, shownBy: time) { return (frame, stream, shown) }
    }
    throw DecoderFailure(
      .outsideMovie, "\(movie): no frame is shown at \(time) s: that is before its first frame")
  }

  private static func last(of track: DecodedTrack, shownBy time: Double) throws(DecoderFailure) -> (
    Frame, Double
  )? {
    let timeBase = track.stream.timeBase
    // Times are whole ticks; what the caller has is one of them in decimal digits.
    let latest = time + timeBase.seconds(1) / 2
    var best: (Frame, Double)?
    while let frame = try track.next() {
      let shown = timeBase.seconds(frame.shown ?? 0)
      if shown > latest { return best }
      best = (frame, shown)
    }
    guard let (frame, shown) = best else { return nil }
    let usual = track.stream.frameRate.map { Double($0.den) / Double($0.num) } ?? 0
    let duration = frame.duration > 0 ? timeBase.seconds(frame.duration) : usual
    guard latest < shown + duration + timeBase.seconds(1) else {
      throw DecoderFailure(
        .outsideMovie,
        "\(track.stream.input.path): no frame is shown at \(time) s: the last one ends at \(shown + duration) s"
      )
    }
    return best
  }
}
