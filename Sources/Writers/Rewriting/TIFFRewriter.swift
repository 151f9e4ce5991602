import Readers
import Validator

/// Changes of an Exif block that leave everything else where it stands.
///
/// A directory that needs room for a tag is written anew behind the end of the block, and the pointer
/// to it patched: what other offsets point to, those that makers hide in their notes included, does
/// not move. Nothing is written over but what is replaced.
struct TIFFRewriter {
  /// Bytes of the block that give way to as many others.
  struct Patch {
    let range: Range<Int>
    let bytes: [UInt8]
    let path: StructurePath
    let purpose: String
  }

  /// The block from its TIFF header on, in its byte order.
  private let block: ByteReader
  private(set) var patches: [Patch] = []
  /// How many bytes of the block stay; fewer than it has where its last part is written anew.
  private(set) var keptLength: Int
  /// What stands behind those.
  private(set) var added: [UInt8] = []
  /// What the added bytes are for, each a clause.
  private(set) var purposes: [String] = []

  /// Makes the changes that concern a block.
  ///
  /// - Parameter pictureSize: what a new Exif directory says of the picture's size.
  /// - Throws: where what has to change is damaged.
  init(_ changes: StillChanges, in tiff: ByteReader, pictureSize: PixelSize?)
    throws(RewriteError)
  {
    var block = tiff
    let first: IFD
    do throws(ReadError) {
      let distance = try block.tiffHeader()
      self.block = block
      keptLength = block.count
      first = try TIFFRewriter.directory(block, at: distance, "IFD0")
    } catch {
      throw RewriteError(error)
    }
    var settings: [TIFFSetting] = []
    if let orientation = changes.orientation {
      settings.append(
        TIFFSetting(
          0x0112, UInt32(orientation), in: first, block.order,
          path: block.path.appending("IFD0/Orientation"),
          purpose: "sets the Exif orientation to \(orientation)"))
    }
    if let pointer = try exifDirectory(changes, from: first, pictureSize) {
      settings.append(pointer)
    }
    let moved = apply(settings, to: first, "moves the first Exif directory to the end of the block")
    if let moved {
      // The header says where the first directory stands (TIFF 6.0, section 2).
      patch(4, moved.bytes(block.order), "IFD0", "points to the moved first Exif directory")
    }
  }

  /// The path of the block.
  var path: StructurePath { block.path }

  /// Whether the block keeps its length.
  var keepsLength: Bool { added.isEmpty && keptLength == block.count }

  /// Whether nothing of the block changes.
  var isUnchanged: Bool { keepsLength && patches.isEmpty }

  /// What all changes are for, each a clause, once.
  var allPurposes: [String] {
    patches.map(\.purpose).reduce(into: purposes) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The block as it will be.
  var bytes: [UInt8] {
    var bytes = Array(block.rest(from: 0).prefix(keptLength))
    for patch in patches where patch.range.upperBound <= keptLength {
      bytes.replaceSubrange(patch.range, with: patch.bytes)
    }
    return bytes + added
  }

  private static func directory(_ block: ByteReader, at distance: UInt32, _ name: StaticString)
    throws(ReadError) -> IFD
  {
    let directory = IFD(of: block, at: UInt64(distance), path: block.path.appending(name))
    if let error = directory.error { throw error }
    return directory
  }
}

// MARK: - The Exif directory and its MakerNote

extension TIFFRewriter {
  /// Changes the Exif directory.
  ///
  /// - Returns: the pointer to it, where that changes.
  private mutating func exifDirectory(
    _ changes: StillChanges, from first: IFD, _ pictureSize: PixelSize?
  ) throws(RewriteError) -> TIFFSetting? {
    guard changes.identifier != nil || changes.exifPixelSize != nil else { return nil }
    guard let pointer = first.first(0x8769) else {
      return newExifDirectory(changes, pictureSize)
    }
    let exif: IFD
    do throws(ReadError) {
      var value = try pointer.value(in: block, path: block.path.appending("IFD0/ExifIFD"))
      exif = try TIFFRewriter.directory(block, at: try value.uint32(), "ExifIFD")
    } catch {
      throw RewriteError(error)
    }
    var settings: [TIFFSetting] = []
    if let size = changes.exifPixelSize {
      let purpose = "sets the Exif picture size to \(size.width) × \(size.height)"
      settings += [
        TIFFSetting(
          0xA002, size.width, in: exif, block.order,
          path: block.path.appending("ExifIFD/PixelXDimension"), purpose: purpose),
        TIFFSetting(
          0xA003, size.height, in: exif, block.order,
          path: block.path.appending("ExifIFD/PixelYDimension"), purpose: purpose),
      ]
    }
    if let identifier = changes.identifier,
      let note = try makerNote(identifier, in: exif)
    {
      settings.append(note)
    }
    let moved = apply(
      settings, to: exif, "moves the Exif directory to the end of the block to make room")
    return moved.map { pointerToExif($0) }
  }

