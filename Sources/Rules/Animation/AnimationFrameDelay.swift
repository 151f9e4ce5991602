package import Validator

/// The shortest delay that is shown as it is meant, in seconds: 33 frames a second.
private let shortestDelay = 0.03
/// Below this, in seconds, players take the delay for a mistake.
private let replacedDelay = 0.02
/// As many frames are shown as evidence.
private let shownFrames = 3

extension Rule {
  /// No frame is shorter than players can show.
  package static let animationFrameDelay = Rule(
    "animation/frame-delay",
    title: "every frame lasts long enough to be shown",
    breaks: [.looks],
    levels: .always(.warning),
    grade: .reported,
    sources: [
      .specification(
        "Apple Developer Documentation, Image I/O",
        "kCGImagePropertyGIFDelayTime and kCGImagePropertyGIFUnclampedDelayTime"),
      .publication("https://ffmpeg.org/ffmpeg-formats.html, gif demuxer, min_delay"),
    ],
    rationale: """
      Players do not take very short delays at their word: below 0.02 s most show the frame for \
      0.1 s, so that an animation meant to be fast runs at a fifth of its speed or less. Image I/O \
      gives code that asks for the plain delay of a GIF 0.1 s at the least.
      """,
    remedy: """
      Give every frame 0.04 s or more, 25 frames a second: gifsicle --delay 4 in.gif -o out.gif. To \
      keep its duration, take fewer frames: ffmpeg -i in.gif -vf fps=25 out.gif.
      """,
    staysQuiet: """
      0.03 s, the first step of a GIF near 30 frames a second, passes. Files with one frame need no \
      delay.
      """,
    symptoms: [],
    check: .animation { animation, _ in
      animation.judgeFrames(needsAll: true) {
        let kept = animation.frames.value ?? []
        let short = kept.indices.filter { kept[$0].stated < shortestDelay }
        guard let shortest = short.min(by: { kept[$0].stated < kept[$1].stated }) else {
          return kept.count < animation.frameCount ? animation.unjudged(after: kept.count) : .pass
        }
        let evidence = short.prefix(shownFrames).map { index in
          let frame = kept[index]
          return Evidence(
            in: animation.file.path, at: frame.delayPlace ?? frame.place,
            found: frame.shownDelay, wanted: "at least \(shortestDelay) s")
        }
        return .fail(
          Finding(animation.message(short: short.count, shortest: shortest, kept), evidence))
      }
    })
}

extension Animation {
  fileprivate func message(short: Int, shortest: Int, _ kept: [AnimationFrame]) -> String {
    let frame = kept[shortest]
    let count = short == 1 ? "1 of \(frameCount) frames is" : "\(short) of \(frameCount) frames are"
    let example =
      "frame \(shortest + 1) \(frame.delay == nil ? "states" : "has") \(frame.shownDelay)"
    let effect = frame.stated < replacedDelay ? ", for which most players take 0.1 s" : ""
    return "\(count) shorter than \(shortestDelay) s: \(example)\(effect)"
  }

  /// The outcome where the frames that were kept are in order and there are more.
  fileprivate func unjudged(after kept: Int) -> Outcome {
    let place = frames.place ?? Place("file", offset: 0, length: file.size)
    return .unreadable(
      ReadError(.limit, "only the first \(kept) of \(frameCount) frames were kept", at: place),
      in: file.path)
  }
}

extension AnimationFrame {
  /// The delay in seconds; none is zero (GIF89a, 23).
  fileprivate var stated: Double { delay?.seconds ?? 0 }

  fileprivate var shownDelay: String {
    delay.map { "\($0.seconds.shown(decimals: 3)) s" } ?? "no delay"
  }
}
