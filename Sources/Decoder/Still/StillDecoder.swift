import CAV
import DecoderProtocol
import Readers
import Validator

/// Decodes stills: JPEG, PNG, WebP and TIFF by libavcodec, HEIC and AVIF by libheif.
enum StillDecoder {
  /// Larger files than any camera's still are not read, in bytes.
  private static let sizeLimit: UInt64 = 512 << 20

  /// A still as it is meant to be seen: turned as it says, transparent parts over white.
  ///
  /// - Throws: `notOpened`; `unknownFormat` where the bytes are no picture; `damaged`.
  static func picture(of file: FilePath) throws(DecoderFailure) -> Picture {
    let facts: MediaFacts?
    let bytes: [UInt8]
    do throws(ReadError) {
      let source = try FileSource(file)
      guard source.size <= sizeLimit else {
        throw ReadError(
          .unsupported, "a picture of \(source.size) bytes is not read",
          at: Place("file", offset: 0, length: source.size))
      }
      facts = try MediaReader(plan: ReadingPlan()).read(source, path: file)
      bytes = try source.bytes(at: 0, count: Int(source.size))
    } catch {
      throw DecoderFailure(.notOpened, "\(file): \(error.reason)")
    }
    guard case .still(let still) = facts, let type = still.file.type else {
      throw noPicture(file, bytes)
    }
    let codec: AVCodecID
    switch type {
    case .heic, .avif: return try HEIFContext(for: file).decode()
    case .jpeg: codec = AV_CODEC_ID_MJPEG
    case .png: codec = AV_CODEC_ID_PNG
    case .webp: codec = AV_CODEC_ID_WEBP
    case .tiff: codec = AV_CODEC_ID_TIFF
    default: throw noPicture(file, bytes)
    }
    let frame = try frame(of: bytes, codec, file)
    return try Picture(
      frame, pixelAspect: AVRational(num: 1, den: 1),
      orientation: still.orientation.value ?? .upright,
      for: file)
  }

  private static func noPicture(_ file: FilePath, _ bytes: [UInt8]) -> DecoderFailure {
    let type = FileType(head: bytes.prefix(4096), size: UInt64(bytes.count))
    let what =
      switch type {
      case .empty: "the file is empty"
      case .unknown: "the bytes are no known picture"
      default: "the bytes are \(type.rawValue) data"
      }
    return DecoderFailure(
      .unknownFormat, "\(file): \(what); a still is JPEG, HEIC, PNG, WebP or TIFF")
  }

  private static func frame(of bytes: [UInt8], _ identifier: AVCodecID, _ file: FilePath)
    throws(DecoderFailure) -> Frame
  {
    guard let decoder = unsafe avcodec_find_decoder(identifier) else {
      throw DecoderFailure(
        .unsupportedCodec, "\(file): libavcodec was built without a decoder for it")
    }
    let codec = try unsafe Codec(decoder, for: file, "its picture cannot be decoded") { context in
      // One picture: threads that work on frames would only hold it back.
      unsafe context.pointee.thread_type = FF_THREAD_SLICE
      return 0
    }
    let packet = try Packet(for: file)
    let code = unsafe av_new_packet(packet.pointer, Int32(clamping: bytes.count))
    guard code >= 0 else { throw .noMemory(file) }
    unsafe packet.pointer.pointee.data.update(from: bytes, count: bytes.count)
    if try codec.send(packet) {
      _ = try codec.send(nil as Packet?)
      if let frame = try codec.receiveFrame() { return frame }
    }
    let complaint = LibraryLog.takeComplaint().map { ": \($0)" } ?? ""
    throw DecoderFailure(.damaged, "\(file): its picture cannot be decoded\(complaint)")
  }
}