  private func pointerToExif(_ offset: UInt32) -> TIFFSetting {
    TIFFSetting(
      tag: 0x8769, type: 4, count: 1, field: offset.bytes(block.order),
      path: block.path.appending("IFD0/ExifIFD"), purpose: "points to the new Exif directory")
  }

  /// A directory with the tags that Exif demands (CIPA DC-008, table 17), for a block without one.
  private mutating func newExifDirectory(_ changes: StillChanges, _ pictureSize: PixelSize?)
    -> TIFFSetting
  {
    var exif = ExifBlock(order: block.order)
    exif.colourSpace = ExifBlock.uncalibrated
    exif.pixelSize = changes.exifPixelSize ?? pictureSize
    exif.makerNote = changes.identifier.map { AppleMakerNote.generated(identifier: $0).bytes }
    let directory = exif.exifDirectory
    let order = block.order
    let offset = append { directory.bytes(order, at: $0) }
    purposes.append("adds an Exif directory")
    if let identifier = changes.identifier { purposes.append(TIFFRewriter.writing(identifier)) }
    return pointerToExif(offset)
  }

  static func writing(_ identifier: String) -> String {
    "writes the identifier \(identifier) into MakerNote tag 0x0011"
  }

  /// Brings the identifier into the MakerNote; one of another maker gives way.
  ///
  /// - Returns: the tag that names the note, where it moves.
  private mutating func makerNote(_ identifier: String, in exif: IFD) throws(RewriteError)
    -> TIFFSetting?
  {
    let path = block.path.appending("MakerNote")
    guard let entry = exif.first(0x927C), entry.length > 0 else {
      return newNote(AppleMakerNote.generated(identifier: identifier).bytes, identifier)
    }
    let note: ByteReader
    do throws(ReadError) {
      note = try entry.value(in: block, path: path)
    } catch {
      throw RewriteError(error)
    }
    guard note.starts(with: "Apple iOS") else {
      purposes.append("takes the MakerNote of another maker out of use")
      return newNote(AppleMakerNote.generated(identifier: identifier).bytes, identifier)
    }
    let start = Int(entry.valueDistance)
    switch try MakerNoteRewriter(note).setting(identifier) {
    case .unchanged: return nil
    case .patched(let changes):
      for (distance, bytes) in changes {
        patch(
          start + distance, bytes, "MakerNote/0x#", 0x0011, TIFFRewriter.writing(identifier))
      }
      return nil
    case .rebuilt(let bytes):
      if bytes.count <= note.count {
        let padded = bytes + Array(repeating: 0, count: note.count - bytes.count)
        patch(start, padded, "MakerNote", 0, TIFFRewriter.writing(identifier))
        return nil
      }
      defer { purposes.append("moves the MakerNote to the end of the block to make room") }
      return newNote(bytes, identifier, insteadOf: start..<(start + note.count))
    }
  }

