internal import CArchive
package import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Goes through the members of a zip archive, in order, and unpacks those that are asked for.
///
/// Nothing is ever written under a member's name. One reader belongs to one task; any number may
/// read at once. libarchive's messages are handed on as they are.
@safe package final class ArchiveReader {
  private let handle: OpaquePointer
  private let input: ArchiveInput
  private let limits: ArchiveLimits
  private var current: ArchiveMember?
  private var nextNumber = 1
  private var unpackedBytes: UInt64 = 0

  /// Opens an archive.
  ///
  /// - Throws: `otherContent` where the bytes are no zip archive, `malformed` where they are a
  ///   broken one, or what the source throws.
  package init(_ source: any ByteSource, limits: ArchiveLimits = ArchiveLimits())
    throws(ReadError)
  {
    try ArchiveReader.requireZip(SourceBytes(source))
    guard let handle = unsafe archive_read_new() else {
      throw ReadError(
        .notOpened, "no memory for an archive reader",
        at: Place("archive", offset: 0, length: 0))
    }
    unsafe self.handle = handle
    self.limits = limits
    input = ArchiveInput(source)
    unsafe archive_read_support_format_zip(handle)
    unsafe input.attach(to: handle)
    input.allowance = limits.directoryBytes
    let status = unsafe archive_read_open1(handle)
    if status < ARCHIVE_WARN { throw error("cannot be opened") }
  }

  deinit {
    unsafe archive_read_free(handle)
  }

  private static func requireZip(_ bytes: SourceBytes) throws(ReadError) {
    let type = FileType(head: bytes.firstBytes, size: bytes.size)
    guard type != .zip else { return }
    let found =
      switch type {
      case .empty: "the file is empty"
      case .unknown: "the bytes are no zip archive"
      default: "the bytes are \(type.rawValue) data, no zip archive"
      }
    throw ReadError(
      .otherContent, found, at: Place("archive", offset: 0, length: min(bytes.size, 16)))
  }

  // MARK: Members

  /// The next member; nil after the last one.
  ///
  /// - Throws: `malformed` where the archive is broken here, `limit` where it leads too far, or
  ///   what the source throws. No further member can be had then.
  package func nextMember() throws(ReadError) -> ArchiveMember? {
    try passOver()
    input.delivered = 0
    input.allowance = limits.directoryBytes
    return try ArchiveReader.withUTF8Names { () throws(ReadError) in
      var entry: OpaquePointer?
      let status = unsafe archive_read_next_header(handle, &entry)
      if status == ARCHIVE_EOF { return nil }
      guard status >= ARCHIVE_WARN, let entry = unsafe entry else {
        throw error("cannot be read on")
      }
      let member = unsafe member(entry, isOdd: status == ARCHIVE_WARN)
      nextNumber += 1
      current = member
      return member
    }
  }

  private func member(_ entry: OpaquePointer, isOdd: Bool) -> ArchiveMember {
    let name = unsafe archive_entry_pathname(entry).map { unsafe ArchiveReader.bytes(of: $0) }
    let path = FilePath(bytes: name ?? [])
    let place = place(of: nextNumber)
    let size =
      unsafe archive_entry_size_is_set(entry) != 0
      ? UInt64(clamping: unsafe archive_entry_size(entry)) : nil
    let kind: ArchiveMember.Kind =
      switch unsafe archive_entry_filetype(entry) {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      default: .other
      }
    return unsafe ArchiveMember(
      number: nextNumber, path: path, kind: kind, size: size,
      isEncrypted: archive_entry_is_encrypted(entry) != 0, place: place,
      fault: isOdd ? entryFault(path, at: place) : nil)
  }

  /// What libarchive finds odd about an entry; a name in an unknown script is not.
  private func entryFault(_ name: FilePath, at place: Place) -> ReadError? {
    let message = message()
    guard !message.hasPrefix("Pathname") else { return nil }
    return ReadError(.malformed, "the entry of \(name) contradicts itself: \(message)", at: place)
  }

  private func place(of number: Int) -> Place {
    let offset = UInt64(clamping: unsafe archive_read_header_position(handle))
    return Place(StructurePath("archive/member[*]", number), offset: offset, length: 0)
  }

  /// Passes over a member that nobody asked for.
  ///
  /// libarchive finds the end of one whose size stands behind it by unpacking it, without a limit.
  private func passOver() throws(ReadError) {
    if let member = current, member.size == nil, let fault = try content().fault { throw fault }
    current = nil
  }

  // MARK: Contents

  /// The bytes of the member that came last, once.
  ///
  /// What cannot be unpacked is a fault of the contents, with the bytes that came before it.
  ///
  /// - Throws: `notOpened` where there is no room for them.
  package func content() throws(ReadError) -> ArchiveContent {
    guard let member = current else {
      return ArchiveContent(source: MemorySource([]), fault: nil)
    }
    current = nil
    guard !member.isEncrypted else {
      let fault = ReadError(.unsupported, "\(member.path) is encrypted", at: member.place)
      return ArchiveContent(source: MemorySource([]), fault: fault)
    }
    input.delivered = 0
    input.allowance = nil
    var bytes = UnpackedBytes(expecting: member.size)
    let fault = try unpack(member, into: &bytes)
    unpackedBytes += bytes.count
    return ArchiveContent(source: try bytes.source(), fault: fault)
  }

  /// Unpacks until the end of a member or its fault, which is returned.
  private func unpack(_ member: ArchiveMember, into bytes: inout UnpackedBytes) throws(ReadError)
    -> ReadError?
  {
    while true {
      var start: UnsafeRawPointer?
      var count = 0
      var offset: Int64 = 0
      let status = unsafe archive_read_data_block(handle, &start, &count, &offset)
      if status == ARCHIVE_EOF { break }
      // With a warning come bytes as well, so with the one on a wrong size.
      guard status >= ARCHIVE_WARN else {
        return error("\(member.path) cannot be unpacked", at: member.place)
      }
      guard UInt64(clamping: offset) == bytes.count else {
        return ReadError(.unsupported, "\(member.path) has holes", at: member.place)
      }
      try unsafe bytes.append(UnsafeRawBufferPointer(start: start, count: count))
      if status == ARCHIVE_WARN { return error("\(member.path) is damaged", at: member.place) }
      if let excess = excess(of: member, bytes.count) { return excess }
    }
    guard let size = member.size, size != bytes.count else { return nil }
    return ReadError(
      .malformed, "\(member.path) unpacks to \(bytes.count) bytes, its entry says \(size)",
      at: member.place)
  }

  private func excess(of member: ArchiveMember, _ count: UInt64) -> ReadError? {
    if count > limits.contentBytes - min(unpackedBytes, limits.contentBytes) {
      return ReadError(
        .limit, "\(member.path) and those before it unpack to over \(limits.contentBytes) bytes",
        at: member.place)
    }
    if count > limits.expansionFloor, count / limits.expansion > input.delivered {
      return ReadError(
        .limit, "\(member.path) unpacks to over \(limits.expansion) times its size",
        at: member.place)
    }
    return nil
  }

  // MARK: Errors

  /// What stopped libarchive: the source where it failed, else the bytes.
  private func error(_ what: String, at place: Place? = nil) -> ReadError {
    input.failure
      ?? ReadError(.malformed, "\(what): \(message())", at: place ?? self.place(of: nextNumber))
  }

  private func message() -> String {
    unsafe archive_error_string(handle).map { unsafe String(cString: $0) } ?? "no reason given"
  }

  // MARK: Names

  private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    unsafe UnsafeRawBufferPointer(start: text, count: strlen(text)).map { $0 }
  }

  /// Runs a body with UTF-8 as this thread's character set, into which libarchive puts the names
  /// that are marked as UTF-8; in any other it would lose letters. Other names are left as they are.
  private static func withUTF8Names<Result>(_ body: () throws(ReadError) -> Result)
    throws(ReadError) -> Result
  {
    let before = unsafe uselocale(utf8)
    defer { unsafe _ = uselocale(before) }
    return try body()
  }

  /// Never changed or freed; nil, which changes nothing, where the system has no such locale.
  nonisolated(unsafe) private static let utf8 = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
}

extension ArchiveReader {
  /// Whether the record that closes a zip archive is there (APPNOTE 6.3.10, 4.3.16): without it
  /// the archive was cut short, however many members can still be read.
  package static func hasEnd(_ source: some ByteSource) throws(ReadError) -> Bool {
    // 22 bytes and a comment of at most 65,535.
    let length = min(source.size, 22 + 65_535)
    let tail = try source.bytes(at: source.size - length, count: Int(clamping: length))
    let signature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
    return tail.indices.dropLast(21).reversed().contains { index in
      tail[index] == signature[0] && tail[index...].starts(with: signature)
    }
  }
}
