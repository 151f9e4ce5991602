import Validator

/// What a walk over the blocks of a GIF or the chunks of an APNG has found so far.
///
/// At its end it becomes facts of the animation: what was read before a fault stays, and what was
/// not reached is unreadable, never absent.
struct CollectedFrames {
  /// How many frames are kept; ten thousand are five minutes at 30 frames a second, far above
  /// what any widget shows.
  static let limit = 10_000

  private let screen: PixelSize
  private var frames: [AnimationFrame] = []
  private(set) var count = 0
  private var outside = Faults()
  private var empty = Faults()

  /// Frames with one and the same fault: the first in full, of the others their number.
  private struct Faults {
    var first: (number: Int, frame: AnimationFrame)?
    var count = 0

    mutating func note(_ frame: AnimationFrame, number: Int) {
      if first == nil { first = (number, frame) }
      count += 1
    }

    /// How the message goes on where further frames have the fault.
    var others: String {
      switch count {
      case 0, 1: ""
      case 2: "; so is one further frame"
      default: "; so are \(count - 1) further frames"
      }
    }
  }

  /// - Parameter screen: the area that all frames lie in.
  init(screen: PixelSize) {
    self.screen = screen
  }

  /// The number of the frame that comes next, counted from one.
  var nextNumber: Int { count + 1 }

  mutating func append(_ frame: AnimationFrame) {
    count += 1
    if count <= CollectedFrames.limit { frames.append(frame) }
    if frame.size.width == 0 || frame.size.height == 0 { empty.note(frame, number: count) }
    // 64 bits hold the sum of two numbers of 32 bits. A picture of no size is damage by itself.
    if screen.width == 0 || screen.height == 0 { return }
    if UInt64(frame.left) + UInt64(frame.size.width) > UInt64(screen.width)
      || UInt64(frame.top) + UInt64(frame.size.height) > UInt64(screen.height)
    {
      outside.note(frame, number: count)
    }
  }

  /// Turns the frames into facts.
  ///
  /// - Parameters:
  ///   - fault: why the walk ended early, if it did.
  ///   - searched: the place that was walked over.
  func deliver(into animation: inout Animation, fault: ReadError?, searched: Place) {
    animation.frameCount = count
    if let first = frames.first {
      animation.frames = .present(frames, at: first.place)
    } else if let fault {
      animation.frames = .unreadable(fault)
    } else {
      animation.frames = .absent(searched: [searched])
      animation.damages.append(Damage(.structure, "the file holds no frame", at: searched))
    }
    if let (number, frame) = empty.first {
      animation.damages.append(
        Damage(
          .structure, "frame \(number) is \(frame.size) pixels large\(empty.others)",
          at: frame.place, found: "\(frame.size)"))
    }
    if let (number, frame) = outside.first {
      animation.damages.append(
        Damage(
          .structure,
          """
          frame \(number), \(frame.size) at \(frame.left),\(frame.top), is not within the picture \
          of \(screen)\(outside.others)
          """,
          at: frame.place, found: "\(frame.size) at \(frame.left),\(frame.top)",
          wanted: "within \(screen)"))
    }
  }
}

extension Animation {
  /// Notes why a walk ended early: as damage where the file is at fault, not the system or a limit
  /// of this tool.
  ///
  /// - Parameter progress: how many frames came before, in words; nil where it cannot be any.
  mutating func note(_ fault: ReadError, after progress: String? = nil) {
    trailingData = .unreadable(fault)
    switch fault.kind {
    case .pastEnd(let needed, let available):
      let missing = needed > available ? needed - available : 1
      damages.append(
        Damage(
          .truncated,
          """
          \(fault.reason)\(progress.map { " after \($0)" } ?? ""); at least \(missing) \(missing == 1 ? "byte is" : "bytes are") \
          missing
          """,
          at: fault.place, missingBytes: missing))
    case .malformed:
      damages.append(Damage(.structure, fault.reason, at: fault.place))
    case .notOpened, .limit, .otherContent, .unsupported: break
    }
  }

  /// Notes what follows the end of the format, which is reached at an offset.
  mutating func noteTrailingData(from end: UInt64, in bytes: SourceBytes, searched: Place) {
    let left = bytes.size - end
    trailingData =
      left == 0
      ? .absent(searched: [searched])
      : .present(TrailingData(length: left), at: Place("file", offset: end, length: left))
  }
}