  private mutating func newNote(
    _ bytes: [UInt8], _ identifier: String, insteadOf old: Range<Int>? = nil
  ) -> TIFFSetting {
    let offset = append(insteadOf: old) { _ in bytes }
    purposes.append(TIFFRewriter.writing(identifier))
    return TIFFSetting(
      tag: 0x927C, type: 7, count: UInt32(clamping: bytes.count),
      field: offset.bytes(block.order), path: block.path.appending("ExifIFD/MakerNote"),
      purpose: "points to the new MakerNote")
  }
}

// MARK: - Directories

extension TIFFRewriter {
  /// Sets tags of a directory: where they stand, or in a new table behind the block where one is new.
  ///
  /// - Returns: where the new table stands.
  private mutating func apply(
    _ settings: [TIFFSetting], to directory: IFD, _ purpose: String
  ) -> UInt32? {
    guard !settings.allSatisfy({ directory.first($0.tag) != nil }) else {
      for setting in settings { patchEntries(of: directory, setting) }
      return nil
    }
    var table = directory.entries.map { (tag: $0.tag, bytes: bytes(of: $0)) }
    for setting in settings {
      let entry = (tag: setting.tag, bytes: setting.bytes(block.order))
      let places = table.indices.filter { table[$0].tag == setting.tag }
      let isSet = !places.isEmpty && places.allSatisfy { table[$0].bytes == entry.bytes }
      for index in places { table[index] = entry }
      if places.isEmpty {
        table.insert(entry, at: table.firstIndex { $0.tag > setting.tag } ?? table.count)
      }
      // Pointers speak for themselves: what they point to is added too.
      let isPointer = setting.tag == 0x927C || setting.tag == 0x8769
      if !isSet, !isPointer, !purposes.contains(setting.purpose) {
        purposes.append(setting.purpose)
      }
    }
    let start = Int(directory.place.offset - block.startOffset)
    let old = start..<(start + Int(directory.place.length) + 4)
    let written =
      UInt16(clamping: table.count).bytes(block.order) + table.flatMap(\.bytes)
      + directory.nextDistance.bytes(block.order)
    purposes.append(purpose)
    return append(insteadOf: old) { _ in written }
  }

  private func bytes(of entry: IFD.Entry) -> [UInt8] {
    Array(block.rest(from: Int(entry.distance)).prefix(Int(IFD.Entry.size)))
  }

  /// Changes what differs in the entries of a tag; one is the rule.
  private mutating func patchEntries(of directory: IFD, _ setting: TIFFSetting) {
    for entry in directory.entries where entry.tag == setting.tag {
      let old = bytes(of: entry)
      var new = setting.bytes(block.order)
      // The two bytes behind a SHORT mean nothing and stay.
      if setting.type == 3, entry.type == 3, entry.count == 1 { new[10...] = old[10...] }
      patch(Int(entry.distance), new, setting.path, setting.purpose)
    }
  }

  // MARK: Bytes

  /// Replaces what differs, from the first to the last byte.
  private mutating func patch(
    _ start: Int, _ bytes: [UInt8], _ path: StructurePath, _ purpose: String
  ) {
    let old = block.rest(from: start)
    let differing = bytes.indices.filter { old[old.startIndex + $0] != bytes[$0] }
    guard let first = differing.first, let last = differing.last else { return }
    patches.append(
      Patch(
        range: (start + first)..<(start + last + 1), bytes: Array(bytes[first...last]), path: path,
        purpose: purpose))
  }

  private mutating func patch(
    _ start: Int, _ bytes: [UInt8], _ name: StaticString, _ number: Int = 0, _ purpose: String
  ) {
    patch(start, bytes, block.path.appending(name, number), purpose)
  }

  /// Adds bytes behind the block at an even offset (TIFF 6.0, section 2).
  ///
  /// - Parameter old: what they take the place of; where it ends the block, they begin there.
  /// - Returns: their offset.
  private mutating func append(insteadOf old: Range<Int>? = nil, _ bytes: (Int) -> [UInt8])
    -> UInt32
  {
    if let old, old.upperBound == block.count, added.isEmpty, old.lowerBound.isMultiple(of: 2) {
      keptLength = old.lowerBound
    }
    if (keptLength + added.count) % 2 == 1 { added.append(0) }
    let offset = keptLength + added.count
    added += bytes(offset)
    return UInt32(clamping: offset)
  }
}

extension ByteReader {
  /// The bytes of the part from a distance on.
  fileprivate func rest(from distance: Int) -> ArraySlice<UInt8> {
    let whole = (try? slice(from: 0, length: UInt64(count)))?.rest ?? []
    return whole.dropFirst(distance)
  }
}
