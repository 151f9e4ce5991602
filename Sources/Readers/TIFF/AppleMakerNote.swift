import Validator

/// Reads the Apple MakerNote, Exif tag 0x927C.
///
/// Layout: `Apple iOS`, NUL, a version of two bytes, the byte order `MM`, and an IFD at offset 14.
/// Offsets count from the `A`, not from the TIFF header (exiftool and libexif agree; measured on 8
/// camera stills). The note's byte order is its own.
struct AppleMakerNote {
  /// The tag of the Live Photo identifier.
  static let identifierTag: UInt16 = 0x0011
  /// How many entries of that tag are read; a hostile note may repeat it some thousand times.
  private static let identifierLimit = 4
  private static let byteOrderOffset: UInt64 = 12
  private static let directoryOffset: UInt64 = 14

  /// The note, as far as it is there, in its byte order.
  private let note: ByteReader
  private let directory: IFD
  /// The block that holds the note.
  private let block: ByteReader
  /// How far the note begins from the first byte of the block.
  private let distanceInBlock: UInt64

  /// Reads a MakerNote of any maker into a still's facts.
  ///
  /// - Parameters:
  ///   - note: the note's bytes, as far as the block holds them.
  ///   - entry: the entry of the Exif IFD that announces the note.
  ///   - block: the whole TIFF block.
  static func read(
    _ note: ByteReader, announced entry: IFD.Entry, in block: ByteReader, into still: inout Still
  ) {
    let isCut = !entry.fits(in: UInt64(block.count))
    if entry.length == 0 {
      still.makerNote = .present(.noMakerNote, at: note.place)
      still.identifier = .absent(searched: [note.place])
      still.appleNote = .absent(searched: [note.place])
      return
    }
    if still.make.value == "Apple", !isCut, note.isZeroedFromWithinItsName {
      // A transfer that broke off leaves zeros where the rest of the note belongs.
      let error = ReadError(
        .malformed, "zero bytes stand where the Apple MakerNote belongs", at: note.place)
      still.identifier = .unreadable(error)
      still.makerNote = .unreadable(error)
      still.appleNote = .unreadable(error)
      still.damages.append(Damage(.makerNote, error.reason, at: error.place))
      return
    }
    guard note.starts(with: "Apple iOS") else {
      noteForeign(note, announced: entry, isCut: isCut, in: block, into: &still)
      return
    }
    still.makerNote = .present(.apple, at: note.place)
    if isCut {
      still.damages.append(
        Damage(
          .makerNote,
          "the Apple MakerNote says it is \(entry.length) bytes long, the Exif block ends after "
            + "\(note.count) of them", at: note.place))
    }
    do {
      try AppleMakerNote(note, in: block).read(into: &still)
    } catch {
      still.identifier = .unreadable(error)
      still.appleNote = .unreadable(error)
      still.damages.append(
        Damage(.makerNote, "the Apple MakerNote cannot be read: \(error.reason)", at: error.place))
    }
  }

