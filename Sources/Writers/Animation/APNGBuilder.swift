import Readers
package import Validator

/// An animated PNG whose frames are rectangles of black or white (PNG 3rd edition, 11.3.6).
package struct APNGBuilder: Sendable {
  /// A frame: its rectangle, its delay and its colour.
  package struct Frame: Sendable {
    package var left: UInt32 = 0
    package var top: UInt32 = 0
    /// Nil for the size of the whole picture, which the first frame has to have.
    package var size: PixelSize?
    /// The delay in units, so many of which make a second; no units stands for hundredths.
    package var delay: UInt16
    package var units: UInt16
    package var isWhite: Bool

    /// Creates a frame that covers the whole picture.
    package init(delay: UInt16, units: UInt16 = 100, isWhite: Bool = false) {
      self.delay = delay
      self.units = units
      self.isWhite = isWhite
    }
  }

  package var size: PixelSize
  package var frames: [Frame]
  /// How often it plays; 0 for ever.
  package var plays: UInt32

  /// Creates an animation from its size, frames and plays.
  package init(size: PixelSize, frames: [Frame], plays: UInt32 = 0) {
    self.size = size
    self.frames = frames
    self.plays = plays
  }

  /// Creates an animation of frames with one delay, black and white by turns.
  package init(
    size: PixelSize, frameCount: Int, delay: UInt16, units: UInt16 = 100, plays: UInt32 = 0
  ) {
    let frames = (0..<max(0, frameCount)).map {
      Frame(delay: delay, units: units, isWhite: $0 % 2 == 1)
    }
    self.init(size: size, frames: frames, plays: plays)
  }

  /// The bytes of the file.
  package var bytes: [UInt8] { chunks.reduce(signature) { $0 + $1.bytes } }

  private var signature: [UInt8] { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] }

  /// The chunks of the file; the first frame is also the still picture.
  private var chunks: [PNGChunk] {
    // Grey of 8 bits: ffmpeg does not decode animations of fewer.
    let header = big(size.width) + big(size.height) + [8, 0, 0, 0, 0]
    var chunks = [
      PNGChunk("IHDR", header), PNGChunk("acTL", big(UInt32(clamping: frames.count)) + big(plays)),
    ]
    var sequence: UInt32 = 0
    for (number, frame) in frames.enumerated() {
      let extent = frame.size ?? size
      chunks.append(PNGChunk("fcTL", control(of: frame, extent, sequence: sequence)))
      sequence += 1
      let picture = pixels(of: extent, isWhite: frame.isWhite).storedZlib
      if number == 0 {
        chunks.append(PNGChunk("IDAT", picture))
      } else {
        chunks.append(PNGChunk("fdAT", big(sequence) + picture))
        sequence += 1
      }
    }
    return chunks + [PNGChunk("IEND", [])]
  }

  private func control(of frame: Frame, _ extent: PixelSize, sequence: UInt32) -> [UInt8] {
    big(sequence) + big(extent.width) + big(extent.height) + big(frame.left) + big(frame.top)
      + frame.delay.bytes(.bigEndian) + frame.units.bytes(.bigEndian) + [0, 0]
  }

  /// Rows of one byte a pixel, each behind the byte of its filter, none.
  private func pixels(of extent: PixelSize, isWhite: Bool) -> [UInt8] {
    let row = [0] + [UInt8](repeating: isWhite ? 0xFF : 0, count: Int(extent.width))
    return Array(repeatElement(row, count: Int(extent.height)).joined())
  }

  private func big(_ value: UInt32) -> [UInt8] { value.bytes(.bigEndian) }
}

extension [UInt8] {
  /// The bytes as a zlib stream that does not compress (RFC 1950; RFC 1951, 3.2.4).
  fileprivate var storedZlib: [UInt8] {
    let longest = 65_535
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: Swift.max(count, 1), by: longest) {
      let block = self[start..<Swift.min(start + longest, count)]
      let length = UInt16(block.count)
      stream.append(start + longest >= count ? 1 : 0)
      stream += length.bytes(.littleEndian) + (~length).bytes(.littleEndian) + block
    }
    return stream + adler32.bytes(.bigEndian)
  }

  /// RFC 1950, 8.2.
  private var adler32: UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in self {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
