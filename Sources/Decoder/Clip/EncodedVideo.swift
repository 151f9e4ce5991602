import CAV
import DecoderProtocol
import Validator

/// The frames of a picture track, encoded anew: their times, turn and colours stay.
///
/// 8 bits, 4:2:0. HDR values are taken over as they are, with their tags, and rounded to 8 bits.
final class EncodedVideo: ClipTrack {
  let range: ClipRange
  let codecName: String
  let isEncoded = true
  private let track: DecodedTrack
  private let stream: InputStream
  private let encoder: Codec
  private let target: Scaler.Form
  private var scaler: Scaler?
  /// The first frame, which is decoded before the clip begins; nil once it is encoded.
  private var first: Frame?
  private var isDrained = false
  /// How long each frame is shown, by when: encoders do not hand it on.
  private var durations: [Int64: Int64] = [:]

  /// - Throws: `outsideMovie` where no frame is shown from the start on.
  init(_ movie: FilePath, as codec: CutClip.Video, from start: Double, duration: Double)
    throws(DecoderFailure)
  {
    stream = try MovieInput(movie).videoStream()
    track = try DecodedTrack(stream, from: start)
    let timeBase = stream.timeBase
    let earliest = timeBase.ticks(start)
    var frame = try track.next()
    while let current = frame, (current.shown ?? 0) < earliest { frame = try track.next() }
    guard let frame, let shown = frame.shown, timeBase.seconds(shown) < start + duration else {
      throw DecoderFailure(
        .outsideMovie, "\(movie): no frame is shown in the \(duration) s from \(start) s on")
    }
    first = frame
    range = ClipRange(
      start: shown, end: timeBase.ticks(start + duration), timeBase: timeBase)
    let source = Scaler.Form(frame)
    target = Scaler.Form(
      // 4:2:0 has a colour for each two by two pixels.
      size: PictureSize(
        width: max(2, source.size.width & ~1), height: max(2, source.size.height & ~1)),
      format: AV_PIX_FMT_YUV420P, matrix: EncodedVideo.matrix(of: source),
      isFullRange: source.isFullRange && EncodedVideo.isYCbCr(source.format))
    codecName = codec == .hevc ? "hevc" : "h264"
    encoder = try EncodedVideo.encoder(codec, target, frame, stream)
  }

  var timeBase: AVRational { stream.timeBase }

  private static func isYCbCr(_ format: AVPixelFormat) -> Bool {
    guard let form = unsafe av_pix_fmt_desc_get(format) else { return false }
    return unsafe form.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0
  }

  /// The matrix of the encoded pictures: the source's, and BT.709 where that has none.
  private static func matrix(of source: Scaler.Form) -> AVColorSpace {
    isYCbCr(source.format) && source.matrix != AVCOL_SPC_RGB ? source.matrix : AVCOL_SPC_BT709
  }

  private static func encoder(
    _ codec: CutClip.Video, _ form: Scaler.Form, _ frame: Frame, _ stream: InputStream
  ) throws(DecoderFailure) -> Codec {
    let name = codec == .hevc ? "libx265" : "libx264"
    let path = stream.input.path
    guard let found = unsafe avcodec_find_encoder_by_name(name) else {
      throw DecoderFailure(.unsupportedCodec, "\(path): libavcodec was built without \(name)")
    }
    let rate = stream.frameRate
    let timeBase = stream.timeBase
    let isYCbCr = isYCbCr(frame.format)
    return try unsafe Codec(found, for: path, "\(name) cannot encode it") { context in
      unsafe context.pointee.width = Int32(clamping: form.size.width)
      unsafe context.pointee.height = Int32(clamping: form.size.height)
      unsafe context.pointee.pix_fmt = form.format
      unsafe context.pointee.time_base = timeBase
      if let rate { unsafe context.pointee.framerate = rate }
      unsafe context.pointee.sample_aspect_ratio = stream.sampleAspect
      let source = unsafe frame.pointer.pointee
      unsafe context.pointee.color_primaries = source.color_primaries
      unsafe context.pointee.color_trc = source.color_trc
      // What came from red, green and blue has the matrix that it was given here.
      unsafe context.pointee.colorspace = isYCbCr ? source.colorspace : form.matrix
      unsafe context.pointee.color_range =
        form.isFullRange
        ? AVCOL_RANGE_JPEG : isYCbCr ? source.color_range : AVCOL_RANGE_MPEG
      unsafe context.pointee.chroma_sample_location = source.chroma_location
      // QuickTime keeps parameter sets in the sample description.
      unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
      let options = unsafe context.pointee.priv_data
      // Not to be told from the source by eye; a look-ahead that fits 4K into the memory allowed.
      let code = unsafe av_opt_set(options, "crf", "18", 0)
      if codec == .hevc {
        unsafe av_opt_set(options, "x265-params", "log-level=error:rc-lookahead=15:info=0", 0)
      } else {
        unsafe av_opt_set(options, "rc-lookahead", "20", 0)
      }
      return code
    }
  }

  func describe(to target: UnsafeMutablePointer<AVStream>) -> Int32 {
    let code = unsafe avcodec_parameters_from_context(target.pointee.codecpar, encoder.context)
    guard code >= 0 else { return code }
    unsafe target.pointee.codecpar.pointee.codec_tag = codecName == "hevc" ? Tag.hvc1 : 0
    return unsafe stream.describe(to: target)
  }

  func next() throws(DecoderFailure) -> Packet? {
    while true {
      if let packet = try encoder.receivePacket() {
        unsafe packet.pointer.pointee.duration =
          durations.removeValue(forKey: packet.shown ?? 0) ?? 0
        return packet
      }
      if isDrained { return nil }
      guard let frame = try nextFrame() else {
        isDrained = true
        try encoder.send(nil as Frame?)
        continue
      }
      try encoder.send(frame)
    }
  }

  /// The next frame in the form that is encoded, at its time in the clip.
  private func nextFrame() throws(DecoderFailure) -> Frame? {
    let decoded: Frame
    if let first {
      decoded = first
    } else {
      guard let next = try track.next() else { return nil }
      decoded = next
    }
    first = nil
    guard let shown = decoded.shown, shown < range.end else { return nil }
    let time = shown - range.start
    // Two frames at one time would be one too many for any player.
    guard durations[time] == nil else { return try nextFrame() }
    let frame = try scaled(decoded)
    unsafe frame.pointer.pointee.pts = time
    unsafe frame.pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
    durations[time] = decoded.duration
    return frame
  }

  private func scaled(_ frame: Frame) throws(DecoderFailure) -> Frame {
    let form = Scaler.Form(frame)
    if let scaler, scaler.source == form { return try scaler.scaled(frame) }
    let scaler = try Scaler(from: form, to: target, for: stream.input.path)
    self.scaler = scaler
    return try scaler.scaled(frame)
  }
}
