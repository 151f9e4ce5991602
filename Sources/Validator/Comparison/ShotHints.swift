/// What two files of one medium tell of whether they come from one shot.
///
/// Asked only where their coded pictures differ: equal ones need no hints.
struct ShotHints: Equatable {
  /// Frame tables and containers round durations; a frame at 10 frames a second is the most.
  private static let durationTolerance = 0.1

  /// What the two agree in, each as a clause.
  private(set) var same: [String] = []
  /// What a copy of a shot would not change, each as a clause.
  private(set) var other: [String] = []

  init(_ reference: Still, _ candidate: Still) {
    compare(reference.captureTime.value, candidate.captureTime.value, "taken")
    compare(reference.identifier.value, candidate.identifier.value)
  }

  init(_ reference: Movie, _ candidate: Movie) {
    // The header's date is when a file was written, which a copy may change.
    compare(reference.creationDate.value, candidate.creationDate.value, "filmed")
    compare(reference.identifier.value, candidate.identifier.value)
    guard let own = reference.duration.value?.seconds, let copy = candidate.duration.value?.seconds
    else { return }
    let frames = (reference.frameCount, candidate.frameCount)
    if (own - copy).magnitude <= ShotHints.durationTolerance {
      if let count = frames.0, count == frames.1 {
        same.append("both have \(count) frames in \(own.shown(decimals: 2)) s")
      }
    } else if same.isEmpty {
      other.append(
        "the reference lasts \(own.shown(decimals: 2)) s, the candidate "
          + "\(copy.shown(decimals: 2)) s")
    }
  }

  private mutating func compare(_ own: WallTime?, _ copy: WallTime?, _ verb: String) {
    guard let own, let copy, !own.isUnset, !copy.isUnset else { return }
    if own.canBe(copy, within: 1) {
      same.append("both say they were \(verb) at \(own.text)")
    } else {
      other.append(
        "the reference says it was \(verb) at \(own.text), the candidate at \(copy.text)")
    }
  }

  private mutating func compare(_ own: StoredIdentifier?, _ copy: StoredIdentifier?) {
    // Another identifier is no sign of another shot: whoever pairs a copy anew gives it one.
    guard let own, let copy, own.text == copy.text else { return }
    same.append("both carry the identifier \(own.text)")
  }
}

extension Movie {
  fileprivate var frameCount: UInt64? { videoTrack.value?.sampleCount }
}
