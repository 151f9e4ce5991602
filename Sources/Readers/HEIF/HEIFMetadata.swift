package import Validator

extension ItemTable {
  /// Finds the Exif item and has it read.
  func readExif(in bytes: SourceBytes, into still: inout Still) {
    let (exif, other) = exifItem
    if let other, let exif {
      still.oddities.append(
        Still.Oddity("items \(exif.id) and \(other.id) both hold Exif", at: other.place))
    }
    guard let item = exif else {
      if let error = items.error {
        still.setExif(unreadable: error)
      } else {
        let searched = [items.place ?? place]
        ExifReader.noteAbsence(searched: searched, in: &still)
        still.exifPrefix = .absent(searched: searched)
      }
      return
    }
    let path = StructurePath("meta/iloc[*]/Exif", Int(item.id))
    do throws(ReadError) {
      let payload = try data(of: item.id, in: bytes, path: path)
      let (tiff, extra) = try ItemTable.tiff(in: payload)
      still.exifPrefix = .present(ExifPrefix(extraBytes: extra), at: payload.place)
      ExifReader.read(tiff, into: &still)
    } catch {
      still.setExif(unreadable: error)
    }
  }

  /// The Exif item that describes the picture, else the first of all, and a second one that
  /// describes it too.
  fileprivate var exifItem: (ItemList.Item?, other: ItemList.Item?) {
    var first: ItemList.Item?
    var described: ItemList.Item?
    for item in items.content.all where item.type == "Exif" {
      first = first ?? item
      guard describesPicture(item) else { continue }
      if described != nil { return (described, item) }
      described = item
    }
    return (described ?? first, nil)
  }

  /// Whether an item of metadata is about the primary item, or says of nothing what it is about.
  ///
  /// Gain maps have metadata of their own (measured on an iPhone 17 Pro).
  private func describesPicture(_ item: ItemList.Item) -> Bool {
    guard let reference = references.content.reference("cdsc", from: item.id) else { return true }
    return references.content.targets(of: reference).contains { $0 == primaryID.content }
  }

  /// The TIFF block of an Exif item, and how many unusual bytes stand before it.
  ///
  /// The data begin with a 32-bit distance to the TIFF header (ISO/IEC 23008-12, A.2.1); cameras
  /// write 6 and then `Exif` and two NULs, encoders also 0 and the TIFF header at once.
  fileprivate static func tiff(in payload: ByteReader) throws(ReadError) -> (ByteReader, UInt64) {
    var reader = payload
    let distance = UInt64(try reader.uint32())
    let hasName = reader.starts(with: "Exif\0\0")
    try reader.skip(distance)
    if distance == 0, hasName {
      // The distance leaves out the name; every reader in use finds the TIFF block behind it.
      try reader.skip(6)
      return (try reader.take(UInt64(reader.remaining)), 0)
    }
    let usual: UInt64 = hasName && distance >= 6 ? 6 : 0
    return (try reader.take(UInt64(reader.remaining)), distance - usual)
  }

  /// A packet up to this length is searched for an identifier where the MakerNote has none.
  private static let smallPacket = 64 * 1024
  /// XMP items that are looked into; a picture has one.
  private static let packetLimit = 4

  /// Reads the XMP packets that may tell of an embedded movie or hold an identifier.
  ///
  /// - Returns: the movies that they announce.
  func readXMP(in bytes: SourceBytes, into still: inout Still) -> [MovieAnnouncement] {
    var announcements: [MovieAnnouncement] = []
    var count = 0
    for item in items.content.all where item.isXMP && describesPicture(item) {
      count += 1
      if count == 2 {
        still.oddities.append(
          Still.Oddity("item \(item.id) is a second XMP packet", at: item.place))
      }
      guard count <= ItemTable.packetLimit else { break }
      do throws(ReadError) {
        let packet = try data(
          of: item.id, in: bytes, path: StructurePath("meta/iloc[*]/XMP", Int(item.id)))
        let mayMatter =
          still.identifier.isAbsent && packet.count <= ItemTable.smallPacket
        guard mayMatter || ItemTable.hasMarker(packet) else { continue }
        let facts = try XMPReader.read(packet)
        announcements += facts.announcements
        if still.identifier.isAbsent, let identifier = facts.identifier {
          still.strayIdentifiers.append(
            StrayIdentifier(
              identifier: identifier, carrier: .xmp, place: facts.identifierPlace ?? packet.place))
        }
      } catch {
        still.oddities.append(
          Still.Oddity("the XMP packet cannot be read: \(error.reason)", at: error.place))
      }
    }
    return announcements
  }

  private static func hasMarker(_ packet: ByteReader) -> Bool {
    packet.rest.containsRun(of: "MotionPhoto") || packet.rest.containsRun(of: "MicroVideo")
      || packet.rest.containsRun(of: "OLivePhoto") || packet.rest.containsRun(of: "VideoLength")
      || packet.rest.containsRun(of: "ontentIdentifier")
  }
}

/// The item of a HEIF file that its Exif facts are read from.
package struct ExifItem: Sendable {
  /// Its number.
  package let id: UInt32
  /// Its data: a 32-bit distance, what stands between, the TIFF block.
  package let data: ByteReader
  /// The TIFF block.
  package let block: ByteReader
  /// How many unusual bytes stand before the block.
  package let extraBytes: UInt64
}

extension HEIFReader {
  /// The Exif item that the facts of a file are read from; nil where it has none.
  ///
  /// - Throws: what keeps the reader from the item.
  package static func exifItem(of bytes: SourceBytes) throws(ReadError) -> ExifItem? {
    var bytes = bytes
    let table = try ItemTable(TopLevelBoxes(of: &bytes), in: bytes)
    guard let item = table.exifItem.0 else {
      if let error = table.items.error { throw error }
      return nil
    }
    let data = try table.data(
      of: item.id, in: bytes, path: StructurePath("meta/iloc[*]/Exif", Int(item.id)))
    let (block, extraBytes) = try ItemTable.tiff(in: data)
    return ExifItem(id: item.id, data: data, block: block, extraBytes: extraBytes)
  }
}

extension Still {
  /// Sets the facts that Exif holds to unreadable.
  mutating func setExif(unreadable error: ReadError) {
    identifier = .unreadable(error)
    makerNote = .unreadable(error)
    make = .unreadable(error)
    model = .unreadable(error)
    software = .unreadable(error)
    captureTime = .unreadable(error)
    location = .unreadable(error)
    appleNote = .unreadable(error)
    exifOrientation = .unreadable(error)
    exifPixelSize = .unreadable(error)
    exifPrefix = .unreadable(error)
  }
}
