import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Collects the bytes of a member: in memory while they are few, else in a file without a name.
struct UnpackedBytes: MemberBytes {
  /// Above this a member goes to a file.
  ///
  /// Stills and movies of cameras have 2 to 6 MB; every worker may hold one.
  private static let memoryLimit = 8 * 1024 * 1024

  private(set) var count: UInt64 = 0
  private var inMemory: [UInt8] = []
  private var file: TemporaryFile?

  /// Begins with room for as many bytes as the entry announces, within reason.
  init(expecting size: UInt64?) {
    inMemory.reserveCapacity(min(Int(clamping: size ?? 0), UnpackedBytes.memoryLimit))
  }

  /// Adds the next bytes.
  ///
  /// - Throws: `notOpened` where there is no room for a temporary file.
  mutating func append(_ bytes: UnsafeRawBufferPointer) throws(ReadError) {
    count += UInt64(bytes.count)
    if file == nil, inMemory.count + bytes.count > UnpackedBytes.memoryLimit {
      let spilled = try TemporaryFile()
      try unsafe inMemory.span.bytes.withUnsafeBytes { (buffer) throws(ReadError) in
        try unsafe spilled.write(buffer)
      }
      inMemory = []
      file = spilled
    }
    if let file {
      try unsafe file.write(bytes)
    } else {
      unsafe inMemory.append(contentsOf: bytes)
    }
  }

  /// All that was added, to be read.
  consuming func source() throws(ReadError) -> any ByteSource {
    guard let file else { return MemorySource(inMemory) }
    return try file.source()
  }
}

/// A file that has no name, and so is gone when it is closed.
private final class TemporaryFile {
  private let descriptor: Int32

  init() throws(ReadError) {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/livephotolint-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw TemporaryFile.noRoom() }
    unsafe unlink(template)
    // No program that this one starts gets to see it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    close(descriptor)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(ReadError) {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
      let written = unsafe writeBytes(descriptor, part.baseAddress, part.count)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { throw TemporaryFile.noRoom() }
      unsafe rest = unsafe rest.dropFirst(written)
    }
  }

  /// The contents, which outlive this object.
  func source() throws(ReadError) -> FileSource {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw TemporaryFile.noRoom() }
    return try FileSource(adopting: copy)
  }

  private static func noRoom() -> ReadError {
    ReadError(
      .notOpened, "a temporary file cannot be written: \(unsafe String(cString: strerror(errno)))",
      at: Place("archive", offset: 0, length: 0))
  }
}

/// The system's `write`, which the method of that name hides.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
