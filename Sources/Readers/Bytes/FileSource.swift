internal import CSystem
package import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A regular file, read by `pread`.
package final class FileSource: ByteSource {
  private let descriptor: Int32
  package let size: UInt64
  private let changeTime: timespec

  /// Opens a file for reading.
  ///
  /// Opening never waits: a FIFO or a device is refused, not read.
  ///
  /// - Throws: `notOpened` with the system's reason.
  package convenience init(_ path: FilePath) throws(ReadError) {
    let terminated = path.bytes.map { CChar(bitPattern: $0) } + [0]
    let opened = unsafe open(terminated, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard opened >= 0 else {
      throw ReadError(
        .notOpened, "cannot be opened: \(FileSource.systemMessage())",
        at: Place("file", offset: 0, length: 0))
    }
    try self.init(adopting: opened)
  }

  /// Takes over an open file, which is closed with this object.
  ///
  /// - Throws: `notOpened` where it is not a regular file; it is closed then.
  init(adopting opened: Int32) throws(ReadError) {
    let place = Place("file", offset: 0, length: 0)
    var status = stat()
    guard unsafe fstat(opened, &status) == 0 else {
      let message = FileSource.systemMessage()
      close(opened)
      throw ReadError(.notOpened, "cannot be read: \(message)", at: place)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw ReadError(.notOpened, "is not a regular file", at: place)
    }
    descriptor = opened
    size = UInt64(clamping: status.st_size)
    changeTime = status.st_mtim
  }

  deinit {
    close(descriptor)
  }

  package func bytes(at offset: UInt64, count: Int) throws(ReadError) -> [UInt8] {
    guard count > 0, let start = off_t(exactly: offset) else { return [] }
    let wanted = Int(min(UInt64(count), size > offset ? size - offset : 0))
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        let got = unsafe pread(
          descriptor, buffer.baseAddress.map { unsafe $0 + filled }, wanted - filled,
          start + off_t(filled))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        filled += got
      }
    }
    if failure != 0 {
      throw ReadError(
        .notOpened, "cannot be read: \(FileSource.message(of: failure))",
        at: Place("file", offset: offset, length: UInt64(count)))
    }
    return bytes
  }

  /// Whether the file has been written to since it was opened.
  package var hasChanged: Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return true }
    return UInt64(clamping: status.st_size) != size || status.st_mtim.tv_sec != changeTime.tv_sec
      || status.st_mtim.tv_nsec != changeTime.tv_nsec
  }

  /// Copies a part of the file to the end of another without taking it into memory, as far as the
  /// system does that between the two.
  ///
  /// - Parameters:
  ///   - range: the bytes to copy.
  ///   - destination: an open file, written at its own position.
  /// - Returns: where what is left to copy begins; the end of the range where nothing is.
  package func copy(_ range: Range<UInt64>, to destination: Int32) -> UInt64 {
    guard var at = off_t(exactly: range.lowerBound), let end = off_t(exactly: range.upperBound)
    else { return range.lowerBound }
    while at < end {
      let copied = unsafe copy_file_range(
        descriptor, &at, destination, nil, Int(min(end - at, 1 << 30)), 0)
      if copied < 0 && errno == EINTR { continue }
      guard copied > 0 else { break }
    }
    return UInt64(at)
  }

  private static func systemMessage() -> String { message(of: errno) }

  private static func message(of code: Int32) -> String {
    unsafe String(cString: strerror(code))
  }
}
