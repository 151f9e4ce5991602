import CAV
import DecoderProtocol
import Readers
import Validator

/// A movie that is open for reading.
@safe final class MovieInput {
  let path: FilePath
  let context: UnsafeMutablePointer<AVFormatContext>

  /// Containers that hold a movie in one file; playlists, which name others, are none.
  private static let formats =
    "mov,matroska,webm,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,mxf,h264,hevc"

  /// Opens a movie and finds its tracks.
  ///
  /// - Throws: `notOpened` with the system's reason; `unknownFormat` where the bytes are no movie.
  init(_ path: FilePath) throws(DecoderFailure) {
    self.path = path
    try MovieInput.requireContent(path)
    var options: OpaquePointer?
    defer { unsafe av_dict_free(&options) }
    unsafe av_dict_set(&options, "protocol_whitelist", "file", 0)
    unsafe av_dict_set(&options, "format_whitelist", MovieInput.formats, 0)
    // Without the prefix a name such as `concat:a` would be taken for a protocol.
    let location = FilePath(bytes: "file:".utf8 + path.bytes).terminated
    var opened: UnsafeMutablePointer<AVFormatContext>?
    let code = unsafe avformat_open_input(&opened, location, nil, &options)
    guard code >= 0, let context = unsafe opened else {
      let reason =
        "is not a movie in a container that is read (QuickTime, MP4, Matroska, WebM, AVI, MPEG)"
      // What libavformat says of a format that it was not to read is about its own options.
      guard code != livephotolint_system_error(EINVAL) else {
        _ = LibraryLog.takeComplaint()
        throw DecoderFailure(.unknownFormat, "\(path): \(reason)")
      }
      throw .library(code, .unknownFormat, path, reason)
    }
    unsafe self.context = context
    let found = unsafe avformat_find_stream_info(context, nil)
    guard found >= 0 else { throw .library(found, .damaged, path, "its tracks cannot be read") }
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe self.context
    unsafe avformat_close_input(&context)
  }

  /// Refuses what is no file, and what is empty, before a library waits for it.
  private static func requireContent(_ path: FilePath) throws(DecoderFailure) {
    let size: UInt64
    do throws(ReadError) {
      size = try FileSource(path).size
    } catch {
      throw DecoderFailure(.notOpened, "\(path): \(error.reason)")
    }
    guard size > 0 else { throw DecoderFailure(.unknownFormat, "\(path): the file is empty") }
  }

  // MARK: Tracks

  var streams: [InputStream] {
    guard let list = unsafe context.pointee.streams else { return [] }
    return (0..<Int(unsafe context.pointee.nb_streams)).compactMap { index in
      unsafe list[index].map { unsafe InputStream(pointer: $0, of: self) }
    }
  }

  /// The picture tracks, the one that players choose first: the first that is enabled.
  ///
  /// - Throws: `noVideo` where there is none.
  func videoStreams() throws(DecoderFailure) -> [InputStream] {
    let all = streams.filter { $0.isVideo }
    let enabled = all.filter { $0.isEnabled }
    let ordered = enabled.prefix(1) + all.filter { $0.index != enabled.first?.index }
    guard !ordered.isEmpty else {
      throw DecoderFailure(.noVideo, "\(path): it has no picture track")
    }
    return Array(ordered)
  }

  func videoStream() throws(DecoderFailure) -> InputStream {
    guard let first = try videoStreams().first else {
      throw DecoderFailure(.noVideo, "\(path): it has no picture track")
    }
    return first
  }

  /// The sound tracks whose coding is known, the one that players choose first.
  var audioStreams: [InputStream] {
    let all = streams.filter { $0.isAudio }
    let enabled = all.filter { $0.isEnabled }
    return enabled.prefix(1) + all.filter { $0.index != enabled.first?.index }
  }

  // MARK: Packets

