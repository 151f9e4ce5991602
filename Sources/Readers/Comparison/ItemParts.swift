internal import Validator

/// The pictures of a HEIF file by what they are, whatever numbers their items have.
struct ItemParts {
  /// Items that are looked at; cameras write 119 at most.
  private static let limit = 400

  /// The `meta` box as an inspection shows it.
  private let meta: StructureNode
  /// The items that others are made of, with the item that is made of them.
  private var pieces: [UInt32: UInt32] = [:]
  private var primary: UInt32?

  init(_ meta: StructureNode, _ source: some ByteSource) {
    self.meta = meta
    guard var bytes = try? SourceBytes(source),
      let table = try? ItemTable(TopLevelBoxes(of: &bytes), in: bytes)
    else { return }
    primary = table.primaryID.content
    let references = table.references.content
    for reference in references.all where reference.type == "dimg" {
      // A tone map is made of pictures that stand for themselves.
      guard table.items.content.item(reference.from)?.type != "tmap" else { continue }
      for piece in references.targets(of: reference) where piece != primary {
        pieces[piece] = reference.from
      }
    }
  }

  /// The boxes whose entries are told with the items.
  static let told: Set<String> = ["pitm", "iinf", "iref", "iprp", "iloc", "grpl", "idat"]

  /// A part for each picture that is no piece of another, with its properties.
  func parts(_ reader: inout PartReader) -> [ComparedPart] {
    var found: [ComparedPart] = []
    let all = meta.children.first { $0.name == "iinf" }?.children ?? []
    let entries = all.prefix(ItemParts.limit)
    if all.count > entries.count {
      reader.notRead.append("\(all.count - entries.count) further items of the picture")
    }
    var firstPieces: [UInt32: (node: StructureNode, count: Int)] = [:]
    for entry in entries {
      guard let id = ItemParts.number(entry.name), let whole = pieces[id] else { continue }
      firstPieces[whole] = (firstPieces[whole]?.node ?? entry, (firstPieces[whole]?.count ?? 0) + 1)
    }
    for entry in entries {
      guard let id = ItemParts.number(entry.name), pieces[id] == nil else { continue }
      // Their contents are told by themselves.
      if ["'Exif'", "'mime'"].contains(where: entry.detail.hasPrefix) { continue }
      var part = item(id, entry, name: name(of: id, entry), &reader)
      if let (node, count) = firstPieces[id], let piece = ItemParts.number(node.name) {
        var told = item(piece, node, name: "tile", &reader)
        told.value = InspectedText.counted(count, "tile") + ", \(told.value)"
        part.children.append(told)
      }
      found.append(part)
    }
    return ComparedPart.numbered(found)
  }

  private static func number(_ name: String) -> UInt32? {
    name.split(separator: "[").last.flatMap { UInt32($0.dropLast()) }
  }

  /// What an item is to the picture.
  private func name(of id: UInt32, _ entry: StructureNode) -> String {
    if id == primary { return "picture" }
    if let type = properties(of: id).first(where: {
      StructureNode.unnumbered($0.node.name) == "auxC"
    }) {
      return "auxiliary \(type.node.detail)"
    }
    let references = meta.children.first { $0.name == "iref" }?.children ?? []
    let isThumbnail = references.contains {
      $0.name.hasPrefix("thmb") && $0.detail.hasPrefix("item \(id) to")
    }
    if isThumbnail { return "thumbnail" }
    return "item " + entry.detail.prefix { $0 != "," }
  }

  /// The properties of an item, as `ipma` lists their numbers: `2 ispe!, 1 colr!`.
  private func properties(of id: UInt32) -> [(node: StructureNode, path: String)] {
    guard let box = meta.children.first(where: { $0.name == "iprp" }),
      let list = box.children.first(where: { $0.name == "ipco" })?.children,
      let entry = box.children.lazy.filter({ $0.name.hasPrefix("ipma") }).flatMap(\.children)
        .first(where: { $0.name == "[\(id)]" })
    else { return [] }
    return entry.detail.split(separator: ", ").compactMap { text in
      guard let index = text.split(separator: " ").first.flatMap({ Int($0) }),
        list.indices.contains(index - 1)
      else { return nil }
      return (list[index - 1], "meta/iprp/ipco/" + list[index - 1].name)
    }
  }

  private func item(
    _ id: UInt32, _ entry: StructureNode, name: String, _ reader: inout PartReader
  ) -> ComparedPart {
    var part = reader.plain(
      entry, name, path: "meta/iinf/" + entry.name, value: entry.detail)
    let location = meta.children.first { $0.name == "iloc" }?.children.first {
      $0.name == "[\(id)]"
    }
    if let location {
      let methods = ["of idat", "by method", "in another file"].filter(location.detail.contains)
      part.children.append(
        reader.plain(
          location, "stored", path: "meta/iloc\(location.name)",
          value: methods.isEmpty ? "in the file" : methods.joined(separator: ", ")))
    }
    for (node, path) in properties(of: id) {
      var property = reader.plain(
        node, StructureNode.unnumbered(node.name), path: path, value: node.detail)
      property.digest = reader.digest(of: node)
      part.children.append(property)
    }
    part.children = ComparedPart.numbered(part.children)
    return part
  }
}
