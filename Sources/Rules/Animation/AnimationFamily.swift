package import Validator

extension Catalogue {
  /// The rules of GIF and APNG files in widgets and Live Activities, in the order in which reports
  /// list them.
  package static let animation: [Rule] = [
    .animationMalformed,
    .animationMemory,
    .animationArea,
    .animationTooLarge,
    .animationMinimalPresentation,
    .animationFrameDelay,
    .animationNeverLoops,
    .animationInWidget,
  ]
}

extension Animation {
  /// Judges an animation of two or more frames; a file with one is a still picture.
  ///
  /// What the judgement finds stands even where the file could not be read to its end. Where it
  /// finds nothing there and needs all frames, that proves nothing, and the file is unreadable.
  func judgeFrames(needsAll: Bool = false, _ judge: () -> Outcome) -> Outcome {
    let fault = frames.readError ?? trailingData.readError
    if frameCount > 1 {
      let judged = judge()
      guard needsAll, case .pass = judged, let fault else { return judged }
      return .unreadable(fault, in: file.path)
    }
    if let fault { return .unreadable(fault, in: file.path) }
    return .notApplicable(frameCount == 1 ? "the file holds one frame" : "the file holds no frame")
  }

  /// Judges the size of an animation of two or more frames.
  func judgeSize(
    needsAllFrames: Bool = false, _ judge: (PixelSize, Place) -> Outcome
  ) -> Outcome {
    judgeFrames(needsAll: needsAllFrames) {
      switch size {
      case .present(let size, let place): judge(size, place)
      case .unreadable(let error): .unreadable(error, in: file.path)
      case .absent: .notApplicable("the file states no size")
      }
    }
  }
}

/// Sources that several rules of this family rest on.
extension Source {
  static let gif = specification("CompuServe, Graphics Interchange Format 89a", "sections 17 to 27")
  static let widgetArchiveLimit = publication("https://developer.apple.com/forums/thread/773785")
  static let widgetMemoryLimit = publication("https://developer.apple.com/forums/thread/713561")
  static let liveActivityImages = specification(
    "Apple Developer Documentation, ActivityKit", "Displaying live data with Live Activities")
}
