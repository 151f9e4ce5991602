internal import Validator

/// Shows the data of HEIF items that hold metadata, under their entries of `iloc`.
enum ItemDataInspector {
  /// Metadata items that are looked into; a picture has two to four.
  private static let itemLimit = 16

  static func add(to meta: inout StructureNode, _ inspection: inout Inspection) {
    var bytes = inspection.bytes
    guard let table = try? ItemTable(TopLevelBoxes(of: &bytes), in: bytes),
      let index = meta.children.firstIndex(where: { $0.name == "iloc" })
    else { return }
    let items = table.items.content.all.filter { $0.type == "Exif" || $0.isXMP }
    for item in items.prefix(itemLimit) {
      guard
        let entry = meta.children[index].children.firstIndex(where: { $0.name == "[\(item.id)]" })
      else { continue }
      meta.children[index].children[entry].children.append(
        data(of: item, in: table, &inspection))
    }
  }

  private static func data(
    of item: ItemList.Item, in table: ItemTable, _ inspection: inout Inspection
  ) -> StructureNode {
    let name = item.type == "Exif" ? "Exif" : "XMP"
    do throws(ReadError) {
      let data = try table.data(of: item.id, in: inspection.bytes, path: "meta/iloc")
      let isWhole =
        table.locations.content.location(of: item.id).map { $0.extents.count == 1 } ?? false
      let range =
        data
        .startOffset..<min(
          data.startOffset + UInt64(data.count), inspection.bytes.size)
      guard isWhole, name == "Exif" else {
        var node = StructureNode(
          .data, name, offset: range.lowerBound, length: UInt64(range.count),
          detail: "the data of item \(item.id)", isPointedTo: true)
        if !isWhole { node.detail += ", which stand in pieces" }
        return node
      }
      var reader = data
      let distance = UInt64(try reader.uint32())
      // The distance leaves out the name where it is 0 and the name stands there all the same.
      let skipped = distance == 0 && reader.starts(with: "Exif\0\0") ? 6 : distance
      let start = min(reader.offset + min(skipped, UInt64(reader.remaining)), range.upperBound)
      var node = TIFFInspector.block(named: name, in: start..<range.upperBound, &inspection)
      node.headerLength = start - range.lowerBound
      node.offset = range.lowerBound
      node.length = UInt64(range.count)
      node.isPointedTo = true
      return node
    } catch {
      return StructureNode(
        .data, name, offset: min(error.place.offset, inspection.bytes.size), length: 0,
        problem: error.reason, isPointedTo: true)
    }
  }
}
