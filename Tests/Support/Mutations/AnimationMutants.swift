import Validator

extension Mutant {
  static let animation: [Mutant] = [
    Mutant(
      "the animation ends in its last frame", own: "animation/malformed",
      animation: {
        $0.damages = [Damage(.truncated, "the file ends within a frame", at: .example)]
        $0.trailingData = .unreadable(
          ReadError(
            .pastEnd(needed: 40, available: 12), "the file ends before its trailer", at: .example))
      }),
    Mutant(
      "a frame lies outside of the animation", own: "animation/malformed",
      animation: {
        $0.damages = [Damage(.structure, "frame 3 reaches outside the picture", at: .example)]
      }),
    Mutant(
      "the frames take more than half of a widget's memory", own: "animation/memory",
      animation: { $0.setFrames(400) }),
    Mutant(
      "the frames take more than a widget's memory", own: "animation/memory",
      animation: { $0.setFrames(800) }),
    Mutant(
      "the animation has 880×817 pixels", own: "animation/area",
      following: [
        "animation/too-large": "so many pixels do not fit into 300×300",
        "animation/minimal-presentation": "nor into 135×110",
        "animation/memory": "twelve such frames take 33 MiB",
      ],
      animation: { $0.setSize(880, 817) }),
    Mutant(
      "the animation has 301×100 pixels", own: "animation/too-large",
      following: ["animation/minimal-presentation": "what is wider than 300 is wider than 135"],
      animation: { $0.setSize(301, 100) }),
    Mutant(
      "the animation has 136×100 pixels", own: "animation/minimal-presentation",
      animation: { $0.setSize(136, 100) }),
    Mutant(
      "a frame lasts 0.02 s", own: "animation/frame-delay",
      animation: { $0.setFirstDelay(MediaTime(2, scale: 100)) }),
    Mutant(
      "a frame states no delay", own: "animation/frame-delay",
      animation: { $0.setFirstDelay(nil) }),
    Mutant(
      "the animation has no loop count", own: "animation/never-loops",
      animation: { $0.loopCount = .absent(searched: []) }),
    Mutant(
      "the animation plays once", own: "animation/never-loops",
      animation: { $0.loopCount = .present(1, at: .example) }),
    Mutant(
      "the animation lies in a widget", own: "animation/in-widget",
      animation: { $0.isInWidget = true }),
  ]
}

extension Animation {
  /// Gives it so many frames, all like the first.
  fileprivate mutating func setFrames(_ count: Int) {
    frames = frames.map { $0.first.map { Array(repeating: $0, count: count) } ?? [] }
    frameCount = count
  }

  fileprivate mutating func setSize(_ width: UInt32, _ height: UInt32) {
    size = .present(PixelSize(width: width, height: height), at: .example)
  }

  /// Gives the first frame a delay, or takes it out.
  fileprivate mutating func setFirstDelay(_ delay: MediaTime?) {
    frames = frames.map { kept in
      with(kept) { $0[0].delay = delay }
    }
  }
}
