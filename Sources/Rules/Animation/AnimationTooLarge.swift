package import Validator

extension AnimationPlace {
  /// The longest side that suits the place, in pixels.
  fileprivate var longestSide: UInt32 {
    switch self {
    case .homeScreen: 300
    case .lockScreen: 200
    }
  }

  /// The most frames that suit the place; nil where only memory limits them.
  fileprivate var mostFrames: Int? {
    switch self {
    case .homeScreen: nil
    case .lockScreen: 30
    }
  }

  fileprivate var named: String {
    switch self {
    case .homeScreen: "a widget"
    case .lockScreen: "the Lock Screen"
    }
  }
}

extension Rule {
  /// The animation has the size and length that suit where it is shown.
  package static let animationTooLarge = Rule(
    "animation/too-large",
    title: "the animation is no larger than where it is shown needs",
    breaks: [.moves],
    levels: .always(.warning),
    grade: .reported,
    sources: [
      .measurement("88 frames of 300×300 pixels fill 30 MiB, of 200×200 pixels it takes 197"),
      .widgetMemoryLimit,
    ],
    rationale: """
      The memory of widgets and Live Activities is small, and every frame counts in full. 300×300 \
      pixels leave room for a few seconds; on the Lock Screen 200×200 pixels and 30 frames do.
      """,
    remedy: """
      Scale it down with gifsicle --resize-fit 300x300 in.gif -o out.gif, and take fewer frames with \
      ffmpeg -i in.gif -vf fps=10 out.gif.
      """,
    staysQuiet: """
      Files with one frame are not looked at. The limits of the Lock Screen count only where the \
      settings say that the animation is for it.
      """,
    symptoms: [],
    check: .animation { animation, settings in
      let place = settings.animationPlace
      return animation.judgeSize(needsAllFrames: place.mostFrames != nil) { size, at in
        var findings: [Finding] = []
        let side = place.longestSide
        if size.width > side || size.height > side {
          findings.append(
            Finding(
              "the animation is \(size) pixels large, for \(place.named) \(side)×\(side) is enough",
              [
                Evidence(
                  in: animation.file.path, at: at, found: "\(size)",
                  wanted: "at most \(side)×\(side)")
              ]))
        }
        if let most = place.mostFrames, animation.frameCount > most {
          findings.append(
            Finding(
              "the animation has \(animation.frameCount) frames, for \(place.named) \(most) are enough",
              [
                Evidence(
                  in: animation.file.path, at: animation.frames.place,
                  found: "\(animation.frameCount) frames", wanted: "at most \(most) frames")
              ]))
        }
        return .passUnless(findings)
      }
    })
}
