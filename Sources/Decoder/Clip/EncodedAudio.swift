import CAV
import DecoderProtocol
import Validator

/// The sound of a track, encoded anew as AAC: mono or stereo, at a rate that AAC has.
@safe final class EncodedAudio: ClipTrack {
  let codecName = "aac"
  let isEncoded = true
  private let stream: InputStream
  private let track: DecodedTrack
  private let encoder: Codec
  private let range: ClipRange
  /// Samples that wait until there are enough for a packet.
  private let waiting: OpaquePointer
  private var resampler: OpaquePointer?
  /// Samples at the front of what comes that lie before the clip; nil until the first have come.
  private var surplus: Int64?
  /// When the next samples are heard, in samples of the clip.
  private var time: Int64 = 0
  private var isDrained = false
  private var isFlushed = false

  private static let rates: [Int32] = [
    8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
  ]

  init(_ stream: InputStream, _ range: ClipRange) throws(DecoderFailure) {
    self.stream = stream
    self.range = range
    let path = stream.input.path
    track = try DecodedTrack(stream, from: range.timeBase.seconds(range.start))
    guard let codec = unsafe avcodec_find_encoder(AV_CODEC_ID_AAC) else {
      throw DecoderFailure(.unsupportedCodec, "\(path): libavcodec was built without AAC")
    }
    let (sourceRate, sourceChannels) = unsafe (
      stream.parameters.pointee.sample_rate, stream.parameters.pointee.ch_layout.nb_channels
    )
    let rate = EncodedAudio.rates.first { $0 >= sourceRate } ?? 48_000
    let channels = min(2, sourceChannels)
    encoder = try unsafe Codec(codec, for: path, "AAC cannot be encoded") { context in
      unsafe av_channel_layout_default(&context.pointee.ch_layout, channels)
      unsafe context.pointee.sample_rate = rate
      unsafe context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
      unsafe context.pointee.bit_rate = Int64(channels) * 96_000
      unsafe context.pointee.time_base = AVRational(num: 1, den: rate)
      unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
      return 0
    }
    guard let waiting = unsafe av_audio_fifo_alloc(AV_SAMPLE_FMT_FLTP, channels, 4096) else {
      throw .noMemory(path)
    }
    unsafe self.waiting = waiting
    unsafe resampler = nil
  }

  deinit {
    unsafe av_audio_fifo_free(waiting)
    unsafe swr_free(&resampler)
  }

  var timeBase: AVRational { unsafe encoder.context.pointee.time_base }
  private var path: FilePath { stream.input.path }
  /// How many samples the clip has room for.
  private var length: Int64 { av_rescale_q(range.end - range.start, range.timeBase, timeBase) }

  func describe(to target: UnsafeMutablePointer<AVStream>) -> Int32 {
    let code = unsafe avcodec_parameters_from_context(target.pointee.codecpar, encoder.context)
    guard code >= 0 else { return code }
    return unsafe stream.describe(to: target)
  }

  func next() throws(DecoderFailure) -> Packet? {
    while true {
      if let packet = try encoder.receivePacket() { return packet }
      if isFlushed { return nil }
      try fill()
      let left = length - time
      let available = Int64(unsafe av_audio_fifo_size(waiting))
      let wanted = min(Int64(unsafe encoder.context.pointee.frame_size), left)
      let count = min(wanted, available)
      guard count > 0 else {
        isFlushed = true
        try encoder.send(nil as Frame?)
        continue
      }
      try encoder.send(frame(of: Int32(count)))
      time += count
    }
  }

  private func frame(of count: Int32) throws(DecoderFailure) -> Frame {
    let frame = try emptyFrame(count)
    let code = unsafe livephotolint_take_sound(
      waiting, frame.pointer.pointee.extended_data, count)
    guard code >= 0 else { throw .library(code, .fault, path, "its sound cannot be encoded") }
    unsafe frame.pointer.pointee.pts = time
    return frame
  }

  private func emptyFrame(_ count: Int32) throws(DecoderFailure) -> Frame {
    let frame = try Frame(for: path)
    unsafe frame.pointer.pointee.nb_samples = count
    unsafe frame.pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    unsafe frame.pointer.pointee.sample_rate = encoder.context.pointee.sample_rate
    var code = unsafe av_channel_layout_copy(
      &frame.pointer.pointee.ch_layout, &encoder.context.pointee.ch_layout)
    if code >= 0 { code = unsafe av_frame_get_buffer(frame.pointer, 0) }
    guard code >= 0 else { throw .library(code, .fault, path, "no place for its sound") }
    return frame
  }

  /// Decodes until there are samples for a packet, or no more.
  private func fill() throws(DecoderFailure) {
    let wanted = unsafe encoder.context.pointee.frame_size
    while !isDrained, unsafe av_audio_fifo_size(waiting) < wanted {
      guard let decoded = try track.next() else {
        isDrained = true
        if unsafe resampler != nil { try resample(nil) }
        break
      }
      if surplus == nil { try begin(with: decoded) }
      try resample(decoded)
    }
  }

  /// Finds out how the first samples lie to the clip: some may come before it, or a silence first.
  private func begin(with frame: Frame) throws(DecoderFailure) {
    let (start, _) = range.converted(to: stream.timeBase)
    let early = av_rescale_q(start - (frame.shown ?? start), stream.timeBase, timeBase)
    surplus = max(0, early)
    time = max(0, -early)
    let source = unsafe frame.pointer
    let code = unsafe swr_alloc_set_opts2(
      &resampler, &encoder.context.pointee.ch_layout, AV_SAMPLE_FMT_FLTP,
      encoder.context.pointee.sample_rate, &source.pointee.ch_layout,
      AVSampleFormat(rawValue: source.pointee.format), source.pointee.sample_rate, 0, nil)
    guard code >= 0, unsafe swr_init(resampler) >= 0 else {
      throw .library(code, .unsupportedCodec, path, "its sound cannot be resampled")
    }
  }

  /// Brings samples into the form that is encoded; with nil the rest that the resampler holds.
  private func resample(_ frame: Frame?) throws(DecoderFailure) {
    let count = unsafe frame?.pointer.pointee.nb_samples ?? 0
    let room = unsafe swr_get_out_samples(resampler, count)
    guard room > 0 else { return }
    let target = try emptyFrame(room)
    let got = unsafe livephotolint_resample(
      resampler, target.pointer.pointee.extended_data, room,
      frame?.pointer.pointee.extended_data, count)
    guard got >= 0 else { throw .library(got, .fault, path, "its sound cannot be resampled") }
    let written = unsafe livephotolint_put_sound(
      waiting, target.pointer.pointee.extended_data, got)
    guard written >= got else { throw .noMemory(path) }
    let dropped = min(surplus ?? 0, Int64(unsafe av_audio_fifo_size(waiting)))
    unsafe av_audio_fifo_drain(waiting, Int32(clamping: dropped))
    surplus = (surplus ?? 0) - dropped
  }
}
