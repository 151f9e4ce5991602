import Rules
import Testing
import Validator

extension Animation {
  /// Twelve frames of 100×100 pixels, 0.1 s each, for ever.
  static var example: Animation {
    var animation = Animation(
      file: MediaFile(path: FilePath("dog.gif"), size: 5_000, type: .gif),
      unreadable: ReadError(.unsupported, "not part of the example", at: spot(0)))
    animation.size = .present(PixelSize(width: 100, height: 100), at: spot(6))
    animation.setFrames(12)
    animation.loopCount = .present(0, at: spot(40))
    animation.trailingData = .absent(searched: [])
    return animation
  }

  mutating func setFrames(_ count: Int, delay: Int64? = 10) {
    let size = size.value ?? PixelSize(width: 1, height: 1)
    let kept = (0..<count).map { index in
      let offset = UInt64(100 + 10 * index)
      return AnimationFrame(
        left: 0, top: 0, size: size, delay: delay.flatMap { MediaTime($0, scale: 100) },
        delayPlace: delay.map { _ in spot(offset + 5) }, place: spot(offset))
    }
    frames = .present(kept, at: spot(100))
    frameCount = count
  }

  mutating func setSize(_ width: UInt32, _ height: UInt32) {
    size = .present(PixelSize(width: width, height: height), at: spot(6))
  }

  mutating func changeFrame(_ index: Int, _ change: (inout AnimationFrame) -> Void) {
    frames = frames.map { kept in
      var changed = kept
      change(&changed[index])
      return changed
    }
  }
}

extension Rule {
  /// Judges the example animation after a change.
  fileprivate func judgeAnimation(
    _ settings: Settings = Settings(), _ change: (inout Animation) -> Void = { _ in }
  ) -> Judgement {
    var animation = Animation.example
    change(&animation)
    guard case .animation(let check) = check else {
      return Judgement(outcome: .notApplicable("the rule is not about animations"))
    }
    return Judgement(outcome: check(animation, settings))
  }
}

@Suite struct `The rules of animations` {
  /// The rules that have nothing to say of a still picture.
  private static let moving = Catalogue.animation.map(\.id).filter { $0 != "animation/malformed" }

  private static func rule(_ id: String) throws -> Rule {
    try #require(Catalogue.animation.first { $0.id == id })
  }

  @Test func `are eight, each in full sentences and no more severe than their grade allows`() {
    #expect(Set(Catalogue.animation.map(\.id)).count == 8)
    for rule in Catalogue.animation {
      #expect(rule.family == "animation")
      for text in [rule.rationale, rule.remedy, rule.staysQuiet] {
        #expect(text.count > 20 && text.hasSuffix(".") && text.first?.isLowercase == false)
        #expect(!text.contains("  ") && !text.contains("\n"))
      }
      #expect(!rule.sources.isEmpty && !rule.breaks.isEmpty)
      #expect(rule.levels.photos.map { $0 <= rule.grade.cap } == true, "\(rule.id)")
    }
  }

  @Test func `have nothing against a good animation`() {
    for rule in Catalogue.animation where rule.id != "animation/in-widget" {
      #expect(rule.judgeAnimation().passes, "\(rule.id)")
    }
    #expect(Rule.animationInWidget.judgeAnimation().isNotApplicable)
  }

  @Test(arguments: moving) func `pass over a file with one frame`(id: String) throws {
    let judged = try Self.rule(id).judgeAnimation {
      $0.setSize(4_000, 4_000)
      $0.setFrames(1, delay: 0)
      $0.loopCount = .absent(searched: [])
      $0.isInWidget = true
    }
    #expect(judged.isNotApplicable)
  }

  @Test(arguments: moving) func `take nothing for proven in a file that ends early`(id: String)
    throws
  {
    let rule = try Self.rule(id)
    let short = rule.judgeAnimation {
      $0.isInWidget = true
      $0.setFrames(1)
      $0.trailingData = .unreadable(lost())
    }
    #expect(short.unreadableFile == FilePath("dog.gif"))
    let needAllFrames: Set = ["animation/memory", "animation/frame-delay"]
    let long = rule.judgeAnimation { $0.trailingData = .unreadable(lost()) }
    #expect((long.unreadableFile != nil) == needAllFrames.contains(id))
  }

  @Test func `malformed names every damage with its place, the end first`() {
    let judged = Rule.animationMalformed.judgeAnimation {
      $0.damages = [
        Damage(.structure, "frame 3 is outside", at: spot(300)),
        Damage(.truncated, "the file ends early", at: spot(900), missingBytes: 12),
      ]
      $0.trailingData = .unreadable(lost())
    }
    #expect(judged.message == "the file ends early: 12 bytes are missing; frame 3 is outside")
    #expect(judged.offsets == [900, 300])
    let unread = Rule.animationMalformed.judgeAnimation {
      $0.trailingData = .unreadable(lost(.limit))
    }
    #expect(unread.unreadableFile != nil)
    let empty = Rule.animationMalformed.judgeAnimation { $0.file.type = .empty }
    #expect(empty.message == "the file is empty")
    let still = Rule.animationMalformed.judgeAnimation { $0.setFrames(1) }
    #expect(still.passes)
    let trailing = Rule.animationMalformed.judgeAnimation {
      $0.trailingData = .present(TrailingData(length: 3), at: spot(4_997))
    }
    #expect(trailing.passes)
  }

