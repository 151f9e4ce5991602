import CAV
import DecoderProtocol
import Validator

/// Coded data of a track.
@safe final class Packet {
  let pointer: UnsafeMutablePointer<AVPacket>

  init(for file: FilePath) throws(DecoderFailure) {
    guard let packet = unsafe av_packet_alloc() else { throw .noMemory(file) }
    unsafe pointer = packet
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = unsafe self.pointer
    unsafe av_packet_free(&pointer)
  }

  /// Gives the data back.
  func clear() { unsafe av_packet_unref(pointer) }

  var stream: Int { Int(unsafe pointer.pointee.stream_index) }
  var isKey: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  /// Whether it is decoded but not shown, as an edit list may ask for.
  var isDiscarded: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
  /// When it is shown, in ticks of its track; nil where nothing says.
  var shown: Int64? {
    let time = unsafe pointer.pointee.pts
    return time == livephotolint_no_time() ? nil : time
  }
  /// When it is decoded, in ticks of its track; nil where nothing says.
  var decoded: Int64? {
    let time = unsafe pointer.pointee.dts
    return time == livephotolint_no_time() ? nil : time
  }
  /// In ticks of its track; 0 where nothing says.
  var duration: Int64 { max(0, unsafe pointer.pointee.duration) }
}

/// A decoded picture or piece of sound.
@safe final class Frame {
  let pointer: UnsafeMutablePointer<AVFrame>

  init(for file: FilePath) throws(DecoderFailure) {
    guard let frame = unsafe av_frame_alloc() else { throw .noMemory(file) }
    unsafe pointer = frame
  }

  /// Makes a picture of unset pixels.
  convenience init(
    width: Int, height: Int, format: AVPixelFormat, for file: FilePath
  ) throws(DecoderFailure) {
    try self.init(for: file)
    unsafe pointer.pointee.width = Int32(clamping: width)
    unsafe pointer.pointee.height = Int32(clamping: height)
    unsafe pointer.pointee.format = format.rawValue
    let code = unsafe av_frame_get_buffer(pointer, 0)
    guard code >= 0 else { throw .library(code, .fault, file, "no place for a picture") }
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = unsafe self.pointer
    unsafe av_frame_free(&pointer)
  }

  var width: Int { Int(unsafe pointer.pointee.width) }
  var height: Int { Int(unsafe pointer.pointee.height) }
  var format: AVPixelFormat { AVPixelFormat(rawValue: unsafe pointer.pointee.format) }
  /// When it is shown, in ticks of its track; nil where nothing says.
  var shown: Int64? {
    let time = unsafe pointer.pointee.best_effort_timestamp
    return time == livephotolint_no_time() ? nil : time
  }
  /// In ticks of its track; 0 where nothing says.
  var duration: Int64 { max(0, unsafe pointer.pointee.pkt_duration) }
  var isDamaged: Bool { unsafe pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 }

  /// The bytes of a plane, its rows without what pads them.
  ///
  /// - Parameters:
  ///   - index: which plane.
  ///   - rowLength: bytes of a row.
  ///   - rows: how many; both must lie inside the plane.
  func plane(_ index: Int, rowLength: Int, rows: Int) -> [UInt8] {
    let stride = Int(planeStrides[index])
    guard let start = unsafe planes[index], stride >= rowLength else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: rowLength * rows) { buffer, filled in
      for row in 0..<rows {
        guard let target = buffer.baseAddress else { return }
        unsafe (target + row * rowLength).update(from: start + row * stride, count: rowLength)
      }
      filled = rowLength * rows
    }
  }

  /// Fills a plane from bytes whose rows are not padded.
  func setPlane(_ index: Int, _ bytes: [UInt8], rowLength: Int, rows: Int) {
    let stride = Int(planeStrides[index])
    guard let start = unsafe planes[index], stride >= rowLength, bytes.count >= rowLength * rows
    else { return }
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let source = buffer.baseAddress else { return }
      for row in 0..<rows {
        unsafe (start + row * stride).update(from: source + row * rowLength, count: rowLength)
      }
    }
  }

  /// The fixed arrays `data` and `linesize`, which Swift sees as tuples: the first four of each.
  private var planes: [UnsafeMutablePointer<UInt8>?] {
    let data = unsafe pointer.pointee.data
    return unsafe [data.0, data.1, data.2, data.3]
  }
  private var planeStrides: [Int32] {
    let lines = unsafe pointer.pointee.linesize
    return [lines.0, lines.1, lines.2, lines.3]
  }
}

extension AVRational {
  /// A number of ticks in seconds.
  func seconds(_ ticks: Int64) -> Double {
    den == 0 ? 0 : Double(ticks) * Double(num) / Double(den)
  }

  /// Seconds as the nearest tick; the nearest that there is where they are out of range.
  func ticks(_ seconds: Double) -> Int64 {
    guard num > 0, seconds.isFinite else { return 0 }
    let ticks = (seconds * Double(den) / Double(num)).rounded()
    // A quarter of the range, so that sums of two times stay inside it.
    let limit = Double(Int64.max / 4)
    return Int64(min(max(ticks, -limit), limit))
  }

  var ratio: Ratio? { num > 0 && den > 0 ? Ratio(Int(num), Int(den)) : nil }
}
