import CAV
import DecoderProtocol
import Validator

/// A decoder or encoder at work.
@safe final class Codec {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let file: FilePath

  /// Opens a codec.
  ///
  /// - Parameters:
  ///   - codec: what codes.
  ///   - file: the file that messages name.
  ///   - what: what failed, where opening fails.
  ///   - setUp: sets the context before it is opened.
  init(
    _ codec: UnsafePointer<AVCodec>, for file: FilePath, _ what: String,
    _ setUp: (UnsafeMutablePointer<AVCodecContext>) -> Int32
  ) throws(DecoderFailure) {
    guard let context = unsafe avcodec_alloc_context3(codec) else { throw .noMemory(file) }
    unsafe self.context = context
    self.file = file
    unsafe context.pointee.thread_count = ProcessLimits.threadCount
    // Larger pictures than any camera takes are made to use up memory.
    unsafe context.pointee.max_pixels = 300_000_000
    var code = unsafe setUp(context)
    if code >= 0 { code = unsafe avcodec_open2(context, codec, nil) }
    guard code >= 0 else { throw .library(code, .unsupportedCodec, file, what) }
  }

  /// Opens the decoder of a track.
  ///
  /// - Throws: `unsupportedCodec`, which names the coding.
  convenience init(decoding stream: InputStream, of file: FilePath) throws(DecoderFailure) {
    let parameters = unsafe stream.parameters
    guard let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw DecoderFailure(
        .unsupportedCodec,
        """
        \(file): there is no decoder for \(stream.codecName): convert it to H.264 or HEVC first
        """)
    }
    let timeBase = stream.timeBase
    try unsafe self.init(codec, for: file, "its \(stream.codecName) cannot be decoded") { context in
      unsafe context.pointee.pkt_timebase = timeBase
      return unsafe avcodec_parameters_to_context(context, parameters)
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe self.context
    unsafe avcodec_free_context(&context)
  }

  // MARK: Decoding

  /// Puts coded data in; nil at its end.
  ///
  /// - Returns: false where the data is damaged, which need not keep the rest from being decoded.
  func send(_ packet: Packet?) throws(DecoderFailure) -> Bool {
    let code = unsafe avcodec_send_packet(context, packet?.pointer)
    if code == livephotolint_system_error(ENOMEM) { throw .noMemory(file) }
    return code >= 0
  }

  /// What comes out next; nil where more has to go in first, or nothing is left.
  func receiveFrame() throws(DecoderFailure) -> Frame? {
    let frame = try Frame(for: file)
    let code = unsafe avcodec_receive_frame(context, frame.pointer)
    if code == livephotolint_system_error(ENOMEM) { throw .noMemory(file) }
    return code >= 0 ? frame : nil
  }

  // MARK: Encoding

  /// Puts a frame in; nil at the end.
  func send(_ frame: Frame?) throws(DecoderFailure) {
    let code = unsafe avcodec_send_frame(context, frame?.pointer)
    guard code >= 0 else { throw .library(code, .fault, file, "cannot be encoded") }
  }

  /// What comes out next; nil where more has to go in first, or nothing is left.
  func receivePacket() throws(DecoderFailure) -> Packet? {
    let packet = try Packet(for: file)
    let code = unsafe avcodec_receive_packet(context, packet.pointer)
    if code == livephotolint_again() || code == livephotolint_end() { return nil }
    guard code >= 0 else { throw .library(code, .fault, file, "cannot be encoded") }
    return packet
  }
}
