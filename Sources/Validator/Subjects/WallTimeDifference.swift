extension WallTime {
  /// The largest distance of a time zone from UTC, in seconds: UTC+14, the Line Islands.
  private static let widestZone = 14.0 * 3_600
  /// All zones in use are whole multiples of this many seconds away from UTC.
  private static let zoneStep = 15.0 * 60

  /// Whether the clock stands at 1970 or before, as software leaves it that knows no time.
  package var isUnset: Bool { Double(localSeconds) <= WallTime.widestZone }

  /// How many seconds lie between two clocks: in UTC where both tell their zone, else as read.
  package func secondsApart(from other: WallTime) -> Double {
    let apart = Double(localSeconds) - Double(other.localSeconds)
    guard let zoneMinutes, let otherZone = other.zoneMinutes else { return apart.magnitude }
    return (apart - (Double(zoneMinutes) - Double(otherZone)) * 60).magnitude
  }

  /// Whether two clocks can tell of one moment.
  ///
  /// Where one of them does not tell its zone, a difference that is just that of two zones does
  /// not count.
  ///
  /// - Parameter tolerance: how many seconds the two may be apart.
  package func canBe(_ other: WallTime, within tolerance: Double) -> Bool {
    let apart = secondsApart(from: other)
    if apart <= tolerance { return true }
    if zoneMinutes != nil, other.zoneMinutes != nil { return false }
    let zones = (apart / WallTime.zoneStep).rounded() * WallTime.zoneStep
    return zones <= WallTime.widestZone && (apart - zones).magnitude <= tolerance
  }
}

extension Movie {
  /// When it was shot: `com.apple.quicktime.creationdate`, else the creation time of `mvhd`.
  ///
  /// The latter is when the file was written: copies and renders have a later one.
  package var captureTime: Field<WallTime> {
    switch creationDate {
    case .present(let time, _) where time.isUnset: headerDate
    case .present, .unreadable: creationDate
    case .absent: headerDate
    }
  }
}
