internal import CSystem
package import Readers
package import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file that is being written beside its destination, which sees it only when it is whole.
///
/// Until `publish` it is a hidden file in the destination's folder, so that taking its name is one
/// step of the file system; `StagedFiles` removes it where the run ends before.
package final class StagedFile {
  /// Where the file is to stand.
  package let destination: FilePath
  /// Where it stands until then.
  package let temporary: FilePath
  /// The open file.
  let descriptor: Int32
  private var isDone = false

  /// How much is copied in one call: long enough to cost nothing, short enough to stop soon.
  private static let copyLength = 8 << 20

  /// Creates an empty file beside its destination.
  ///
  /// - Throws: the system's reason, such as a folder that is read-only or not there.
  package init(for destination: FilePath) throws(RewriteError) {
    self.destination = destination
    let number = UInt32.random(in: .min ... .max)
    temporary = destination.sibling(".livephotolint-\(getpid())-\(String(number, radix: 16))")
    // Before it is there: a signal must not find it unknown.
    StagedFiles.note(temporary)
    descriptor = unsafe open(
      temporary.terminated, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else {
      let reason = SystemReason.last
      StagedFiles.forget(temporary)
      isDone = true
      throw RewriteError("cannot be written: \(reason)")
    }
  }

  deinit {
    close(descriptor)
    if !isDone { StagedFiles.discard(temporary) }
  }

  // MARK: Contents

  /// Writes bytes at the end.
  package func append(_ bytes: some Collection<UInt8>) throws(RewriteError) {
    let bytes = Array(bytes)
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes[start...].withUnsafeBytes { buffer in
        unsafe write(descriptor, buffer.baseAddress, buffer.count)
      }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { throw notWritten() }
      start += written
    }
  }

  /// Writes a whole file that is made of parts of another.
  ///
  /// What stays of the source goes from file to file inside the system where it can.
  package func append(_ file: RewrittenFile) throws(RewriteError) {
    for stretch in file.stretches {
      switch stretch {
      case .new(let bytes): try append(bytes)
      case .kept(let range): try append(range, of: file.source)
      }
    }
  }

  /// Writes a part of a source.
  package func append(_ range: Range<UInt64>, of source: any ByteSource) throws(RewriteError) {
    var at = range.lowerBound
    if let file = source as? FileSource { at = file.copy(range, to: descriptor) }
    while at < range.upperBound {
      let bytes: [UInt8]
      do {
        bytes = try source.bytes(
          at: at, count: Int(min(UInt64(StagedFile.copyLength), range.upperBound - at)))
      } catch {
        throw RewriteError(error)
      }
      guard !bytes.isEmpty else { throw RewriteError("the source ended while it was copied") }
      try append(bytes)
      at += UInt64(bytes.count)
    }
  }

  /// The file as it is now, for reading.
  package func source() throws(ReadError) -> FileSource { try FileSource(temporary) }

  // MARK: The end

  /// Makes sure that the bytes are on the disk and gives the file its name.
  ///
  /// - Parameter replaces: whether a file of that name may be there; it gives way.
  /// - Throws: the system's reason; a file of that name is one where it must not be replaced.
  package func publish(replaces: Bool) throws(RewriteError) {
    guard fsync(descriptor) == 0 else { throw notWritten() }
    let flags = replaces ? 0 : UInt32(SYSTEM_RENAME_NOREPLACE)
    guard
      unsafe renameat2(
        AT_FDCWD, temporary.terminated, AT_FDCWD, destination.terminated, flags) == 0
    else {
      if errno == EEXIST { throw RewriteError("is there already") }
      // File systems without the flag: a hard link is refused where the name is taken.
      if errno == EINVAL, !replaces { return try link() }
      throw notWritten()
    }
    done()
  }

  /// Publishes files that belong together: all of them, or none where one cannot be.
  ///
  /// - Throws: the system's reason, and the destination that it is about.
  package static func publish(_ files: [StagedFile], replaces: Bool) throws(PublishError) {
    for (index, file) in files.enumerated() {
      do {
        try file.publish(replaces: replaces)
      } catch {
        for earlier in files[..<index] { StagedFiles.discard(earlier.destination) }
        throw PublishError(destination: file.destination, reason: error.reason)
      }
    }
  }

  private func link() throws(RewriteError) {
    guard unsafe Glibc.link(temporary.terminated, destination.terminated) == 0 else {
      throw errno == EEXIST ? RewriteError("is there already") : notWritten()
    }
    StagedFiles.discard(temporary)
    isDone = true
  }

  private func done() {
    isDone = true
    StagedFiles.forget(temporary)
  }

  private func notWritten() -> RewriteError {
    RewriteError("cannot be written: \(SystemReason.last)")
  }
}

/// Why a file could not take its place.
package struct PublishError: Error, Sendable, Equatable {
  /// The name that it could not take.
  package let destination: FilePath
  /// The reason, as a clause that the name can go before.
  package let reason: String

  package init(destination: FilePath, reason: String) {
    self.destination = destination
    self.reason = reason
  }
}
