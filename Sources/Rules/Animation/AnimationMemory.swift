package import Validator

/// What a widget extension may use in all, in bytes: the limit that the system's own report of a
/// widget that was ended names.
private let widgetMemory: UInt64 = 30 * 1024 * 1024

extension Rule {
  /// All frames together fit into a widget's memory.
  package static let animationMemory = Rule(
    "animation/memory",
    title: "the decoded frames fit into a widget's memory",
    breaks: [.moves],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .widgetMemoryLimit,
      .publication("https://developer.apple.com/forums/thread/842805"),
      .measurement("GIFs of 0.04 to 2.7 MB take 28 to 237 MiB once decoded"),
    ],
    rationale: """
      The system ends a widget that uses more than 30 MB. Every decoded pixel takes four bytes, in \
      every frame, however small the file is.
      """,
    remedy: """
      Make the animation smaller or shorter: gifsicle --resize 200x200 in.gif -o out.gif for its \
      size, or ffmpeg -i in.gif -vf fps=10 out.gif for fewer frames. Or put a few still pictures \
      into the widget's timeline.
      """,
    staysQuiet: """
      Files with one frame are still pictures. The size of the file plays no part. Half of the limit \
      is a warning, for the widget itself needs memory too.
      """,
    symptoms: [],
    check: .animation { animation, _ in
      animation.judgeSize(needsAllFrames: true) { size, place in
        let bytes = decodedBytes(size, frames: animation.frameCount)
        guard bytes > widgetMemory / 2 else { return .pass }
        let isOver = bytes > widgetMemory
        let takes = (Double(bytes) / 1_048_576).shown(decimals: 1)
        return .fail(
          Finding(
            """
            decoded, the \(animation.frameCount) frames of \(size) pixels take \(takes) MiB, \
            \(isOver ? "over" : "more than half of") the 30 MiB that a widget may use in all
            """,
            [
              Evidence(
                in: animation.file.path, at: place, found: "\(takes) MiB",
                wanted: "at most \(isOver ? 30 : 15) MiB")
            ],
            atMost: isOver ? nil : .warning))
      }
    })

  /// Four bytes for every pixel of every frame; the largest number there is where it is more.
  private static func decodedBytes(_ size: PixelSize, frames: Int) -> UInt64 {
    var bytes = UInt64(size.width) * UInt64(size.height)
    for factor in [4, UInt64(clamping: frames)] {
      let (product, overflows) = bytes.multipliedReportingOverflow(by: factor)
      if overflows { return .max }
      bytes = product
    }
    return bytes
  }
}
