extension Track {
  /// Samples whose times are worked out: a Live Photo has some 60 frames, and each is looked up in
  /// the edit list, which a hostile file makes long.
  private static let sampleLimit: UInt64 = 8_192

  /// When the samples that are shown are presented, in seconds and in order, edit list applied.
  ///
  /// - Parameter composed: whether frames that are decoded in another order than presented are put
  ///   into the order of presentation (`ctts`).
  /// - Returns: nil where the tables do not tell, or tell of more samples than a Live Photo has.
  package func presentationTimes(composed: Bool = true) -> [Double]? {
    guard sampleCount <= Track.sampleLimit, mediaDuration != nil else { return nil }
    var times: [Double] = []
    var decodeTime: Int64 = 0
    var known: UInt64 = 0
    var offsets = composed ? compositionOffsets[...] : []
    for run in timeToSample {
      for _ in 0..<run.count {
        known += 1
        guard known <= Track.sampleLimit else { return nil }
        let time = decodeTime + Int64(Track.nextOffset(of: &offsets))
        if let shown = presentationTime(ofSampleAt: time, duration: run.duration) {
          times.append(shown.seconds)
        }
        decodeTime += Int64(run.duration)
      }
    }
    guard known == sampleCount else { return nil }
    return times.sorted()
  }

  private static func nextOffset(of runs: inout ArraySlice<CompositionRun>) -> Int32 {
    while let run = runs.first, run.count == 0 { runs.removeFirst() }
    guard let run = runs.first else { return 0 }
    runs[runs.startIndex].count -= 1
    return run.offset
  }
}

/// How the samples of `live-photo-info` lie against the frames of the video.
package enum MotionDataStep: Equatable, Sendable {
  /// One sample for each frame, at its time.
  case inStep
  /// Another number of samples than of frames.
  case otherCount(samples: UInt64, frames: UInt64)
  /// As many, at other times: the pair that lies farthest apart, by its number from 1, in seconds.
  case otherTimes(number: Int, sample: Double, frame: Double)
  /// The tables do not tell when samples or frames are presented.
  case untold
}

extension Movie {
  /// How far a sample may lie from its frame, in seconds: the limit that Apple's software was
  /// observed to set, 2/600 s, and a little for rounding.
  private static let stepTolerance = 2.0 / 600 + 0.000_01

  /// How `live-photo-info` lies against the video's frames; nil where either is not there or was
  /// not read.
  package var motionDataStep: MotionDataStep? {
    guard let info = livePhotoInfo.value, let video = videoTrack.value,
      let track = tracks.value?.first(where: { $0.number == info.trackNumber })
    else { return nil }
    let counts = MotionDataStep.otherCount(samples: info.sampleCount, frames: video.sampleCount)
    guard let samples = track.presentationTimes(), let frames = video.presentationTimes() else {
      return info.sampleCount == video.sampleCount ? .untold : counts
    }
    // Encoders that decode frames ahead keep the times of presentation either by `ctts` and the
    // edit list or, as cameras do, in `stts` too: both count.
    let inOrder = Movie.worstStep(samples, frames)
    let asDecoded = Movie.worstStep(samples, video.presentationTimes(composed: false) ?? frames)
    if inOrder == .inStep || asDecoded == .inStep { return .inStep }
    if info.sampleCount != video.sampleCount { return counts }
    return inOrder
  }

  private static func worstStep(_ samples: [Double], _ frames: [Double]) -> MotionDataStep {
    guard samples.count == frames.count else {
      return .otherCount(samples: UInt64(samples.count), frames: UInt64(frames.count))
    }
    var worst: (index: Int, apart: Double)?
    for (index, (sample, frame)) in zip(samples, frames).enumerated() {
      let apart = (sample - frame).magnitude
      if apart > stepTolerance, apart > worst?.apart ?? 0 { worst = (index, apart) }
    }
    guard let worst else { return .inStep }
    return .otherTimes(
      number: worst.index + 1, sample: samples[worst.index], frame: frames[worst.index])
  }
}
