import Validator
import Writers

/// A HEIF file of one picture and perhaps Exif, in the forms that the standard allows and cameras do
/// not write (ISO/IEC 14496-12, 8.11).
struct ItemFile {
  /// The data of the coded picture; they are no picture.
  static let picture = Array("coded picture of item one".utf8)

  var exif: [UInt8]?
  var exifID: UInt16 = 2
  var locationVersion: UInt8 = 1
  /// How many bytes the offsets and the base offsets of `iloc` take.
  var offsetWidth = 4
  var baseWidth = 0
  /// Where Exif stands: construction method 0 or 1.
  var exifMethod: UInt16 = 0
  /// Whether Exif is stored in two pieces.
  var splitsExif = false
  /// Whether a third item has the same data as Exif.
  var sharesExif = false
  /// Whether `iref` is there, and its version.
  var referenceVersion: UInt8? = 0
  var itemListVersion: UInt8 = 0
  /// Whether `meta` stands behind the data, and `mdat` has no size.
  var metadataComesLast = false
  var dataIsOpen = false
  /// Whether `meta` has a size of 64 bits.
  var metadataIsLarge = false
  /// Whether the picture is stored by a data reference.
  var dataReference: UInt16 = 0
  /// A group of items in `grpl`.
  var groupID: UInt32?
  /// Boxes and bytes behind the picture.
  var behind: [Part] = []
  /// Boxes between `ftyp` and `meta`.
  var before: [Part] = []

  private var exifData: [UInt8] { exif.map { [0, 0, 0, 6] + Array("Exif\0\0".utf8) + $0 } ?? [] }

  var bytes: [UInt8] {
    let opening = Part.fileType("heic", compatible: ["mif1", "heic"])
    let isInIDAT = exifMethod == 1
    let half = exifData.count / 2
    let data = Part.sequence(
      .labelled("picture", .bytes(Self.picture)),
      isInIDAT ? .empty : .labelled("Exif", .bytes(exifData.prefix(half))),
      isInIDAT ? .empty : .labelled("rest", .bytes(exifData.dropFirst(half))))
    var children = [handler, primary, items]
    if let referenceVersion { children.append(references(referenceVersion)) }
    children.append(properties)
    if isInIDAT { children.append(.box("idat", .zeros(3), .bytes(exifData))) }
    if let groupID {
      children.append(
        .box("grpl", .fullBox("altr", .uint32(groupID), .uint32(1), .uint32(1))))
    }
    children.append(locations)
    let content = Part.sequence([.uint32(0)] + children)
    let meta =
      metadataIsLarge
      ? Part.sequence(
        .uint32(1), .code("meta"), .uint64(UInt64(content.length + 16)), content)
      : Part.box("meta", content)
    let media =
      dataIsOpen ? Part.sequence(.uint32(0), .code("mdat"), data) : .box("mdat", data)
    let parts = metadataComesLast ? [opening, media, meta] : [opening] + before + [meta, media]
    return Part.sequence(parts + behind).written()
  }

  private var handler: Part {
    .fullBox("hdlr", .zeros(4), .code("pict"), .zeros(12), .zeros(1))
  }

  private var primary: Part { .fullBox("pitm", .uint16(1)) }

  private var items: Part {
    func item(_ id: UInt16, _ type: FourCharacterCode) -> Part {
      .fullBox("infe", version: 2, .uint16(id), .uint16(0), .code(type), .zeros(1))
    }
    var list = [item(1, "hvc1")]
    if exif != nil { list.append(item(exifID, "Exif")) }
    if sharesExif { list.append(item(9, "mime")) }
    let count = itemListVersion == 0 ? Part.uint16(UInt16(list.count)) : .uint32(list.count)
    return .fullBox("iinf", version: itemListVersion, [count] + list)
  }

  private func references(_ version: UInt8) -> Part {
    func id(_ value: UInt16) -> Part { version == 0 ? .uint16(value) : .uint32(UInt32(value)) }
    return .fullBox(
      "iref", version: version,
      exif == nil ? .empty : .box("cdsc", id(exifID), .uint16(1), id(1)))
  }

  private var properties: Part {
    .box(
      "iprp",
      .box("ipco", .fullBox("ispe", .uint32(UInt32(64)), .uint32(UInt32(48)))),
      .fullBox("ipma", .uint32(1), .uint16(1), .bytes([1, 1])))
  }

  /// With a base the offset of an extent is none, as in files that count from the base.
  private var locations: Part {
    func number(_ part: Part, _ width: Int) -> Part {
      width == 0 ? .empty : width == 8 ? .sequence(.uint32(UInt32(0)), part) : part
    }
    func entry(_ id: UInt16, method: UInt16, _ extents: [(Part, Int)]) -> Part {
      let usesBase = baseWidth > 0
      var parts: [Part] = [locationVersion < 2 ? .uint16(id) : .uint32(UInt32(id))]
      if locationVersion > 0 { parts.append(.uint16(method)) }
      parts += [
        .uint16(id == 1 ? dataReference : 0),
        number(usesBase ? extents[0].0 : .uint32(UInt32(0)), baseWidth),
        .uint16(UInt16(extents.count)),
      ]
      for (offset, length) in extents {
        parts += [number(usesBase ? .uint32(UInt32(0)) : offset, offsetWidth), .uint32(length)]
      }
      return .sequence(parts)
    }
    let half = exifData.count / 2
    var extents: [(Part, Int)] = [(.offset(of: "Exif"), exifData.count)]
    if exifMethod == 1 { extents = [(.uint32(UInt32(3)), exifData.count)] }
    if splitsExif {
      extents = [(.offset(of: "Exif"), half), (.offset(of: "rest"), exifData.count - half)]
    }
    var entries = [entry(1, method: 0, [(.offset(of: "picture"), Self.picture.count)])]
    if exif != nil { entries.append(entry(exifID, method: exifMethod, extents)) }
    if sharesExif { entries.append(entry(9, method: exifMethod, extents)) }
    let count =
      locationVersion < 2 ? Part.uint16(UInt16(entries.count)) : .uint32(entries.count)
    return .fullBox(
      "iloc", version: locationVersion,
      [.uint16(UInt16(offsetWidth << 12 | 4 << 8 | baseWidth << 4)), count] + entries)
  }
}