  /// Has only the packets of one track read, and goes to where what is shown at a time can be
  /// decoded: to the key frame before it, and some way further back; to the beginning where that is
  /// not possible.
  func select(_ stream: InputStream, before seconds: Double) {
    for other in streams {
      unsafe other.pointer.pointee.discard =
        other.index == stream.index ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
    let margin = 2.0
    guard let start = stream.startTime, seconds - margin > start else { return }
    let target = stream.timeBase.ticks(seconds - margin)
    let code = unsafe av_seek_frame(context, Int32(stream.index), target, AVSEEK_FLAG_BACKWARD)
    // A container without an index; it is read from the beginning then.
    if code < 0 { _ = LibraryLog.takeComplaint() }
  }

  /// Reads the next packet of a selected track.
  ///
  /// - Returns: false at the end, or where what follows cannot be read.
  func read(_ stream: InputStream, into packet: Packet) throws(DecoderFailure) -> Bool {
    while true {
      packet.clear()
      let code = unsafe av_read_frame(context, packet.pointer)
      if code == livephotolint_system_error(ENOMEM) { throw .noMemory(path) }
      if code < 0 { return false }
      // Packets of other tracks that were read when tracks were looked for come all the same.
      if packet.stream == stream.index { return true }
    }
  }
}

/// A track of an open movie, which it keeps open.
@safe struct InputStream {
  let input: MovieInput
  let pointer: UnsafeMutablePointer<AVStream>

  init(pointer: UnsafeMutablePointer<AVStream>, of input: MovieInput) {
    unsafe self.pointer = pointer
    self.input = input
  }

  var index: Int { Int(unsafe pointer.pointee.index) }
  var parameters: UnsafeMutablePointer<AVCodecParameters> { unsafe pointer.pointee.codecpar }
  var timeBase: AVRational { unsafe pointer.pointee.time_base }

  /// Whether it is a track of moving pictures, not a picture that is attached.
  var isVideo: Bool {
    unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO
      && pointer.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
  }
  var isAudio: Bool {
    unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      && parameters.pointee.codec_id != AV_CODEC_ID_NONE
      && parameters.pointee.ch_layout.nb_channels > 0 && parameters.pointee.sample_rate > 0
  }
  var isEnabled: Bool { unsafe pointer.pointee.disposition & AV_DISPOSITION_DEFAULT != 0 }

  /// The coding, as libavcodec names it; the four-character code where it knows none.
  var codecName: String {
    let identifier = unsafe parameters.pointee.codec_id
    if identifier == AV_CODEC_ID_NONE {
      let tag = unsafe parameters.pointee.codec_tag
      return FourCharacterCode(rawValue: tag.byteSwapped).description
    }
    return unsafe String(cString: avcodec_get_name(identifier))
  }

  /// When its first frame is shown, in seconds, by the container's tables.
  var startTime: Double? {
    let start = unsafe pointer.pointee.start_time
    return start == livephotolint_no_time() ? nil : timeBase.seconds(start)
  }

  /// Frames a second on average.
  var frameRate: AVRational? {
    let average = unsafe pointer.pointee.avg_frame_rate
    if average.num > 0 && average.den > 0 { return average }
    let real = unsafe pointer.pointee.r_frame_rate
    return real.num > 0 && real.den > 0 ? real : nil
  }

  /// How its pictures are turned and mirrored for display, by its matrix.
  var orientation: Orientation {
    var size = 0
    guard let bytes = unsafe av_stream_get_side_data(pointer, AV_PKT_DATA_DISPLAYMATRIX, &size),
      size >= 9 * MemoryLayout<Int32>.size
    else { return .upright }
    let matrix = unsafe UnsafeRawBufferPointer(start: bytes, count: size)
    // A point (x, y) is shown at (a·x + c·y, b·x + d·y), in 16.16 fixed point (QTFF, matrices).
    var (a, b) = unsafe (
      Double(matrix.loadUnaligned(fromByteOffset: 0, as: Int32.self)),
      Double(matrix.loadUnaligned(fromByteOffset: 4, as: Int32.self))
    )
    let (c, d) = unsafe (
      Double(matrix.loadUnaligned(fromByteOffset: 12, as: Int32.self)),
      Double(matrix.loadUnaligned(fromByteOffset: 16, as: Int32.self))
    )
    let isMirrored = a * d - b * c < 0
    // Mirroring left to right comes first; what is left without it is a turn.
    if isMirrored { (a, b) = (-a, -b) }
    let degrees = abs(a) >= abs(b) ? (a < 0 ? 180 : 0) : (b > 0 ? 90 : 270)
    return Orientation(degreesClockwise: degrees, isMirrored: isMirrored)
  }

  var codedSize: PictureSize {
    PictureSize(
      width: Int(unsafe parameters.pointee.width), height: Int(unsafe parameters.pointee.height))
  }

  /// How much wider a pixel is than high: the container's word, else the codec's, else 1:1.
  var sampleAspect: AVRational {
    for aspect in unsafe [
      pointer.pointee.sample_aspect_ratio, parameters.pointee.sample_aspect_ratio,
    ] where aspect.num > 0 && aspect.den > 0 { return aspect }
    return AVRational(num: 1, den: 1)
  }
}
