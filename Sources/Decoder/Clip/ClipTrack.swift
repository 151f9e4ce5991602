import CAV
import DecoderProtocol
import Validator

/// A track of a clip, packet by packet in the order of decoding, the clip's first frame at time 0.
protocol ClipTrack: AnyObject {
  /// The ticks of its packets' times.
  var timeBase: AVRational { get }
  /// The coding, as libavcodec names it.
  var codecName: String { get }
  var isEncoded: Bool { get }

  /// Describes the track to the clip that it goes into.
  func describe(to stream: UnsafeMutablePointer<AVStream>) -> Int32

  /// The next packet; nil at the end.
  func next() throws(DecoderFailure) -> Packet?
}

extension InputStream {
  /// Gives a clip's track what is known of this one besides its coding: pixels' shape, frame rate,
  /// matrix, language and names.
  func describe(to target: UnsafeMutablePointer<AVStream>) -> Int32 {
    unsafe target.pointee.sample_aspect_ratio = pointer.pointee.sample_aspect_ratio
    unsafe target.pointee.avg_frame_rate = pointer.pointee.avg_frame_rate
    unsafe target.pointee.disposition = AV_DISPOSITION_DEFAULT
    var size = 0
    if let matrix = unsafe av_stream_get_side_data(pointer, AV_PKT_DATA_DISPLAYMATRIX, &size) {
      guard let copy = unsafe av_stream_new_side_data(target, AV_PKT_DATA_DISPLAYMATRIX, size)
      else {
        return livephotolint_system_error(ENOMEM)
      }
      unsafe copy.update(from: matrix, count: size)
    }
    return unsafe av_dict_copy(&target.pointee.metadata, pointer.pointee.metadata, 0)
  }
}

/// The samples of a picture track, taken over as they are.
final class CopiedVideo: ClipTrack {
  let plan: CopyPlan
  let isEncoded = false
  private let stream: InputStream
  private var taken = 0

  init(_ movie: FilePath, from start: Double, duration: Double) throws(DecoderFailure) {
    // Once to find out which samples, once to take them.
    var place = start
    do throws(DecoderFailure) {
      plan = try CopyPlan(
        CopiedVideo.open(movie, place), isFromBeginning: false, from: start, duration: duration)
    } catch {
      guard error.kind == .outsideMovie else { throw error }
      // An index may lead behind the key frame that is wanted.
      place = -.infinity
      plan = try CopyPlan(
        CopiedVideo.open(movie, place), isFromBeginning: true, from: start, duration: duration)
    }
    stream = try CopiedVideo.open(movie, place)
  }

  private static func open(_ movie: FilePath, _ seconds: Double) throws(DecoderFailure)
    -> InputStream
  {
    let stream = try MovieInput(movie).videoStream()
    stream.input.select(stream, before: seconds)
    return stream
  }

  var timeBase: AVRational { stream.timeBase }
  var codecName: String { stream.codecName }

  func describe(to target: UnsafeMutablePointer<AVStream>) -> Int32 {
    let code = unsafe avcodec_parameters_copy(target.pointee.codecpar, stream.parameters)
    guard code >= 0 else { return code }
    // Other containers' tags mean nothing here; QuickTime plays HEVC as `hvc1` alone.
    unsafe target.pointee.codecpar.pointee.codec_tag =
      target.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_HEVC ? Tag.hvc1 : 0
    return unsafe stream.describe(to: target)
  }

  func next() throws(DecoderFailure) -> Packet? {
    guard taken < plan.samples.count else { return nil }
    let packet = try Packet(for: stream.input.path)
    while try stream.input.read(stream, into: packet) {
      let wanted = plan.samples[taken]
      let times = SampleTimes(
        shown: packet.shown ?? packet.decoded ?? 0, decoded: packet.decoded,
        duration: packet.duration)
      guard times == wanted, taken > 0 || packet.isKey else { continue }
      packet.setTimes(
        shown: wanted.shown - plan.range.start,
        decoded: plan.decodingTimes[taken] - plan.range.start)
      taken += 1
      return packet
    }
    throw DecoderFailure(
      .damaged, "\(stream.input.path): it ends differently when it is read a second time")
  }
}

/// Four-character codes as libavformat keeps them.
enum Tag {
  static let hvc1 = FourCharacterCode("hvc1").rawValue.byteSwapped
}

/// The samples of a sound track, taken over as they are.
final class CopiedAudio: ClipTrack {
  let isEncoded = false
  private let stream: InputStream
  private let start: Int64
  private let end: Int64

  /// Codings that Photos plays from a QuickTime movie.
  static func canCopy(_ stream: InputStream) -> Bool {
    let name = stream.codecName
    return name == "aac" || name == "alac" || name.hasPrefix("pcm_s") || name.hasPrefix("pcm_f")
  }

  init(_ stream: InputStream, _ range: ClipRange) {
    self.stream = stream
    (start, end) = range.converted(to: stream.timeBase)
    stream.input.select(stream, before: range.timeBase.seconds(range.start))
  }

  var timeBase: AVRational { stream.timeBase }
  var codecName: String { stream.codecName }

  func describe(to target: UnsafeMutablePointer<AVStream>) -> Int32 {
    let code = unsafe avcodec_parameters_copy(target.pointee.codecpar, stream.parameters)
    guard code >= 0 else { return code }
    unsafe target.pointee.codecpar.pointee.codec_tag = 0
    return unsafe stream.describe(to: target)
  }

  func next() throws(DecoderFailure) -> Packet? {
    let packet = try Packet(for: stream.input.path)
    while try stream.input.read(stream, into: packet) {
      guard let shown = packet.shown ?? packet.decoded else { continue }
      // AAC is decoded from two packets; the one before the first that is heard comes with it, and
      // the edit list hides it.
      let lead = stream.codecName == "aac" ? 2 * packet.duration : packet.duration
      if shown + max(lead, 1) <= start { continue }
      if shown >= end { return nil }
      packet.setTimes(shown: shown - start, decoded: (packet.decoded ?? shown) - start)
      return packet
    }
    return nil
  }
}

extension Packet {
  func setTimes(shown: Int64, decoded: Int64) {
    unsafe pointer.pointee.pts = shown
    unsafe pointer.pointee.dts = decoded
  }
}
