import CAV
import DecoderProtocol
import Validator

/// A picture with 8 bits each of red, green and blue, upright.
struct Picture {
  let size: PictureSize
  /// Three bytes a pixel, row by row.
  let pixels: [UInt8]
  /// The ICC profile of its colours, where the source has one.
  var colourProfile: [UInt8]?
  /// The source's primaries and transfer, by ISO/IEC 23091-2; 2 where it says nothing.
  var primaries: UInt16 = 2
  var transfer: UInt16 = 2
  var tags = ColourTags()
}

extension Picture {
  /// Makes a picture of a decoded frame: pixels made square, transparent parts over white, turned.
  ///
  /// HDR values are taken over as they are, without tone mapping, and more than 8 bits are rounded:
  /// the picture keeps the frame's primaries and transfer, which HEIC can name and JPEG cannot.
  init(
    _ frame: Frame, pixelAspect: AVRational, orientation: Orientation, for file: FilePath
  ) throws(DecoderFailure) {
    let isTransparent = Picture.hasAlpha(frame.format)
    let form = Scaler.Form(
      size: PictureSize(width: frame.width, height: frame.height).square(pixelAspect: pixelAspect),
      format: isTransparent ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24)
    let scaled = try Scaler(from: Scaler.Form(frame), to: form, for: file).scaled(frame)
    let depth = isTransparent ? 4 : 3
    var pixels = scaled.plane(0, rowLength: form.size.width * depth, rows: form.size.height)
    if isTransparent { pixels = Picture.overWhite(pixels) }
    self.init(
      size: form.size.turned(orientation),
      pixels: Picture.turned(pixels, of: form.size, depth: 3, orientation))
    let source = unsafe frame.pointer.pointee
    primaries = unsafe UInt16(clamping: source.color_primaries.rawValue)
    transfer = unsafe UInt16(clamping: source.color_trc.rawValue)
    tags = unsafe ColourTags(
      primaries: source.color_primaries, transfer: source.color_trc, matrix: source.colorspace,
      range: source.color_range)
    colourProfile = frame.colourProfile
  }

  private static func hasAlpha(_ format: AVPixelFormat) -> Bool {
    guard let form = unsafe av_pix_fmt_desc_get(format) else { return false }
    return unsafe form.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
  }

  /// Four bytes a pixel to three, blended with white by the fourth.
  static func overWhite(_ pixels: [UInt8]) -> [UInt8] {
    var opaque: [UInt8] = []
    opaque.reserveCapacity(pixels.count / 4 * 3)
    for start in stride(from: 0, to: pixels.count - 3, by: 4) {
      let alpha = UInt32(pixels[start + 3])
      for channel in pixels[start..<(start + 3)] {
        opaque.append(
          UInt8(truncatingIfNeeded: (UInt32(channel) * alpha + 255 * (255 - alpha) + 127) / 255))
      }
    }
    return opaque
  }

  /// Pixels as they lie once the picture is mirrored and then turned.
  ///
  /// - Parameters:
  ///   - pixels: the stored picture, row by row.
  ///   - size: the stored size.
  ///   - depth: bytes of a pixel.
  ///   - orientation: what is done.
  static func turned(
    _ pixels: [UInt8], of size: PictureSize, depth: Int, _ orientation: Orientation
  ) -> [UInt8] {
    let (width, height) = (size.width, size.height)
    guard orientation != .upright, pixels.count == width * height * depth else { return pixels }
    // Where the first pixel comes from, and how far its right and lower neighbours' lie from there.
    var (start, right, down) =
      switch orientation.degreesClockwise {
      case 90: ((height - 1) * width, -width, 1)
      case 180: (height * width - 1, -1, -width)
      case 270: (width - 1, width, -1)
      default: (0, 1, width)
      }
    if orientation.isMirrored {
      // The stored column x is the mirrored one's width - 1 - x.
      let (x, y) = (start % width, start / width)
      start = y * width + width - 1 - x
      if abs(right) == 1 { right = -right } else { down = -down }
    }
    let shown = size.turned(orientation)
    var turned: [UInt8] = []
    turned.reserveCapacity(pixels.count)
    for row in 0..<shown.height {
      var place = (start + row * down) * depth
      for _ in 0..<shown.width {
        for channel in 0..<depth { turned.append(pixels[place + channel]) }
        place += right * depth
      }
    }
    return turned
  }
}

extension Frame {
  /// The ICC profile that came with a picture, where it is one for red, green and blue.
  fileprivate var colourProfile: [UInt8]? {
    guard let data = unsafe av_frame_get_side_data(pointer, AV_FRAME_DATA_ICC_PROFILE) else {
      return nil
    }
    let bytes = unsafe Array(
      UnsafeRawBufferPointer(start: data.pointee.data, count: data.pointee.size))
    return ColourProfile.isRGB(bytes) ? bytes : nil
  }
}

/// What has to be known of ICC profiles (ICC.1:2022, 7.2).
enum ColourProfile {
  /// Whether a profile is for red, green and blue, as the pictures here are.
  static func isRGB(_ profile: [UInt8]) -> Bool {
    profile.count >= 128 && profile[16..<20].elementsEqual("RGB ".utf8)
  }
}
