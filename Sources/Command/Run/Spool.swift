import Synchronization
import Validator
import Writers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Records that a run puts aside so that its memory does not grow with them: few stay in a buffer,
/// many go into a temporary file without a name, which the system removes with the process.
final class Spool: Sendable {
  /// How much stays in memory: the records of some 20,000 pairs.
  private static let bufferLength = 4 << 20
  private static let headerLength = 4

  private struct State {
    /// The records that are not in the file yet; they begin at `fileLength`.
    var buffer: [UInt8] = []
    var descriptor: Int32 = -1
    var fileLength: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The temporary file cannot be written or read.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  deinit {
    state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } }
  }

  /// Puts a record aside.
  ///
  /// - Returns: what `record(at:)` finds it by.
  func append(_ record: [UInt8]) throws(Failure) -> UInt64 {
    try state.withLock { (state) throws(Failure) in
      if state.buffer.count >= Spool.bufferLength { try Spool.flush(&state) }
      let position = state.fileLength + UInt64(state.buffer.count)
      let length = UInt32(clamping: record.count)
      for shift in stride(from: 0, to: 32, by: 8) as StrideTo<UInt32> {
        state.buffer.append(UInt8(truncatingIfNeeded: length >> shift))
      }
      state.buffer += record
      return position
    }
  }

  /// Puts a value aside as a record.
  ///
  /// What a run puts aside of each subject is small, and allocated for each.
  func append(value: some BinaryCodable) throws(Failure) -> UInt64 {
    var writer = BinaryWriter(capacity: 256)
    value.write(to: &writer)
    return try append(writer.bytes)
  }

  /// A record that was put aside.
  func record(at position: UInt64) throws(Failure) -> [UInt8] {
    try state.withLock { (state) throws(Failure) in
      let header = try Spool.bytes(at: position, Spool.headerLength, in: state)
      let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
      return try Spool.bytes(at: position + UInt64(Spool.headerLength), length, in: state)
    }
  }

  /// A value whose record was put aside.
  func value<Value: BinaryCodable>(at position: UInt64) throws(Failure) -> Value {
    let record = try record(at: position)
    do throws(BinaryReader.Fault) {
      return try Value(record: record)
    } catch {
      throw Failure(description: "the temporary file of the run was changed")
    }
  }

  private static func bytes(at position: UInt64, _ count: Int, in state: State) throws(Failure)
    -> [UInt8]
  {
    if position >= state.fileLength {
      let start = Int(position - state.fileLength)
      guard start + count <= state.buffer.count else { throw failure("is not as it was written") }
      return Array(state.buffer[start..<(start + count)])
    }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = unsafe pread(
          state.descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled,
          off_t(clamping: position) + off_t(filled))
        if got < 0 && errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
    guard bytes.count == count else { throw failure("cannot be read") }
    return bytes
  }

  private static func flush(_ state: inout State) throws(Failure) {
    if state.descriptor < 0 { state.descriptor = try temporaryFile() }
    var start = 0
    while start < state.buffer.count {
      let written = unsafe state.buffer[start...].withUnsafeBytes { buffer in
        unsafe pwrite(
          state.descriptor, buffer.baseAddress, buffer.count,
          off_t(clamping: state.fileLength) + off_t(start))
      }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { throw failure("cannot be written") }
      start += written
    }
    state.fileLength += UInt64(state.buffer.count)
    state.buffer.removeAll(keepingCapacity: true)
  }

  private static func temporaryFile() throws(Failure) -> Int32 {
    let folder = Terminal.environment("TMPDIR") ?? "/tmp"
    var name = FilePath("\(folder)/livephotolint-XXXXXX").terminated
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw failure("cannot be made in \(folder)") }
    unsafe unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  private static func failure(_ what: String) -> Failure {
    Failure(description: "the temporary file of the run \(what): \(SystemReason.last)")
  }
}
