import DecoderProtocol
import Validator

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An output that gets its name once it is whole, and is removed where it does not come to that.
final class PartialFile {
  let target: FilePath
  /// Where it is written until then.
  let path: FilePath
  private var isKept = false

  /// - Throws: `malformedRequest` where a task has no output; `notWritten` where no file can be made.
  init(for output: FilePath?) throws(DecoderFailure) {
    guard let output else {
      throw DecoderFailure(.malformedRequest, "the decoder's request names no output")
    }
    target = output
    path = output.partial(ofProcess: getpid())
    let descriptor = unsafe open(
      path.terminated, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else { throw notWritten() }
    close(descriptor)
  }

  deinit {
    if !isKept { unsafe unlink(path.terminated) }
  }

  /// Writes all of it, and keeps it.
  func write(_ bytes: [UInt8]) throws(DecoderFailure) {
    let descriptor = unsafe open(path.terminated, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw notWritten() }
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes[start...].withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let failure = notWritten()
        close(descriptor)
        throw failure
      }
      start += count
    }
    guard close(descriptor) == 0 else { throw notWritten() }
    try keep()
  }

  /// Gives it its name.
  func keep() throws(DecoderFailure) {
    guard unsafe rename(path.terminated, target.terminated) == 0 else { throw notWritten() }
    isKept = true
  }

  private func notWritten() -> DecoderFailure {
    DecoderFailure(
      .notWritten, "\(target): cannot be written: \(unsafe String(cString: strerror(errno)))")
  }
}

extension FilePath {
  /// The path as C takes it.
  var terminated: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}
