/// What the `live-photo-info` track says: the motion data that Lock Screen motion is made from.
package struct LivePhotoInfo: Hashable, Sendable {
  /// The number of its track, from 1.
  package var trackNumber: Int
  package var sampleCount: UInt64
  /// Runs of equal sample durations, in the media time scale of the track.
  package var timeToSample: [SampleRun]
  /// How many different payloads the samples hold; cameras never write one twice.
  package var distinctPayloads: Int
  /// How many samples `distinctPayloads` was counted over: all, or the reader's limit.
  package var payloadsRead: Int
  /// The version that the first payload begins with: 1 on iOS 12, 3 from iOS 14 on.
  package var payloadVersion: UInt32?
  /// Whether the key's declaration holds an `sdpd` box, as in all camera files.
  package var hasSetupDescription: Bool

  package init(
    trackNumber: Int, sampleCount: UInt64, timeToSample: [SampleRun], distinctPayloads: Int,
    payloadsRead: Int, payloadVersion: UInt32?, hasSetupDescription: Bool
  ) {
    self.trackNumber = trackNumber
    self.sampleCount = sampleCount
    self.timeToSample = timeToSample
    self.distinctPayloads = distinctPayloads
    self.payloadsRead = payloadsRead
    self.payloadVersion = payloadVersion
    self.hasSetupDescription = hasSetupDescription
  }
}

/// How the still lies over the movie's frame, from the still-image-time sample.
package struct StillImageTransform: Hashable, Sendable {
  /// Whether the 3×3 matrix is the identity, which no camera writes.
  package var isIdentity: Bool
  /// The size that the matrix refers to, in pixels; nil where the sample does not say.
  package var referenceDimensions: ApertureSize?

  package init(isIdentity: Bool, referenceDimensions: ApertureSize?) {
    self.isIdentity = isIdentity
    self.referenceDimensions = referenceDimensions
  }
}

extension Track {
  /// When a sample is presented, edit list applied; nil where no edit shows it.
  ///
  /// - Parameters:
  ///   - decodeTime: its time in the media, in the media time scale.
  ///   - duration: how long it lasts there.
  package func presentationTime(ofSampleAt decodeTime: Int64, duration: UInt32) -> MediaTime? {
    guard let mediaScale = mediaDuration?.scale else { return nil }
    guard !editList.isEmpty else { return MediaTime(decodeTime, scale: mediaScale) }
    let end = decodeTime.addingReportingOverflow(Int64(duration))
    guard !end.overflow else { return nil }
    var elapsed: Int64 = 0
    for edit in editList {
      if let start = edit.mediaStart, end.partialValue > start || decodeTime == start {
        let delay = max(0, decodeTime.subtractingReportingOverflow(start).partialValue)
        if Track.lasts(edit.duration, beyond: delay, scale: mediaScale) {
          return Track.sum(elapsed, scale: edit.duration.scale, delay, scale: mediaScale)
        }
      }
      let next = elapsed.addingReportingOverflow(edit.duration.value)
      guard !next.overflow else { return nil }
      elapsed = next.partialValue
    }
    return nil
  }

  /// Whether an edit is longer than a delay in another scale.
  private static func lasts(_ edit: MediaTime, beyond delay: Int64, scale: UInt32) -> Bool {
    let edge = edit.value.multipliedFullWidth(by: Int64(scale))
    let wanted = delay.multipliedFullWidth(by: Int64(edit.scale))
    return (edge.high, edge.low) > (wanted.high, wanted.low)
  }

  /// The sum of two times, in the first scale where the second is zero, else in the second.
  private static func sum(_ first: Int64, scale: UInt32, _ second: Int64, scale other: UInt32)
    -> MediaTime?
  {
    guard second != 0 else { return MediaTime(first, scale: scale) }
    let whole = (first / Int64(scale)).multipliedReportingOverflow(by: Int64(other))
    let part = (first % Int64(scale)).multipliedReportingOverflow(by: Int64(other))
    guard !whole.overflow, !part.overflow else { return nil }
    let converted = whole.partialValue.addingReportingOverflow(part.partialValue / Int64(scale))
    let total = converted.partialValue.addingReportingOverflow(second)
    guard !converted.overflow, !total.overflow else { return nil }
    return MediaTime(total.partialValue, scale: other)
  }
}
