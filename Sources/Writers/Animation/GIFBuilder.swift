import Readers
package import Validator

/// A GIF whose frames are rectangles of one colour each (CompuServe, GIF89a).
package struct GIFBuilder: Sendable {
  /// A frame: its rectangle, its delay and its colour.
  package struct Frame: Sendable {
    package var left: UInt16 = 0
    package var top: UInt16 = 0
    /// Nil for the size of the whole picture.
    package var size: PixelSize?
    /// In hundredths of a second; nil for no graphic control extension.
    package var delay: UInt16?
    /// The number of the colour, 0 to 3: black, red, green, white.
    package var colour: UInt8

    /// Creates a frame that covers the whole picture.
    package init(delay: UInt16?, colour: UInt8 = 0) {
      self.delay = delay
      self.colour = colour & 3
    }
  }

  /// The logical screen; 65,535 each way at most.
  package var size: PixelSize
  package var frames: [Frame]
  /// What stands in the loop extension: the repeats after the first time, 0 for ever; nil for no
  /// extension.
  package var repeats: UInt16?

  /// Creates an animation from its size, frames and repeats.
  package init(size: PixelSize, frames: [Frame], repeats: UInt16? = 0) {
    self.size = size
    self.frames = frames
    self.repeats = repeats
  }

  /// Creates an animation of frames with one delay, in changing colours.
  package init(size: PixelSize, frameCount: Int, delay: UInt16?, repeats: UInt16? = 0) {
    let frames = (0..<max(0, frameCount)).map { Frame(delay: delay, colour: UInt8($0 & 3)) }
    self.init(size: size, frames: frames, repeats: repeats)
  }

  /// The bytes of the file.
  package var bytes: [UInt8] {
    var file = Array("GIF89a".utf8) + words(size.width, size.height)
    // A global table of four colours, 8 bits each.
    file += [0x80 | 0x70 | 0x01, 0, 0]
    file += [0, 0, 0, 255, 0, 0, 0, 255, 0, 255, 255, 255]
    if let repeats {
      file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8)
      file += [3, 1] + repeats.bytes(.littleEndian) + [0]
    }
    for frame in frames { file += bytes(of: frame) }
    return file + [0x3B]
  }

  private func bytes(of frame: Frame) -> [UInt8] {
    var bytes: [UInt8] = []
    if let delay = frame.delay {
      bytes += [0x21, 0xF9, 4, 0] + delay.bytes(.littleEndian) + [0, 0]
    }
    let size = frame.size ?? size
    bytes += [0x2C] + frame.left.bytes(.littleEndian) + frame.top.bytes(.littleEndian)
    bytes += words(size.width, size.height) + [0]
    let area = UInt64(size.width) * UInt64(size.height)
    let coded = GIFRun.coded(colour: Int(frame.colour), length: Int(clamping: area))
    bytes.append(UInt8(GIFRun.colourBits))
    for start in stride(from: 0, to: coded.count, by: 255) {
      let block = coded[start..<min(start + 255, coded.count)]
      bytes += [UInt8(block.count)] + block
    }
    return bytes + [0]
  }

  private func words(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    UInt16(clamping: width).bytes(.littleEndian) + UInt16(clamping: height).bytes(.littleEndian)
  }
}

/// The variable-length codes of a run of one colour (GIF89a, appendix F).
private enum GIFRun {
  /// Bits of a colour's number.
  static let colourBits = 2
  private static let clearCode = 1 << colourBits
  private static let endCode = clearCode + 1
  /// No code is longer than 12 bits.
  private static let codeLimit = 1 << 12

  /// The codes as bytes, the first in the lowest bits.
  ///
  /// The first code stands for one pixel; each one after it is new and stands for one pixel more
  /// than the one before, as the decoder can tell. The last stands for what is left of the run.
  static func coded(colour: Int, length: Int) -> [UInt8] {
    var bits = Bits()
    var left = length
    while left > 0 {
      bits.append(clearCode, width: colourBits + 1)
      var width = colourBits + 1
      // The code that the decoder is about to learn, and how many pixels it stands for.
      var next = endCode + 1
      var longest = 1
      while left > 0, next < codeLimit {
        let run = min(left, longest)
        bits.append(run == 1 ? colour : endCode + run - 1, width: width)
        left -= run
        if longest > 1 { next += 1 }
        longest += 1
        if next == 1 << width, width < 12 { width += 1 }
      }
      if left == 0 {
        bits.append(endCode, width: width)
      } else {
        // The decoder still reads with the width that it has come to.
        bits.append(clearCode, width: width)
      }
    }
    return bits.bytes
  }

  private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var used = 8

    mutating func append(_ value: Int, width: Int) {
      for bit in 0..<width {
        if used == 8 {
          bytes.append(0)
          used = 0
        }
        if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(used) }
        used += 1
      }
    }
  }
}
