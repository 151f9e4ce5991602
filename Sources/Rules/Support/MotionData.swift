import Validator

/// The key of the samples that Lock Screen motion is made from; cameras write it with a doubled
/// prefix.
let livePhotoInfoKey = "live-photo-info"

extension Movie {
  /// Judges the `live-photo-info` track, where there is one with samples.
  func judgeLivePhotoInfo(_ judge: (LivePhotoInfo, Place) -> Outcome) -> Outcome {
    switch livePhotoInfo {
    case .unreadable(let error): return .unreadable(error, in: file.path)
    case .present(let info, let place) where info.sampleCount > 0: return judge(info, place)
    case .present, .absent: return .notApplicable("the movie holds no live-photo-info samples")
    }
  }

  /// Judges the video track, where there is one.
  func judgeVideo(_ judge: (Track) -> Outcome) -> Outcome {
    // By its index: a track is large to copy, and every rule of the picture asks for this one.
    switch videoTrackIndex {
    case .unreadable(let error): return .unreadable(error, in: file.path)
    case .absent: return .notApplicable("the movie has no video track")
    case .present(let index, _):
      guard case .present(let all, _) = tracks else {
        return .notApplicable("the movie has no video track")
      }
      return judge(all[index])
    }
  }
}

extension Source {
  /// What is publicly known of the Lock Screen's demands.
  static let lockScreenReports = publication("https://github.com/LimitPoint/LivePhoto/issues/10")
}

/// Said by every rule of Lock Screen motion: no pass of them is a promise.
let contentDecidesToo = "A pass never promises motion: iOS looks at the content of the frames too."
