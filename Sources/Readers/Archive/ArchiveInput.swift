internal import CArchive
import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The bytes of an archive as libarchive asks for them: block by block, with skips and seeks.
///
/// libarchive holds a pointer to this object; who opens the archive keeps it alive.
@safe final class ArchiveInput {
  /// Large enough that a camera's movie takes some 60 reads, small enough to be had per archive.
  private static let blockLength = 64 * 1024
  private static let firstLength = 4 * 1024

  private let source: any ByteSource
  private let block: UnsafeMutableRawBufferPointer
  private var position: UInt64 = 0
  /// How much is read at once: little behind a skip, as only a header may be wanted there, then
  /// more and more.
  private var readLength = firstLength
  /// How many bytes were handed over since this was last set to 0.
  var delivered: UInt64 = 0
  /// How many bytes may be handed over until `delivered` is set to 0; nil for any number.
  var allowance: UInt64?
  /// Why no more bytes were handed over.
  private(set) var failure: ReadError?

  init(_ source: any ByteSource) {
    self.source = source
    unsafe block = .allocate(byteCount: ArchiveInput.blockLength, alignment: 16)
  }

  deinit {
    unsafe block.deallocate()
  }

  /// Fills the block with the next bytes.
  ///
  /// - Returns: how many there are, 0 at the end, -1 where they cannot be had.
  private func fill() -> Int {
    if let allowance, delivered >= allowance {
      failure = ReadError(
        .limit, "no member within \(allowance) bytes of the archive",
        at: Place("archive", offset: position, length: 0))
      return -1
    }
    do {
      let bytes = try source.bytes(at: position, count: readLength)
      readLength = min(2 * readLength, ArchiveInput.blockLength)
      unsafe block.copyBytes(from: bytes)
      position += UInt64(bytes.count)
      delivered += UInt64(bytes.count)
      return bytes.count
    } catch {
      failure = error
      return -1
    }
  }

  /// Passes over bytes, at most to the end.
  private func skip(_ request: Int64) -> Int64 {
    let length = min(UInt64(clamping: request), source.size - min(position, source.size))
    position += length
    readLength = ArchiveInput.firstLength
    return Int64(clamping: length)
  }

  /// Goes to a place.
  ///
  /// - Returns: the new position, or `ARCHIVE_FATAL` where it lies outside.
  private func seek(_ distance: Int64, from whence: Int32) -> Int64 {
    let origin =
      switch whence {
      case SEEK_SET: Int64(0)
      case SEEK_CUR: Int64(clamping: position)
      default: Int64(clamping: source.size)
      }
    let (target, overflows) = origin.addingReportingOverflow(distance)
    guard !overflows, let place = UInt64(exactly: target), place <= source.size else {
      return Int64(ARCHIVE_FATAL)
    }
    position = place
    readLength = ArchiveInput.firstLength
    return target
  }

  /// Lets an archive handle read from this object.
  func attach(to handle: OpaquePointer) {
    // The callbacks get this object's address back; it outlives the handle.
    unsafe archive_read_set_callback_data(handle, Unmanaged.passUnretained(self).toOpaque())
    unsafe archive_read_set_read_callback(handle) { _, client, buffer in
      guard let input = unsafe ArchiveInput.from(client) else { return -1 }
      let count = input.fill()
      unsafe buffer?.pointee = UnsafeRawPointer(input.block.baseAddress)
      return count
    }
    unsafe archive_read_set_skip_callback(handle) { _, client, request in
      unsafe ArchiveInput.from(client)?.skip(request) ?? 0
    }
    unsafe archive_read_set_seek_callback(handle) { _, client, distance, whence in
      unsafe ArchiveInput.from(client)?.seek(distance, from: whence) ?? Int64(ARCHIVE_FATAL)
    }
  }

  private static func from(_ client: UnsafeMutableRawPointer?) -> ArchiveInput? {
    unsafe client.map { unsafe Unmanaged<ArchiveInput>.fromOpaque($0).takeUnretainedValue() }
  }
}
