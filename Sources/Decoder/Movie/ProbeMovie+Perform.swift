import CAV
import DecoderProtocol
import Validator

extension ProbeMovie: PerformableTask {
  func perform(_ progress: ProgressReport) throws(DecoderFailure) -> MovieProbe {
    let input = try MovieInput(movie)
    let streams = try input.videoStreams()
    var scan = PacketScan()
    try scan.read(input, streams[0], progress)
    guard scan.frameCount > 0 else {
      throw DecoderFailure(.noFrames, "\(movie): its picture track is empty")
    }
    _ = try Codec(decoding: streams[0], of: movie)
    var facts = streams.map { $0.videoFacts }
    facts[0].frameCount = scan.isWhole ? scan.frameCount : nil
    facts[0].startTime = scan.start ?? facts[0].startTime
    facts[0].duration = scan.duration ?? facts[0].duration
    facts[0].keyFrameTimes = scan.keyFrameTimes
    return MovieProbe(
      container: unsafe String(cString: input.context.pointee.iformat.pointee.name),
      duration: input.duration ?? facts[0].duration, videoStreams: facts,
      audioStreams: input.audioStreams.map { $0.audioFacts }, metadata: input.metadata)
  }
}

/// What the packets of a track tell, without being decoded.
struct PacketScan {
  /// So many packets are read: ten hours at 30 frames a second.
  private static let packetLimit = 1_080_000
  private static let keyFrameLimit = 10_000

  private(set) var frameCount = 0
  private(set) var isWhole = true
  private(set) var keyFrameTimes: [Double] = []
  private(set) var start: Double?
  private var end: Double?

  var duration: Double? {
    guard let start, let end else { return nil }
    return end - start
  }

  mutating func read(_ input: MovieInput, _ stream: InputStream, _ progress: ProgressReport)
    throws(DecoderFailure)
  {
    let packet = try Packet(for: input.path)
    let timeBase = stream.timeBase
    let length = input.duration ?? 0
    input.select(stream, before: -.infinity)
    for _ in 0..<PacketScan.packetLimit {
      guard try input.read(stream, into: packet) else {
        keyFrameTimes.sort()
        return
      }
      if packet.isDiscarded { continue }
      frameCount += 1
      guard let ticks = packet.shown ?? packet.decoded else { continue }
      let time = timeBase.seconds(ticks)
      start = min(start ?? time, time)
      end = max(end ?? time, time + timeBase.seconds(packet.duration))
      if packet.isKey && keyFrameTimes.count < PacketScan.keyFrameLimit {
        keyFrameTimes.append(time)
      }
      if length > 0 { progress.report((time - (start ?? time)) / length) }
    }
    isWhole = false
    keyFrameTimes.sort()
  }
}

extension MovieInput {
  /// In seconds, by the container's tables.
  var duration: Double? {
    let duration = unsafe context.pointee.duration
    return duration > 0 ? Double(duration) / Double(AV_TIME_BASE) : nil
  }

  /// The container's metadata; see `MovieProbe.metadata` for its limits.
  var metadata: [String: String] {
    var metadata: [String: String] = [:]
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while metadata.count < 200,
      let next = unsafe av_dict_get(
        context.pointee.metadata, "", entry, AV_DICT_IGNORE_SUFFIX)
    {
      unsafe entry = next
      let (key, value) = unsafe (
        String(cString: next.pointee.key), String(cString: next.pointee.value)
      )
      if key.utf8.count + value.utf8.count <= 4096 { metadata[key] = value }
    }
    return metadata
  }
}

extension InputStream {
  /// What its tables say; nothing of its packets.
  var videoFacts: VideoStream {
    let size = codedSize
    let shown = size.square(pixelAspect: sampleAspect).turned(orientation)
    let format = AVPixelFormat(rawValue: unsafe parameters.pointee.format)
    return VideoStream(
      index: index, codec: codecName, codedWidth: size.width, codedHeight: size.height,
      displayWidth: shown.width, displayHeight: shown.height,
      pixelFormat: unsafe av_get_pix_fmt_name(format).map { unsafe String(cString: $0) },
      orientation: orientation,
      sampleAspect: sampleAspect.ratio ?? Ratio(1, 1), frameRate: frameRate?.ratio,
      frameCount: nil, startTime: startTime,
      duration: tableDuration, keyFrameTimes: [], colour: colour)
  }

  var audioFacts: AudioStream {
    AudioStream(
      index: index, codec: codecName,
      channels: Int(unsafe parameters.pointee.ch_layout.nb_channels),
      sampleRate: Int(unsafe parameters.pointee.sample_rate))
  }

  private var tableDuration: Double? {
    let duration = unsafe pointer.pointee.duration
    return duration > 0 ? timeBase.seconds(duration) : nil
  }

  /// The colours that the track is tagged with.
  var colour: ColourTags {
    let parameters = unsafe self.parameters.pointee
    return unsafe ColourTags(
      primaries: parameters.color_primaries, transfer: parameters.color_trc,
      matrix: parameters.color_space, range: parameters.color_range)
  }
}

extension ColourTags {
  /// The names of libavutil's numbers; what is unspecified is nil.
  init(
    primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic, matrix: AVColorSpace,
    range: AVColorRange
  ) {
    func text(_ name: UnsafePointer<CChar>?) -> String? {
      unsafe name.map { unsafe String(cString: $0) }
    }
    unsafe self.init(
      primaries: primaries == AVCOL_PRI_UNSPECIFIED
        ? nil : text(av_color_primaries_name(primaries)),
      transfer: transfer == AVCOL_TRC_UNSPECIFIED ? nil : text(av_color_transfer_name(transfer)),
      matrix: matrix == AVCOL_SPC_UNSPECIFIED ? nil : text(av_color_space_name(matrix)),
      range: range == AVCOL_RANGE_UNSPECIFIED ? nil : text(av_color_range_name(range)))
  }
}
