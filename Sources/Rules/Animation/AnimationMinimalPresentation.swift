package import Validator

/// 45 × 36.67 points at three pixels a point.
private let minimalPresentation = PixelSize(width: 135, height: 110)

extension Rule {
  /// The animation fits into the smallest presentation of a Live Activity.
  package static let animationMinimalPresentation = Rule(
    "animation/minimal-presentation",
    title: "the animation fits into the Dynamic Island's minimal presentation",
    breaks: [.looks],
    levels: .always(.note),
    grade: .documented,
    sources: [.liveActivityImages],
    rationale: """
      A Live Activity may fail to start where one of its pictures is larger than the presentation \
      that shows it. The minimal one, beside another app's activity, is 45 by 36.67 points: 135×110 \
      pixels.
      """,
    remedy: """
      Where a Live Activity shows it, add a small version for the minimal presentation: gifsicle \
      --resize-fit 135x110 in.gif -o small.gif.
      """,
    staysQuiet: """
      It is a note, for most animations are not meant for this presentation. Files with one frame \
      are not looked at.
      """,
    symptoms: [],
    check: .animation { animation, _ in
      animation.judgeSize { size, place in
        let most = minimalPresentation
        guard size.width > most.width || size.height > most.height else { return .pass }
        return .fail(
          Finding(
            """
            the animation is \(size) pixels large, the minimal presentation of a Live Activity \
            is \(most)
            """,
            [
              Evidence(
                in: animation.file.path, at: place, found: "\(size)", wanted: "at most \(most)")
            ]))
      }
    })
}
