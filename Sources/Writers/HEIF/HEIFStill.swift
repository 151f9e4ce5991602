package import Validator

/// A HEIC still as cameras write it: a grid over coded tiles, with Exif beside it.
///
/// Layout measured on stills of iOS 17 and later: `ftyp`, `meta` with the grid's description in
/// `idat`, then `mdat` with Exif and the tiles.
package struct HEIFStill: Sendable {
  /// The coded picture.
  package var tile: CodedTile
  /// The Exif block, a TIFF file; nil leaves the item out.
  package var exif: [UInt8]?
  /// The turn of the picture, written as `irot`, and `imir` where it is mirrored; nil for neither.
  package var orientation: Orientation?
  /// Whether a `colr` box (sRGB as `nclx`) is written.
  package var hasColourProfile = true

  /// What stands between the length field of the Exif item and its TIFF header.
  package var exifPrefix = Array("Exif\0\0".utf8)
  /// Whether `iloc` is of version 1, which can say that the grid's description stands in `idat`.
  ///
  /// Version 0 cannot: the grid is then sought at the start of the file, a loss that editors cause.
  package var locationsNameTheirMethod = true

  /// How many times the tile stands in a row of the grid: the same coded data, an item each.
  package var columns: UInt8 = 1
  /// How many rows the grid has.
  package var rows: UInt8 = 1

  /// Whether `meta` stands behind the data, as programs write it that do not know its size before.
  package var metadataComesLast = false
  /// Boxes behind the picture, as they are.
  package var furtherBoxes: [UInt8] = []

  /// Creates a still without Exif, upright.
  package init(tile: CodedTile) {
    self.tile = tile
  }

  /// The file.
  package var bytes: [UInt8] {
    let opening = Part.fileType("heic", compatible: ["mif1", "MiPr", "miaf", "MiHB", "heic"])
    let metadata = Part.fullBox(
      "meta", handler, dataInformation, primaryItem, items, references, properties,
      gridData, locations)
    let data = Part.box(
      "mdat", .labelled("Exif", exifPayload), .labelled("tile", .bytes(tile.data)))
    let parts = metadataComesLast ? [opening, data, metadata] : [opening, metadata, data]
    return Part.sequence(parts + [.bytes(furtherBoxes)]).written()
  }

  // MARK: Items

  private var tileIDs: ClosedRange<UInt16> { 1...max(1, UInt16(columns) * UInt16(rows)) }
  private var gridID: UInt16 { tileIDs.upperBound + 1 }
  private var exifID: UInt16 { tileIDs.upperBound + 2 }

  /// The handler of pictures (ISO/IEC 23008-12, 6.2).
  private var handler: Part {
    .fullBox("hdlr", .zeros(4), .code("pict"), .zeros(12), .zeros(1))
  }

  private var dataInformation: Part {
    .box("dinf", .fullBox("dref", .uint32(1), .fullBox("url ", flags: 1)))
  }

  /// The primary item is the grid (ISO/IEC 14496-12, 8.11.4).
  private var primaryItem: Part { .fullBox("pitm", .uint16(gridID)) }

  /// The list of items (ISO/IEC 14496-12, 8.11.6); tiles and Exif are hidden, flag 1.
  private var items: Part {
    func entry(_ id: UInt16, _ type: FourCharacterCode, isHidden: Bool) -> Part {
      .fullBox(
        "infe", version: 2, flags: isHidden ? 1 : 0, .uint16(id), .uint16(0), .code(type),
        .zeros(1))
    }
    var entries = tileIDs.map { entry($0, "hvc1", isHidden: true) }
    entries.append(entry(gridID, "grid", isHidden: false))
    if exif != nil { entries.append(entry(exifID, "Exif", isHidden: true)) }
    return .fullBox("iinf", [.uint16(UInt16(entries.count))] + entries)
  }

  /// The grid is derived from the tiles, Exif describes the grid (ISO/IEC 14496-12, 8.11.12).
  private var references: Part {
    var references = [reference("dimg", from: gridID, to: Array(tileIDs))]
    if exif != nil { references.append(reference("cdsc", from: exifID, to: [gridID])) }
    return .fullBox("iref", references)
  }

  private func reference(_ type: FourCharacterCode, from: UInt16, to: [UInt16]) -> Part {
    .box(type, [.uint16(from), .uint16(UInt16(clamping: to.count))] + to.map { .uint16($0) })
  }

  // MARK: Properties

  /// The properties and which item has them (ISO/IEC 23008-12, 9.3).
  private var properties: Part {
    var list: [Part] = []
    func number(_ property: Part) -> UInt8 {
      list.append(property)
      return UInt8(clamping: list.count)
    }
    let essential: UInt8 = 0x80
    let ofTile = [
      number(.bytes(tile.configuration)) | essential, number(extent(tile.codedSize)),
    ]
    var ofGrid = [
      number(extent(pictureSize)), number(.fullBox("pixi", .bytes([3, 8, 8, 8]))),
    ]
    if hasColourProfile { ofGrid.append(number(colour)) }
    if let orientation {
      ofGrid.append(number(turn(orientation)) | essential)
      // Exchanges left and right (ISO/IEC 23008-12:2022, 6.5.12).
      if orientation.isMirrored { ofGrid.append(number(.box("imir", .uint8(1))) | essential) }
    }
    func association(_ item: UInt16, _ properties: [UInt8]) -> Part {
      .sequence(.uint16(item), .uint8(UInt8(clamping: properties.count)), .bytes(properties))
    }
    let associations = tileIDs.map { association($0, ofTile) } + [association(gridID, ofGrid)]
    return .box(
      "iprp", .box("ipco", list),
      .fullBox("ipma", [.uint32(associations.count)] + associations))
  }

  private var pictureSize: PixelSize {
    PixelSize(
      width: tile.size.width * UInt32(max(1, columns)),
      height: tile.size.height * UInt32(max(1, rows)))
  }

  private func extent(_ size: PixelSize) -> Part {
    .fullBox("ispe", .uint32(size.width), .uint32(size.height))
  }

  /// BT.709 primaries, sRGB transfer, BT.601 matrix, full range (ISO/IEC 14496-12, 12.1.5).
  private var colour: Part {
    .box("colr", .code("nclx"), .uint16(1), .uint16(13), .uint16(6), .uint8(0x80))
  }

  /// Quarter turns anticlockwise (ISO/IEC 23008-12, 6.5.10).
  ///
  /// A mirror after the turn, as MIAF orders them, is a mirror before the opposite turn.
  private func turn(_ orientation: Orientation) -> Part {
    let degrees =
      orientation.isMirrored ? orientation.degreesClockwise : 360 - orientation.degreesClockwise
    return .box("irot", .uint8(UInt8(clamping: degrees / 90 % 4)))
  }

  // MARK: Data

  /// The grid: rows and columns less one, 16-bit size (ISO/IEC 23008-12, 6.6.2.3.2).
  private var gridData: Part {
    .box(
      "idat", .zeros(2), .uint8(max(1, rows) - 1), .uint8(max(1, columns) - 1),
      .uint16(UInt16(clamping: pictureSize.width)), .uint16(UInt16(clamping: pictureSize.height)))
  }

  /// The length of what stands before the TIFF header, then that (ISO/IEC 23008-12, A.2.1).
  private var exifPayload: Part {
    guard let exif else { return .empty }
    return .sequence(.uint32(exifPrefix.count), .bytes(exifPrefix), .bytes(exif))
  }

  /// Where the items' data stand (ISO/IEC 14496-12, 8.11.3): the grid's in `idat`, method 1.
  private var locations: Part {
    func entry(_ id: UInt16, method: UInt16, offset: Part, length: Int) -> Part {
      .sequence(
        .uint16(id), locationsNameTheirMethod ? .uint16(method) : .empty, .uint16(0), .uint16(1),
        offset, .uint32(length))
    }
    var entries = tileIDs.map {
      entry($0, method: 0, offset: .offset(of: "tile"), length: tile.data.count)
    }
    entries.append(entry(gridID, method: 1, offset: .uint32(0), length: 8))
    if exif != nil {
      entries.append(
        entry(
          exifID, method: 0, offset: .offset(of: "Exif"), length: exifPayload.length))
    }
    return .fullBox(
      "iloc", version: locationsNameTheirMethod ? 1 : 0,
      [.uint16(0x4400), .uint16(UInt16(entries.count))] + entries)
  }
}
