import CAV
import DecoderProtocol
import Validator

/// Changes the size and form of pictures, their colours minded.
@safe final class Scaler {
  /// How the pixels of a picture are to be understood.
  struct Form: Equatable {
    var size: PictureSize
    var format: AVPixelFormat
    var matrix: AVColorSpace
    var isFullRange: Bool

    init(
      size: PictureSize, format: AVPixelFormat, matrix: AVColorSpace = AVCOL_SPC_SMPTE170M,
      isFullRange: Bool = true
    ) {
      self.size = size
      self.format = format
      self.matrix = matrix
      self.isFullRange = isFullRange
    }

    /// The form of a frame, by its own tags, else as players guess.
    init(_ frame: Frame) {
      let size = PictureSize(width: frame.width, height: frame.height)
      let range = unsafe frame.pointer.pointee.color_range
      let tagged = unsafe frame.pointer.pointee.colorspace
      self.init(
        size: size, format: frame.format,
        // Untagged pictures of more lines than standard television has are taken as BT.709.
        matrix: tagged != AVCOL_SPC_UNSPECIFIED
          ? tagged : size.height > 576 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M,
        isFullRange: range == AVCOL_RANGE_JPEG
          || range != AVCOL_RANGE_MPEG && Form.isFullRange(frame.format))
    }

    /// The forms that libavutil keeps for full range, and brightness alone, which stills have so.
    private static func isFullRange(_ format: AVPixelFormat) -> Bool {
      [
        AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P,
        AV_PIX_FMT_GRAY8, AV_PIX_FMT_GRAY16LE, AV_PIX_FMT_GRAY16BE, AV_PIX_FMT_YA8,
        AV_PIX_FMT_YA16LE, AV_PIX_FMT_YA16BE,
      ].contains(format)
    }
  }

  let source: Form
  let target: Form
  private let context: OpaquePointer
  private let file: FilePath

  /// - Throws: `unsupportedCodec` where pixels of such a form are not known.
  init(from source: Form, to target: Form, for file: FilePath) throws(DecoderFailure) {
    self.source = source
    self.target = target
    self.file = file
    let isSmaller = target.size.width * 2 < source.size.width
    let flags =
      (isSmaller ? SWS_AREA : SWS_BICUBIC) | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT
      | SWS_FULL_CHR_H_INP
    let made = unsafe sws_getContext(
      Int32(clamping: source.size.width), Int32(clamping: source.size.height), source.format,
      Int32(clamping: target.size.width), Int32(clamping: target.size.height), target.format,
      flags, nil, nil, nil)
    guard let made = unsafe made else {
      throw DecoderFailure(.unsupportedCodec, "\(file): pixels of its form are not known")
    }
    unsafe context = made
    let one: Int32 = 1 << 16
    // It refuses pictures without such channels, to which all of it means nothing.
    _ = unsafe sws_setColorspaceDetails(
      made, sws_getCoefficients(Scaler.table(source.matrix)), source.isFullRange ? 1 : 0,
      sws_getCoefficients(Scaler.table(target.matrix)), target.isFullRange ? 1 : 0, 0, one, one)
  }

  deinit {
    unsafe sws_freeContext(context)
  }

  /// libswscale numbers its matrices as ISO/IEC 23091-2 does, but for the newest.
  private static func table(_ matrix: AVColorSpace) -> Int32 {
    switch matrix {
    case AVCOL_SPC_BT709: SWS_CS_ITU709
    case AVCOL_SPC_FCC: SWS_CS_FCC
    case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
    default: SWS_CS_ITU601
    }
  }

  /// A frame in the target's form.
  func scaled(_ frame: Frame) throws(DecoderFailure) -> Frame {
    let scaled = try Frame(
      width: target.size.width, height: target.size.height, format: target.format, for: file)
    let code = unsafe sws_scale_frame(context, scaled.pointer, frame.pointer)
    guard code >= 0 else { throw .library(code, .fault, file, "a picture cannot be scaled") }
    return scaled
  }
}
