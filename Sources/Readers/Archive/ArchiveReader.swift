internal import CArchive
package import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Goes through the members of an archive, in order, and unpacks those that are asked for.
///
/// Nothing is ever written under a member's name. One reader belongs to one task; any number may
/// read at once. libarchive's messages are handed on as they are.
@safe package final class ArchiveReader {
  /// What an archive is read as.
  package enum Form: Sendable {
    /// A zip archive, by its directory where it has one.
    case zip
    /// One member of a zip archive, from its local header on.
    case zipMember
    /// A tar archive, as it is or compressed by gzip, zstd or bzip2.
    ///
    /// xz is left out: its streams ask for gigabytes of memory at will.
    case tar
  }

  private let form: Form
  private let handle: OpaquePointer
  private let input: ArchiveInput
  private let limits: ArchiveLimits
  private var current: ArchiveMember?
  /// Why the next member cannot be reached.
  private var stop: ReadError?
  private var nextNumber = 1
  private var unpackedBytes: UInt64 = 0

  /// Opens an archive.
  ///
  /// - Throws: `otherContent` where the bytes are no zip archive, `malformed` where they are a
  ///   broken one or no tar archive, or what the source throws.
  package init(
    _ source: any ByteSource, as form: Form = .zip, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ReadError) {
    self.form = form
    if form == .zip { try ArchiveReader.requireZip(SourceBytes(source)) }
    guard let handle = unsafe archive_read_new() else {
      throw ReadError(
        .notOpened, "no memory for an archive reader",
        at: Place("archive", offset: 0, length: 0))
    }
    unsafe self.handle = handle
    self.limits = limits
    input = ArchiveInput(source)
    switch form {
    case .zip: unsafe archive_read_support_format_zip(handle)
    case .zipMember: unsafe archive_read_support_format_zip_streamable(handle)
    case .tar:
      unsafe archive_read_support_format_tar(handle)
      unsafe archive_read_support_filter_gzip(handle)
      unsafe archive_read_support_filter_zstd(handle)
      unsafe archive_read_support_filter_bzip2(handle)
    }
    unsafe input.attach(to: handle)
    input.allowance = headerAllowance
    let status = unsafe archive_read_open1(handle)
    if status < ARCHIVE_WARN { throw error("cannot be opened") }
  }

  deinit {
    unsafe archive_read_free(handle)
  }

  /// How much may be read on the way to a member; in a tar archive the one before it lies there.
  private var headerAllowance: UInt64? { form == .tar ? nil : limits.directoryBytes }

  /// Whether the bytes of the archive are compressed as a whole.
  ///
  /// Known from the first member on.
  package var isCompressed: Bool { unsafe archive_filter_code(handle, 0) != ARCHIVE_FILTER_NONE }

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
    input.allowance = headerAllowance
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
    // For a name that it cannot convert libarchive looks at errno, and ends the process where an
    // earlier call of anybody has left ENOMEM there.
    errno = 0
    let name = unsafe archive_entry_pathname(entry).map { unsafe ArchiveReader.bytes(of: $0) }
    errno = 0
    let path = FilePath(bytes: name ?? [])
    let place = place(of: nextNumber)
    let size =
      unsafe archive_entry_size_is_set(entry) != 0
      ? UInt64(clamping: unsafe archive_entry_size(entry)) : nil
    let link = unsafe archive_entry_hardlink(entry).map { unsafe ArchiveReader.bytes(of: $0) }
    let kind: ArchiveMember.Kind =
      switch unsafe archive_entry_filetype(entry) {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      // tar tells no type of a hard link.
      case 0 where link != nil: .regular
      default: .other
      }
    return unsafe ArchiveMember(
      number: nextNumber, path: path, kind: kind, size: size,
      isEncrypted: archive_entry_is_encrypted(entry) != 0, place: place,
      contentOffset: contentOffset(of: entry), link: link.map(FilePath.init(bytes:)),
      fault: isOdd ? entryFault(path, at: place) : nil)
  }

  /// Where the bytes of a tar member stand in the source: behind its headers, which were just read.
  private func contentOffset(of entry: OpaquePointer) -> UInt64? {
    guard form == .tar, !isCompressed, unsafe archive_entry_sparse_count(entry) == 0 else {
      return nil
    }
    return UInt64(exactly: unsafe archive_filter_bytes(handle, 0))
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
  /// libarchive finds the end of one whose size stands behind it by unpacking it, without a limit:
  /// here it is unpacked within the limits, and where these end, so does the archive. So is one of
  /// a compressed stream, in which nothing can be passed over.
  private func passOver() throws(ReadError) {
    if let member = current, member.size == nil || form == .tar && isCompressed {
      _ = heldContent()
    }
    current = nil
    if let stop { throw stop }
  }

  // MARK: Contents

  /// The bytes of the member that came last, once; many go into a file without a name.
  ///
  /// What cannot be unpacked is a fault of the contents, with the bytes that came before it.
  ///
  /// - Throws: `notOpened` where there is no room for them.
  package func content() throws(ReadError) -> ArchiveContent {
    var bytes = UnpackedBytes(expecting: current?.size)
    let fault = try unpack(into: &bytes)
    return ArchiveContent(source: try bytes.source(), fault: fault)
  }

  /// The bytes of the member that came last, once, as `HeldBytes` in memory.
  ///
  /// - Parameter isHashed: whether a number for the contents is wanted.
  package func heldContent(isHashed: Bool = false) -> ArchiveContent {
    var bytes = HeldBytes(expecting: current?.size, isHashed: isHashed)
    let fault = unpack(into: &bytes)
    let hash = fault == nil ? bytes.contentHash : nil
    return ArchiveContent(source: bytes.source(), fault: fault, hash: hash)
  }

  /// Unpacks the member that came last; its fault is returned.
  private func unpack<Bytes: MemberBytes>(into bytes: inout Bytes) throws(Bytes.Failure)
    -> ReadError?
  {
    guard let member = current else { return nil }
    current = nil
    guard !member.isEncrypted else {
      let fault = ReadError(.unsupported, "\(member.path) is encrypted", at: member.place)
      if member.size == nil { stop = fault }
      return fault
    }
    input.delivered = 0
    input.allowance = nil
    let fault = try unpack(member, into: &bytes)
    unpackedBytes += bytes.count
    if member.size == nil || form == .tar && fault?.kind == .limit { stop = fault }
    return fault
  }

  /// Unpacks until the end of a member or its fault, which is returned.
  private func unpack<Bytes: MemberBytes>(_ member: ArchiveMember, into bytes: inout Bytes)
    throws(Bytes.Failure) -> ReadError?
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
      if let fault = try fill(&bytes, upTo: offset, of: member) { return fault }
      try unsafe bytes.append(UnsafeRawBufferPointer(start: start, count: count))
      if status == ARCHIVE_WARN { return error("\(member.path) is damaged", at: member.place) }
      if let excess = excess(of: member, bytes.count) { return excess }
    }
    if form == .tar, let size = member.size, size > bytes.count,
      let fault = try fill(&bytes, upTo: Int64(clamping: size), of: member)
    {
      return fault
    }
    guard let size = member.size, size != bytes.count else { return nil }
    return ReadError(
      .malformed, "\(member.path) unpacks to \(bytes.count) bytes, its entry says \(size)",
      at: member.place)
  }

  /// Adds the zeros that a sparse tar member leaves out.
  private func fill<Bytes: MemberBytes>(
    _ bytes: inout Bytes, upTo offset: Int64, of member: ArchiveMember
  ) throws(Bytes.Failure) -> ReadError? {
    let offset = UInt64(clamping: offset)
    if offset == bytes.count { return nil }
    guard form == .tar, offset > bytes.count, offset <= member.size ?? 0 else {
      return ReadError(.unsupported, "\(member.path) has holes", at: member.place)
    }
    // Holes take no room in the archive: what they may unpack to is what a stream may from nothing.
    guard offset - bytes.count <= limits.streamFloor else {
      return ReadError(
        .limit, "\(member.path) has a hole of over \(limits.streamFloor) bytes", at: member.place)
    }
    try bytes.appendZeros(offset - bytes.count)
    return nil
  }

  private func excess(of member: ArchiveMember, _ count: UInt64) -> ReadError? {
    if form == .tar { return streamExcess(at: member.place) }
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

  private func streamExcess(at place: Place) -> ReadError? {
    let unpacked = UInt64(clamping: unsafe archive_filter_bytes(handle, 0))
    let packed = UInt64(clamping: unsafe archive_filter_bytes(handle, -1))
    guard unpacked > limits.streamFloor, unpacked / limits.expansion > packed else { return nil }
    return ReadError(
      .limit, "the archive unpacks to over \(limits.expansion) times its size", at: place)
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

  /// Runs a body with UTF-8 as this thread's character set.
  ///
  /// libarchive turns names that are marked as UTF-8 into that set, and in any other would lose
  /// letters. Names without the mark are left as they are.
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
  package static func hasEnd(_ source: any ByteSource) throws(ReadError) -> Bool {
    // 22 bytes and a comment of at most 65,535.
    let length = min(source.size, 22 + 65_535)
    let tail = try source.bytes(at: source.size - length, count: Int(clamping: length))
    let signature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
    return tail.indices.dropLast(21).reversed().contains { index in
      tail[index] == signature[0] && tail[index...].starts(with: signature)
    }
  }
}
