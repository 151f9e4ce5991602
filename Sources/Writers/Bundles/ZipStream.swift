internal import CArchive
package import Readers

/// A zip archive that is written member by member, none of them held in memory or packed.
///
/// Pictures and movies are packed already; software that opens `.livp` archives reads stored members.
@safe package final class ZipStream {
  private static let pieceLength = 1 << 20
  /// `AE_IFREG`, whose macro does not reach Swift.
  private static let regularFile: UInt32 = 0o100000

  private let handle: OpaquePointer

  /// Begins an archive in a file, which must stay open until `finish`.
  ///
  /// - Throws: libarchive's reason.
  package init(in file: StagedFile) throws(RewriteError) {
    guard let handle = unsafe archive_write_new() else {
      throw RewriteError("cannot be written: no memory for an archive")
    }
    unsafe self.handle = handle
    unsafe archive_write_set_format_zip(handle)
    unsafe archive_write_zip_set_compression_store(handle)
    guard unsafe archive_write_open_fd(handle, file.descriptor) == ARCHIVE_OK else {
      throw failure()
    }
  }

  deinit {
    unsafe archive_write_free(handle)
  }

  /// Writes a member.
  ///
  /// - Parameters:
  ///   - name: its path in the archive, as bytes.
  ///   - time: when it was last changed, in seconds since 1970.
  package func append(_ source: any ByteSource, name: [UInt8], time: Int) throws(RewriteError) {
    guard let entry = unsafe archive_entry_new() else {
      throw RewriteError("cannot be written: no memory for an archive")
    }
    defer { unsafe archive_entry_free(entry) }
    unsafe archive_entry_set_pathname(entry, name.map { CChar(bitPattern: $0) } + [0])
    unsafe archive_entry_set_size(entry, Int64(clamping: source.size))
    unsafe archive_entry_set_filetype(entry, ZipStream.regularFile)
    unsafe archive_entry_set_perm(entry, 0o644)
    unsafe archive_entry_set_mtime(entry, time, 0)
    guard unsafe archive_write_header(handle, entry) == ARCHIVE_OK else { throw failure() }
    var at: UInt64 = 0
    while at < source.size {
      let piece: [UInt8]
      do {
        piece = try source.bytes(at: at, count: ZipStream.pieceLength)
      } catch {
        throw RewriteError(error)
      }
      guard !piece.isEmpty else { throw RewriteError("the source ended while it was copied") }
      let written = unsafe piece.withUnsafeBytes { buffer in
        unsafe archive_write_data(handle, buffer.baseAddress, buffer.count)
      }
      guard written == piece.count else { throw failure() }
      at += UInt64(piece.count)
    }
  }

  /// Writes the end of the archive.
  package func finish() throws(RewriteError) {
    guard unsafe archive_write_close(handle) == ARCHIVE_OK else { throw failure() }
  }

  private func failure() -> RewriteError {
    // libarchive says `Write error` where the system says what is wrong.
    let number = unsafe archive_errno(handle)
    guard number <= 0 else {
      return RewriteError("cannot be written: \(SystemReason.text(number))")
    }
    let reason = unsafe archive_error_string(handle).map { unsafe String(cString: $0) }
    return RewriteError("cannot be written: \(reason ?? "unknown reason")")
  }
}
