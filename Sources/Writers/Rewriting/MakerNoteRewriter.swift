import Readers
import Validator

/// Puts the identifier into an Apple MakerNote; every other tag of it keeps its value.
///
/// Offsets in the note count from its own first byte, so that it may stand anywhere.
struct MakerNoteRewriter {
  /// What becomes of the note.
  enum Result {
    /// It is as asked.
    case unchanged
    /// Bytes of it change where they stand; distances count from its first byte.
    case patched([(distance: Int, bytes: [UInt8])])
    /// It becomes this, of another length.
    case rebuilt([UInt8])
  }

  private static let directoryOffset = 14
  private static let entryLength = Int(IFD.Entry.size)
  /// How many bytes of values that overlap the directory are moved; a hostile note may have
  /// gigabytes of them.
  private static let overlapLimit: UInt64 = 65_535

  /// The note in its byte order.
  private let note: ByteReader
  private let entries: [IFD.Entry]
  private let path: StructurePath

  /// Opens a note.
  ///
  /// - Throws: where it does not begin as Apple's do, or its directory or a value of it lies outside.
  init(_ note: ByteReader) throws(RewriteError) {
    path = note.path
    do throws(ReadError) {
      var order = try note.slice(from: 12, length: 2)
      let mark = try order.uint16()
      guard note.starts(with: "Apple iOS"), mark == 0x4D4D || mark == 0x4949 else {
        throw ReadError(.malformed, "the Apple MakerNote has no header", at: note.place)
      }
      var note = note
      note.order = mark == 0x4D4D ? .bigEndian : .littleEndian
      self.note = note
    } catch {
      throw RewriteError(error)
    }
    let directory = IFD(of: self.note, at: UInt64(MakerNoteRewriter.directoryOffset), path: path)
    if let error = directory.error { throw RewriteError(error) }
    entries = directory.entries
    for entry in entries where !entry.fits(in: UInt64(note.count)) {
      throw RewriteError(
        "the Apple MakerNote is damaged: the value of a tag lies outside of it",
        at: Place(path, offset: note.startOffset + entry.distance, length: IFD.Entry.size))
    }
  }

  /// The note with the identifier in its first tag 0x0011, further ones taken out.
  ///
  /// - Throws: where the note needs room, and a tag has a type of which it is not known whether it
  ///   holds an offset, or too many values overlap the directory.
  func setting(_ identifier: String) throws(RewriteError) -> Result {
    let value = Array(identifier.utf8) + [0]
    let carriers = entries.indices.filter {
      entries[$0].tag == AppleMakerNote.identifierTag
    }
    guard let first = carriers.first, carriers.count == 1, isAlone(first) else {
      return .rebuilt(try rebuilt(value, carriers))
    }
    let entry = entries[first]
    let isOutside = entry.length > 4
    guard isOutside == (value.count > 4), entry.length >= UInt64(value.count) else {
      return .rebuilt(try rebuilt(value, carriers))
    }
    var patches: [(distance: Int, bytes: [UInt8])] = []
    func patch(_ distance: UInt64, _ bytes: [UInt8]) {
      if bytesOfNote(Int(distance), bytes.count) != bytes { patches.append((Int(distance), bytes)) }
    }
    patch(entry.distance + 2, UInt16(2).bytes(note.order) + UInt32(value.count).bytes(note.order))
    let room = isOutside ? Int(entry.length) : 4
    patch(entry.valueDistance, value + Array(repeating: 0, count: room - value.count))
    return patches.isEmpty ? .unchanged : .patched(patches)
  }

  // MARK: Parts of the note

  private func bytesOfNote(_ distance: Int, _ count: Int) -> [UInt8] {
    Array(note.rest.dropFirst(distance).prefix(count))
  }

  /// Where the entries end; the offset of a next directory, which no reader follows, and the values
  /// stand behind.
  private var entriesEnd: Int {
    MakerNoteRewriter.directoryOffset + 2 + entries.count * MakerNoteRewriter.entryLength
  }

  private func range(_ entry: IFD.Entry) -> Range<UInt64> {
    entry.valueDistance..<(entry.valueDistance + entry.length)
  }

  /// Whether no other value, and not the directory, shares bytes with the value of an entry.
  private func isAlone(_ index: Int) -> Bool {
    let own = range(entries[index])
    if entries[index].length <= 4 { return true }
    if own.lowerBound < UInt64(entriesEnd) { return false }
    return entries.indices.allSatisfy {
      $0 == index || !range(entries[$0]).overlaps(own)
    }
  }

  // MARK: Rebuilding

  /// A note with the same header and tags, in their order, and the identifier's value at its end.
  private func rebuilt(_ value: [UInt8], _ carriers: [Int]) throws(RewriteError) -> [UInt8] {
    // iPhones write tags of type 0 and no value (measured on a 15 Pro).
    for entry in entries where !entry.hasKnownType && entry.count > 0 {
      throw RewriteError(
        "a tag of the Apple MakerNote has the unknown type \(entry.type), so that the note cannot "
          + "be given room", at: Place(path, offset: note.startOffset + entry.distance, length: 12))
    }
    let overlap = entries.lazy.filter { $0.length > 4 && Int($0.offset) < entriesEnd }
      .reduce(0) { $0 + $1.length }
    guard overlap <= MakerNoteRewriter.overlapLimit else {
      throw RewriteError(
        "values of the Apple MakerNote overlap its directory by \(overlap) bytes", at: note.place)
    }
    // In the place of the first carrier, or where its number belongs.
    let index =
      carriers.first
      ?? entries.firstIndex { $0.tag > AppleMakerNote.identifierTag } ?? entries.count
    let kept = entries.indices.filter { !carriers.contains($0) }
    let growth = (1 - carriers.count) * MakerNoteRewriter.entryLength
    var tail = bytesOfNote(entriesEnd, note.count - entriesEnd)
    for carrier in carriers where entries[carrier].length > 4 && isAlone(carrier) {
      // No identifier but the new one is to be found in the note.
      let start = Int(entries[carrier].valueDistance) - entriesEnd
      tail.replaceSubrange(
        start..<(start + Int(entries[carrier].length)),
        with: repeatElement(0, count: Int(entries[carrier].length)))
    }
    let tailStart = entriesEnd + growth
    func append(_ bytes: [UInt8]) -> UInt32 {
      if (tailStart + tail.count) % 2 == 1 { tail.append(0) }
      defer { tail += bytes }
      return UInt32(clamping: tailStart + tail.count)
    }
    var table: [[UInt8]] = []
    for position in kept {
      let entry = entries[position]
      var raw = bytesOfNote(Int(entry.distance), MakerNoteRewriter.entryLength)
      if entry.length > 4 {
        // What overlaps the directory, as one editor leaves it, would change with it: it moves.
        let offset =
          Int(entry.offset) < entriesEnd
          ? append(bytesOfNote(Int(entry.offset), Int(entry.length)))
          : UInt32(clamping: Int(entry.offset) + growth)
        raw.replaceSubrange(8..<12, with: offset.bytes(note.order))
      }
      table.append(raw)
    }
    let isInline = value.count <= 4
    let field =
      isInline
      ? value + Array(repeating: 0, count: 4 - value.count) : append(value).bytes(note.order)
    let carrier =
      AppleMakerNote.identifierTag.bytes(note.order) + UInt16(2).bytes(note.order)
      + UInt32(value.count).bytes(note.order) + field
    table.insert(carrier, at: kept.prefix { $0 < index }.count)
    return bytesOfNote(0, MakerNoteRewriter.directoryOffset)
      + UInt16(clamping: table.count).bytes(note.order) + table.joined() + tail
  }
}
