import CAV
import DecoderProtocol
import Validator

/// Writes pictures as JPEG: JFIF, 8 bits, 4:2:0, the matrix of BT.601 in full range (ITU-T T.871).
enum JPEGEncoder {
  /// - Parameters:
  ///   - picture: the picture.
  ///   - quality: 0 to 100; 95 is a quantiser scale of 2.
  ///   - file: the file that messages name.
  static func bytes(of picture: Picture, quality: Int, for file: FilePath)
    throws(DecoderFailure) -> [UInt8]
  {
    let frame = try picture.subsampled(as: AV_PIX_FMT_YUVJ420P, for: file)
    guard let encoder = unsafe avcodec_find_encoder(AV_CODEC_ID_MJPEG) else {
      throw DecoderFailure(.unsupportedCodec, "\(file): libavcodec was built without JPEG")
    }
    let scale = 1 + (100 - min(max(quality, 0), 100)) * 30 / 100
    let codec = try unsafe Codec(encoder, for: file, "JPEG cannot be encoded") { context in
      unsafe context.pointee.width = frame.pointer.pointee.width
      unsafe context.pointee.height = frame.pointer.pointee.height
      unsafe context.pointee.pix_fmt = AV_PIX_FMT_YUVJ420P
      unsafe context.pointee.color_range = AVCOL_RANGE_JPEG
      unsafe context.pointee.time_base = AVRational(num: 1, den: 25)
      // The encoder writes a JFIF segment only where it is told what that says.
      unsafe context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
      unsafe context.pointee.flags |=
        AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
      unsafe context.pointee.global_quality = Int32(scale) * FF_QP2LAMBDA
      unsafe context.pointee.qmin = 1
      // One picture; slices would be divided among threads otherwise.
      unsafe context.pointee.thread_count = 1
      return 0
    }
    unsafe frame.pointer.pointee.pts = 0
    unsafe frame.pointer.pointee.quality = Int32(scale) * FF_QP2LAMBDA
    try codec.send(frame)
    try codec.send(nil as Frame?)
    guard let packet = try codec.receivePacket() else {
      throw DecoderFailure(.fault, "\(file): JPEG could not be encoded")
    }
    let data = unsafe packet.pointer.pointee
    let bytes = unsafe Array(UnsafeBufferPointer(start: data.data, count: Int(data.size)))
    return withProfile(picture.colourProfile, bytes)
  }

  /// Puts an ICC profile after the JFIF segment, in as many APP2 segments as it takes
  /// (ICC.1:2022, B.4).
  private static func withProfile(_ profile: [UInt8]?, _ jpeg: [UInt8]) -> [UInt8] {
    let partLength = 65_519
    guard let profile, profile.count <= 255 * partLength, jpeg.count > 6,
      jpeg.starts(with: [0xFF, 0xD8, 0xFF, 0xE0])
    else { return jpeg }
    let end = 4 + Int(jpeg[4]) << 8 + Int(jpeg[5])
    guard end <= jpeg.count else { return jpeg }
    let parts = stride(from: 0, to: profile.count, by: partLength).map {
      profile[$0..<min($0 + partLength, profile.count)]
    }
    var bytes = Array(jpeg[..<end])
    for (index, part) in parts.enumerated() {
      let length = 16 + part.count
      bytes += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)]
      bytes += "ICC_PROFILE\0".utf8
      bytes += [UInt8(index + 1), UInt8(parts.count)]
      bytes += part
    }
    return bytes + jpeg[end...]
  }
}

extension Picture {
  /// The picture with chrominance of half the size, the matrix of BT.601 and full range.
  func subsampled(as format: AVPixelFormat, for file: FilePath) throws(DecoderFailure) -> Frame {
    let whole = try Frame(
      width: size.width, height: size.height, format: AV_PIX_FMT_RGB24, for: file)
    whole.setPlane(0, pixels, rowLength: size.width * 3, rows: size.height)
    let scaler = try Scaler(
      from: Scaler.Form(size: size, format: AV_PIX_FMT_RGB24),
      to: Scaler.Form(size: size, format: format), for: file)
    return try scaler.scaled(whole)
  }
}