  @Test(arguments: [(43, nil), (44, Severity.warning), (87, .warning), (88, .error)])
  func `memory is an error over 30 MiB and a warning over half of it`(
    frames: Int, severity: Severity?
  ) {
    let judged = Rule.animationMemory.judgeAnimation {
      $0.setSize(300, 300)
      $0.setFrames(frames)
    }
    #expect(judged.fails == (severity != nil))
    let levels = judged.findings.map { $0.atMost ?? .error }
    #expect(levels == (severity.map { [$0] } ?? []))
    #expect(judged.offsets == judged.findings.map { _ in 6 })
  }

  @Test func `memory counts frames that were not kept and never overflows`() {
    let judged = Rule.animationMemory.judgeAnimation {
      $0.setSize(.max, .max)
      $0.frameCount = .max
    }
    #expect(judged.fails)
    let message = Rule.animationMemory.judgeAnimation {
      $0.setSize(591, 639)
      $0.setFrames(201)
    }.message
    #expect(
      message == """
        decoded, the 201 frames of 591×639 pixels take 289.6 MiB, over the 30 MiB that a widget \
        may use in all
        """)
  }

  @Test func `area is limited by the archive`() {
    let judged = Rule.animationArea.judgeAnimation { $0.setSize(1_000, 719) }
    #expect(judged.message == "the picture of 1000×719 has 719000 pixels, a widget may show 718080")
    #expect(judged.offsets == [6])
    #expect(Rule.animationArea.judgeAnimation { $0.setSize(718_080, 1) }.passes)
  }

  @Test func `too large counts the place`() {
    #expect(Rule.animationTooLarge.judgeAnimation { $0.setSize(300, 300) }.passes)
    #expect(Rule.animationTooLarge.judgeAnimation { $0.setSize(301, 10) }.fails)
    #expect(Rule.animationTooLarge.judgeAnimation { $0.setFrames(31) }.passes)
    var settings = Settings()
    settings.animationPlace = .lockScreen
    let cut = Rule.animationTooLarge.judgeAnimation(settings) {
      $0.trailingData = .unreadable(lost())
    }
    #expect(cut.unreadableFile != nil)
    #expect(Rule.animationTooLarge.judgeAnimation(settings) { $0.setSize(200, 200) }.passes)
    let judged = Rule.animationTooLarge.judgeAnimation(settings) {
      $0.setSize(200, 201)
      $0.setFrames(31)
    }
    #expect(
      judged.findings.map(\.message) == [
        "the animation is 200×201 pixels large, for the Lock Screen 200×200 is enough",
        "the animation has 31 frames, for the Lock Screen 30 are enough",
      ])
    #expect(judged.offsets == [6, 100])
  }

  @Test func `minimal presentation is a note over 135×110`() {
    let rule = Rule.animationMinimalPresentation
    #expect(rule.severity(in: .photos) == .note)
    #expect(rule.judgeAnimation { $0.setSize(135, 110) }.passes)
    #expect(rule.judgeAnimation { $0.setSize(136, 110) }.fails)
    #expect(rule.judgeAnimation { $0.setSize(100, 111) }.offsets == [6])
  }

  @Test func `frame delay names the shortest frame and where the first ones stand`() {
    let judged = Rule.animationFrameDelay.judgeAnimation {
      $0.changeFrame(3) { $0.delay = MediaTime(2, scale: 100) }
      $0.changeFrame(7) { $0.delay = MediaTime(1, scale: 100) }
    }
    #expect(
      judged.message == """
        2 of 12 frames are shorter than 0.03 s: frame 8 has 0.01 s, for which most players take \
        0.1 s
        """)
    #expect(judged.offsets == [135, 175])
    let all = Rule.animationFrameDelay.judgeAnimation { $0.setFrames(12, delay: 2) }
    #expect(all.message == "12 of 12 frames are shorter than 0.03 s: frame 1 has 0.02 s")
    #expect(all.offsets == [105, 115, 125])
  }

  @Test func `frame delay takes none for zero and passes 0.03 s in any units`() {
    let none = Rule.animationFrameDelay.judgeAnimation {
      $0.changeFrame(0) {
        $0.delay = nil
        $0.delayPlace = nil
      }
    }
    #expect(
      none.message == """
        1 of 12 frames is shorter than 0.03 s: frame 1 states no delay, for which most players \
        take 0.1 s
        """)
    #expect(none.offsets == [100])
    let edge = Rule.animationFrameDelay.judgeAnimation {
      $0.changeFrame(0) { $0.delay = MediaTime(3, scale: 100) }
      $0.changeFrame(1) { $0.delay = MediaTime(30, scale: 1_000) }
    }
    #expect(edge.passes)
    let more = Rule.animationFrameDelay.judgeAnimation { $0.frameCount = 20_000 }
    #expect(more.unreadableFile != nil)
  }

  @Test func `never loops fails without a count and with one play`() {
    let rule = Rule.animationNeverLoops
    let absent = rule.judgeAnimation {
      $0.loopCount = .absent(searched: [Place("file", offset: 0, length: 5_000)])
    }
    #expect(absent.message == "the file holds no loop count: its 12 frames are shown once")
    #expect(absent.offsets == [0])
    #expect(rule.judgeAnimation { $0.loopCount = .present(1, at: spot(41)) }.offsets == [41])
    #expect(rule.judgeAnimation { $0.loopCount = .present(2, at: spot(41)) }.passes)
    #expect(rule.judgeAnimation { $0.loopCount = .unreadable(lost()) }.unreadableFile != nil)
  }

  @Test func `in widget fails for every animation of a widget target`() {
    let judged = Rule.animationInWidget.judgeAnimation { $0.isInWidget = true }
    #expect(
      judged.message == """
        the file is in a widget target, which shows one of its 12 frames and does not move
        """)
    #expect(judged.offsets == [100])
  }
}
