import Readers
import Validator

/// A small HEIF file that a test changes in the one point that it is about.
///
/// As it stands: a primary `hvc1` item and an Exif item, in `mdat`, one extent each.
struct HEIFSpecimen {
  struct Item {
    var id: Int
    var type: String
    /// For `mime` items.
    var contentType = ""
  }

  struct Extent {
    /// For method 0 counted from the payload of `mdat`.
    var offset: Int
    var length: Int
    var index = 1
  }

  struct Location {
    var id: Int
    var method = 0
    var extents: [Extent]
  }

  static let tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]

  var handler = "pict"
  var primary: Int? = 1
  var items = [Item(id: 1, type: "hvc1"), Item(id: 2, type: "Exif")]
  var announcedItems: Int?
  var infeVersion = 2
  var properties: [[UInt8]] = [ispe(640, 480)]
  var associations: [(id: Int, numbers: [Int])] = [(1, [1])]
  var hasWideAssociations = false
  var ilocVersion = 1
  var locations = [
    Location(id: 1, extents: [Extent(offset: 0, length: 100)]),
    Location(id: 2, extents: [Extent(offset: 100, length: 24)]),
  ]
  /// Added to every offset of method 0.
  var shift = 0
  var references: [(type: String, from: Int, to: [Int])] = []
  var idat: [UInt8] = []
  var media = [UInt8](repeating: 0, count: 100) + exif(tiff)
  /// Whether `meta` stands behind `mdat`.
  var isMetaLast = false
  var after: [UInt8] = []

  var bytes: [UInt8] {
    let head = box("ftyp", Array("heic".utf8) + number(0, 4) + Array("mif1heic".utf8))
    let data = box("mdat", media)
    if isMetaLast { return head + data + meta(mediaStart: head.count + 8) + after }
    let length = meta(mediaStart: 0).count
    return head + meta(mediaStart: head.count + length + 8) + data + after
  }

  /// Where the payload of `mdat` begins.
  var mediaStart: Int {
    isMetaLast ? 32 : 24 + meta(mediaStart: 0).count + 8
  }

  func read(cutting count: Int = 0) -> Still {
    HEIFSpecimen.read(bytes.dropLast(count))
  }

  static func read(_ bytes: some Collection<UInt8>) -> Still {
    var still = Still(
      file: MediaFile(path: FilePath("IMG_0001.HEIC"), size: UInt64(bytes.count), type: .heic),
      unreadable: ReadError(
        .unsupported, "left out by the reader", at: .init("file", offset: 0, length: 0)))
    do throws(ReadError) {
      HEIFReader.read(try SourceBytes(MemorySource(Array(bytes))), into: &still)
    } catch {
      preconditionFailure("memory can be read")
    }
    return still
  }

  // MARK: Parts

  static func ispe(_ width: Int, _ height: Int) -> [UInt8] {
    box("ispe", number(0, 4) + number(width, 4) + number(height, 4))
  }

  static func irot(_ quarters: Int) -> [UInt8] { box("irot", [UInt8(quarters)]) }

  static func imir(_ axis: Int) -> [UInt8] { box("imir", [UInt8(axis)]) }

  static func exif(_ tiff: [UInt8]) -> [UInt8] {
    number(6, 4) + Array("Exif\0\0".utf8) + tiff
  }

  private func meta(mediaStart: Int) -> [UInt8] {
    var content = number(0, 4)
    content += box("hdlr", number(0, 8) + Array(handler.utf8) + number(0, 13))
    if let primary { content += box("pitm", number(0, 4) + number(primary, 2)) }
    content += box("iinf", number(0, 4) + number(announcedItems ?? items.count, 2) + entries)
    if !references.isEmpty { content += box("iref", number(0, 4) + referenceBoxes) }
    content += box("iprp", box("ipco", properties.flatMap { $0 }) + box("ipma", associationTable))
    if !idat.isEmpty { content += box("idat", idat) }
    content += box("iloc", locationTable(mediaStart: mediaStart))
    return box("meta", content)
  }

  private var entries: [UInt8] {
    items.flatMap { item in
      box(
        "infe",
        [UInt8(infeVersion), 0, 0, 0] + number(item.id, infeVersion == 3 ? 4 : 2) + number(0, 2)
          + (infeVersion >= 2 ? Array(item.type.utf8) : []) + [0]
          + (item.contentType.isEmpty ? [] : Array(item.contentType.utf8) + [0]))
    }
  }

  private var referenceBoxes: [UInt8] {
    references.flatMap { reference in
      box(
        reference.type,
        number(reference.from, 2) + number(reference.to.count, 2)
          + reference.to.flatMap { number($0, 2) })
    }
  }

  private var associationTable: [UInt8] {
    number(hasWideAssociations ? 1 : 0, 4) + number(associations.count, 4)
      + associations.flatMap { entry in
        number(entry.id, 2) + [UInt8(entry.numbers.count)]
          + entry.numbers.flatMap {
            hasWideAssociations ? number($0 | 0x8000, 2) : [UInt8($0 | 0x80)]
          }
      }
  }

  private func locationTable(mediaStart: Int) -> [UInt8] {
    let hasIndex = ilocVersion > 0
    var table = [UInt8(ilocVersion), 0, 0, 0, 0x44, hasIndex ? 0x44 : 0x40]
    table += number(locations.count, ilocVersion < 2 ? 2 : 4)
    for location in locations {
      table += number(location.id, ilocVersion < 2 ? 2 : 4)
      if hasIndex { table += number(location.method, 2) }
      table += number(0, 2)
      table += number(location.method == 0 ? mediaStart + shift : 0, 4)
      table += number(location.extents.count, 2)
      for extent in location.extents {
        if hasIndex { table += number(extent.index, 4) }
        table += number(extent.offset, 4) + number(extent.length, 4)
      }
    }
    return table
  }
}

/// A box of ISO/IEC 14496-12.
func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
  number(payload.count + 8, 4) + Array(type.utf8) + payload
}

/// A big-endian number; negative ones wrap around.
func number(_ value: Int, _ width: Int) -> [UInt8] {
  (0..<width).reversed().map { UInt8(truncatingIfNeeded: $0 < 8 ? value >> ($0 * 8) : 0) }
}
