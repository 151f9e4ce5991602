internal import Validator

extension LiveMovie {
  /// What of a movie stands in fragments (ISO/IEC 14496-12, 8.8).
  package enum Fragments: Sendable {
    /// Nothing.
    case none
    /// Nothing, though `moov` says that there may be some (`mvex`).
    case announced
    /// The last frame once more, as recorders leave it that write on behind `moov`.
    case lastFrame
  }

  /// The fragment behind the movie: `moof` with one sample, and its `mdat`.
  func fragment(of track: UInt32) -> Part {
    guard case .lastFrame = fragments, let sample = video.samples.last, let run = video.runs.last
    else { return .empty }
    // Offsets count from `moof`, duration and size stand with the sample.
    let header = Part.fullBox("tfhd", flags: 0x2_0000, .uint32(track))
    let time = Part.fullBox("tfdt", .uint32(video.duration))
    let samples = Part.fullBox(
      "trun", flags: 0x301, .uint32(1), .offset(of: "last frame", from: "fragment"),
      .uint32(run.duration), .uint32(sample.count))
    return .sequence(
      .labelled(
        "fragment",
        .box("moof", .fullBox("mfhd", .uint32(1)), .box("traf", header, time, samples))),
      .box("mdat", .labelled("last frame", .bytes(sample))))
  }
}

extension LiveMovie.Fragments {
  /// The box that says that fragments may follow.
  func announcement(of track: UInt32) -> Part {
    if case .none = self { return .empty }
    return .box(
      "mvex", .fullBox("trex", .uint32(track), .uint32(1), .zeros(12)))
  }
}
