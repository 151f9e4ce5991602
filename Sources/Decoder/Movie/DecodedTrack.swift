import CAV
import DecoderProtocol
import Validator

/// The frames of one track, in the order in which they are shown.
final class DecodedTrack {
  let stream: InputStream
  private let codec: Codec
  private let packet: Packet
  private var isDrained = false
  private var hasFrames = false

  /// - Parameters:
  ///   - stream: the track, of a movie of which nothing has been read; its other tracks are skipped.
  ///   - seconds: what is shown at this time is among the frames, and often what comes before.
  init(_ stream: InputStream, from seconds: Double) throws(DecoderFailure) {
    self.stream = stream
    codec = try Codec(decoding: stream, of: stream.input.path)
    packet = try Packet(for: stream.input.path)
    stream.input.select(stream, before: seconds)
  }

  /// The next frame that has a time; nil at the end.
  ///
  /// - Throws: `damaged` where not one frame could be decoded.
  func next() throws(DecoderFailure) -> Frame? {
    while true {
      if let frame = try codec.receiveFrame() {
        // Those that refer to frames before the place that reading began at.
        guard !frame.isDamaged, frame.shown != nil else { continue }
        hasFrames = true
        return frame
      }
      if isDrained { return try end() }
      isDrained = try !stream.input.read(stream, into: packet)
      // A damaged packet costs its own frames, which is for the caller to see by their times.
      _ = try codec.send(isDrained ? nil : packet)
    }
  }

  private func end() throws(DecoderFailure) -> Frame? {
    guard !hasFrames else { return nil }
    let complaint = LibraryLog.takeComplaint().map { ": \($0)" } ?? ""
    throw DecoderFailure(
      .damaged,
      "\(stream.input.path): none of its \(stream.codecName) data can be decoded\(complaint)")
  }
}
