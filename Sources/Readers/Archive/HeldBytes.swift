import Validator

/// Takes the bytes of a member as they are unpacked.
protocol MemberBytes {
  associatedtype Failure: Error

  /// How many there are.
  var count: UInt64 { get }

  /// Adds the next bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) throws(Failure)
}

extension MemberBytes {
  /// Adds zeros, which a sparse member leaves out.
  mutating func appendZeros(_ length: UInt64) throws(Failure) {
    let zeros = [UInt8](repeating: 0, count: Int(min(length, 1 << 20)))
    var left = length
    while left > 0 {
      let part = Int(min(left, UInt64(zeros.count)))
      try unsafe zeros.span.bytes.withUnsafeBytes { (buffer) throws(Failure) in
        try unsafe append(UnsafeRawBufferPointer(rebasing: buffer[..<part]))
      }
      left -= UInt64(part)
    }
  }
}

/// The bytes of a member that can only be unpacked from its beginning: all of them while they are
/// few, else the first and the last ones.
///
/// Nothing goes to a file. What stays of a long member is what verdicts rest on: headers stand at the
/// beginning, and cameras write a movie's `moov` at the end.
struct HeldBytes: MemberBytes {
  /// How much is held of a member.
  ///
  /// Stills and movies of cameras' Live Photos have 2 to 20 MB; every worker may hold one.
  static let limit = 24 * 1024 * 1024
  /// How much of that is the beginning of a longer one.
  static let headLength = 8 * 1024 * 1024
  private static let tailLength = limit - headLength

  private(set) var count: UInt64 = 0
  /// The first bytes, then the last ones as a ring: position `p` behind the head stands at
  /// `headLength + (p - headLength) % tailLength`.
  private var content: [UInt8] = []
  private var hash: ContentHash?

  /// Begins with room for as many bytes as the entry announces, within reason.
  ///
  /// - Parameter isHashed: whether a number for the contents is wanted.
  init(expecting size: UInt64?, isHashed: Bool = false) {
    content.reserveCapacity(min(Int(clamping: size ?? 0), HeldBytes.limit))
    hash = isHashed ? ContentHash() : nil
  }

  /// Adds the next bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) throws(Never) {
    unsafe hash?.combine(bytes)
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      let place = HeldBytes.place(of: count)
      let end = place < HeldBytes.headLength ? HeldBytes.headLength : HeldBytes.limit
      let length = unsafe min(rest.count, end - place)
      let part = unsafe rest.prefix(length)
      if place < content.count {
        unsafe content.replaceSubrange(place..<min(content.count, place + length), with: part)
      } else {
        unsafe content.append(contentsOf: part)
      }
      count += UInt64(length)
      unsafe rest = unsafe rest.dropFirst(length)
    }
  }

  /// A number for the bytes, where it is wanted.
  var contentHash: Int? { hash?.value }

  /// All that was added, to be read.
  consuming func source() -> any ByteSource {
    count <= UInt64(HeldBytes.limit)
      ? MemorySource(content) : Ends(size: count, content: content)
  }

  private static func place(of position: UInt64) -> Int {
    guard position >= UInt64(headLength) else { return Int(position) }
    return headLength + Int((position - UInt64(headLength)) % UInt64(tailLength))
  }

  /// The two ends of a long member.
  private struct Ends: ByteSource {
    let size: UInt64
    let content: [UInt8]

    func bytes(at offset: UInt64, count: Int) throws(ReadError) -> [UInt8] {
      guard offset < size, count > 0 else { return [] }
      let end = offset + min(UInt64(count), size - offset)
      if end <= UInt64(HeldBytes.headLength) { return Array(content[Int(offset)..<Int(end)]) }
      guard offset >= size - UInt64(HeldBytes.tailLength) else {
        throw ReadError(
          .limit,
          "the file can only be unpacked from its beginning; of its \(size) bytes the first "
            + "\(HeldBytes.headLength >> 20) and the last \(HeldBytes.tailLength >> 20) MiB are "
            + "looked at",
          at: Place("file", offset: offset, length: end - offset))
      }
      let start = HeldBytes.place(of: offset)
      let length = Int(end - offset)
      let untilWrap = min(length, HeldBytes.limit - start)
      return Array(content[start..<(start + untilWrap)])
        + content[HeldBytes.headLength..<(HeldBytes.headLength + length - untilWrap)]
    }
  }
}