  /// A note that does not begin as Apple's do.
  private static func noteForeign(
    _ note: ByteReader, announced entry: IFD.Entry, isCut: Bool, in block: ByteReader,
    into still: inout Still
  ) {
    if isCut, note.count < 10 {
      // Too little of it is there to tell whose it is.
      let error = ReadError(
        .pastEnd(needed: entry.length, available: UInt64(note.count)),
        "the MakerNote of \(entry.length) bytes at offset \(entry.offset) lies outside a block of "
          + "\(block.count) bytes",
        at: Place(
          note.path, offset: block.startOffset + entry.distance, length: IFD.Entry.size))
      still.identifier = .unreadable(error)
      still.makerNote = .unreadable(error)
      still.appleNote = .unreadable(error)
      if still.make.value == "Apple" {
        still.damages.append(Damage(.makerNote, error.reason, at: error.place))
      }
      return
    }
    // Sixteen bytes show the name that notes of all known makers begin with.
    let shown = note.rest.prefix(16).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: ".") }
    still.makerNote = .present(.foreign(String(decoding: shown, as: UTF8.self)), at: note.place)
    still.identifier = .absent(searched: [note.place])
    still.appleNote = .absent(searched: [note.place])
  }

  /// Opens a note that begins as Apple's do.
  ///
  /// - Throws: `pastEnd` or `malformed` where it ends before its directory or names no byte order.
  private init(_ note: ByteReader, in block: ByteReader) throws(ReadError) {
    var order = try note.slice(from: AppleMakerNote.byteOrderOffset, length: 2)
    let orderPlace = order.place
    let mark = try order.uint16()
    guard mark == 0x4D4D || mark == 0x4949 else {
      throw ReadError(.malformed, "its byte order is neither MM nor II", at: orderPlace)
    }
    var note = note
    note.order = mark == 0x4D4D ? .bigEndian : .littleEndian
    self.note = note
    self.block = block
    distanceInBlock = note.startOffset - block.startOffset
    var directory = IFD(
      of: note, at: AppleMakerNote.directoryOffset, path: note.path)
    directory.requireEntries()
    self.directory = directory
  }

  private func read(into still: inout Still) {
    if let error = directory.error {
      still.appleNote = .unreadable(error)
      still.damages.append(
        Damage(
          .makerNote, "the Apple MakerNote is damaged: \(error.reason)", at: error.place,
          found: directory.announcedCount > 0 ? "\(directory.announcedCount) entries" : nil))
    } else {
      still.appleNote = .present(facts, at: note.place)
      if note.order == .littleEndian {
        still.oddities.append(
          Still.Oddity(
            "the Apple MakerNote is little-endian, cameras write it big-endian", at: note.place))
      }
    }
    checkValues(in: &still)
    readIdentifiers(into: &still)
  }

  private var facts: AppleNote {
    AppleNote(
      length: UInt64(note.count), entryCount: directory.entries.count,
      hasHDRHeadroom: directory.first(0x0021) != nil, hasHDRGain: directory.first(0x0030) != nil,
      isLittleEndian: note.order == .littleEndian)
  }

  // MARK: Values

  private var directoryEnd: UInt64 { AppleMakerNote.directoryOffset + directory.place.length }

  private func isInside(_ entry: IFD.Entry) -> Bool {
    entry.fits(in: UInt64(note.count))
  }

  /// Whether a value overlaps the note's own directory; inline values stand there by right.
  private func overlapsDirectory(_ entry: IFD.Entry) -> Bool {
    entry.length > 4 && UInt64(entry.offset) < directoryEnd
  }

  /// Whether a value lies in the note when its offset is counted from the TIFF header.
  private func isInsideFromHeader(_ entry: IFD.Entry) -> Bool {
    UInt64(entry.offset) >= distanceInBlock + directoryEnd
      && UInt64(entry.offset) + entry.length <= distanceInBlock + UInt64(note.count)
  }

  /// Records damage where values lie outside the note, and an oddity where they overlap its start.
  private func checkValues(in still: inout Still) {
    if let entry = directory.entries.first(where: overlapsDirectory) {
      // An iPhone XR file saved by paint.net shows this, with all other values whole (measured).
      still.oddities.append(
        Still.Oddity(
          "the value of tag \(hexadecimal(entry.tag)) at offset \(entry.offset) overlaps the "
            + "MakerNote's directory, which ends at \(directoryEnd)", at: place(of: entry)))
    }
    // A value of at most four bytes stands in its entry.
    let outside = directory.entries.filter { $0.length > 4 && !isInside($0) }
    guard let first = outside.first else { return }
    let shown = outside.first { $0.tag == AppleMakerNote.identifierTag } ?? first
    var message =
      "tag \(hexadecimal(shown.tag)) says its value takes \(shown.length) bytes at offset "
      + "\(shown.offset), the Apple MakerNote is \(note.count) bytes long"
    if outside.count > 1 {
      message += "; it is one of \(outside.count) such tags of \(directory.entries.count)"
    }
    if outside.allSatisfy(isInsideFromHeader) {
      message +=
        ": the offsets fit when counted from the TIFF header, so an editor has made them relative "
        + "to it"
    }
    still.damages.append(
      Damage(
        .makerNote, message, at: place(of: shown),
        found: "\(shown.length) bytes at offset \(shown.offset)",
        wanted: "an end at offset \(note.count) or before"))
  }

  private func hexadecimal(_ tag: UInt16) -> String {
    StructurePath("0x#", Int(tag)).description
  }

  private func place(of entry: IFD.Entry) -> Place {
    Place(
      path(of: entry), offset: note.startOffset + entry.distance, length: IFD.Entry.size)
  }

  private func path(of entry: IFD.Entry) -> StructurePath {
    block.path.appending("MakerNote/0x#", Int(entry.tag))
  }

  // MARK: Identifiers

  private func readIdentifiers(into still: inout Still) {
    var isFirst = true
    let entries = directory.entries.lazy.filter { $0.tag == AppleMakerNote.identifierTag }
    for entry in entries.prefix(AppleMakerNote.identifierLimit) {
      let found = identifier(entry, in: &still)
      if isFirst {
        still.identifier = found
        isFirst = false
      } else if case .present(let identifier, let place) = found,
        identifier.text != still.identifier.value?.text
      {
        still.otherIdentifiers.append(
          StrayIdentifier(identifier: identifier, carrier: .makerNote, place: place))
      }
    }
    guard isFirst else { return }
    if let error = directory.error {
      still.identifier = .unreadable(error)
    } else {
      still.identifier = .absent(searched: [note.place])
    }
  }

  private func identifier(_ entry: IFD.Entry, in still: inout Still) -> Field<StoredIdentifier> {
    do throws(ReadError) {
      guard isInside(entry) else {
        throw ReadError(
          .pastEnd(needed: entry.length, available: UInt64(note.count)),
          "the identifier's \(entry.length) bytes at offset \(entry.offset) lie outside "
            + "a MakerNote of \(note.count) bytes", at: place(of: entry))
      }
      let value = try entry.value(in: note, path: path(of: entry))
      guard let identifier = try StoredIdentifier(makerNoteValue: value, type: entry.type) else {
        still.oddities.append(
          Still.Oddity("MakerNote tag 0x0011 is there, but empty", at: value.place))
        return .absent(searched: [value.place])
      }
      return .present(identifier, at: value.place)
    } catch {
      // A value that lies outside has been recorded with the others.
      if isInside(entry) {
        still.damages.append(Damage(.makerNote, message(for: error, entry), at: error.place))
      }
      return .unreadable(error)
    }
  }

  /// Says of a garbled identifier whether it could be read from the TIFF header on.
  private func message(for error: ReadError, _ entry: IFD.Entry) -> String {
    guard isInsideFromHeader(entry),
      let moved = try? block.slice(from: UInt64(entry.offset), length: entry.length),
      (try? StoredIdentifier(makerNoteValue: moved, type: entry.type)) != nil
    else { return error.reason }
    return error.reason
      + "; a text stands at its offset from the TIFF header, so an editor has made the offsets "
      + "relative to it"
  }
}

extension ByteReader {
  /// Whether the next bytes begin as `Apple iOS` does and are zero from some letter of it on.
  fileprivate var isZeroedFromWithinItsName: Bool {
    let letters = rest.prefix(10).prefix { $0 != 0 }
    return letters.count < 9 && "Apple iOS".utf8.starts(with: letters)
      && rest.prefix(10).dropFirst(letters.count).allSatisfy { $0 == 0 }
  }
}
