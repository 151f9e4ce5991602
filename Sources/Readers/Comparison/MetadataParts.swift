internal import Validator

extension PartReader {
  /// Tags whose values are positions in the block: of directories and of data (TIFF 6.0; CIPA
  /// DC-007, 5.2.3).
  private static let positions: Set<String> = [
    "0x8769", "0x8825", "0xA005", "0x0111", "0x0201", "0x0144", "0xB002",
  ]

  /// An Exif or other TIFF block: what its directories hold, wherever they stand in it.
  mutating func block(_ node: StructureNode, key: String, path: String) -> ComparedPart {
    // "TIFF, MM, big-endian, first directory at 8": the last of it is a position.
    let order = node.detail.split(separator: ", first").first.map(String.init) ?? node.detail
    var part = plain(node, key, path: path, value: order)
    let isLittle = order.hasPrefix("TIFF, II")
    for directory in node.children {
      let directoryPath = StructureNode.path(path, directory.name)
      var told = plain(directory, directory.name, path: directoryPath, value: "")
      if directory.name == "MakerNote" {
        told.value +=
          (told.value.isEmpty ? "" : " ")
          + directory.detail.split(separator: ", ").prefix(2).joined(separator: ", ")
        if directory.kind == .data { told.digest = digest(of: directory) }
      }
      for entry in directory.children {
        guard entry.kind != .omitted else { continue }
        told.children.append(
          tag(entry, path: StructureNode.path(directoryPath, entry.name), isLittle))
      }
      told.children = ComparedPart.numbered(told.children.filter { !$0.key.isEmpty })
      part.children.append(told)
    }
    part.children = ComparedPart.numbered(part.children)
    return part
  }

  /// A tag: `0x010F = "Apple" (ASCII × 6)`, in a MakerNote `ContentIdentifier = "…" (ASCII × 37)`.
  private mutating func tag(_ node: StructureNode, path: String, _ isLittle: Bool) -> ComparedPart {
    let texts = node.detail.split(separator: "= ", maxSplits: 1, omittingEmptySubsequences: false)
    let label = texts[0].split(separator: " ").first.map(String.init) ?? ""
    let name = StructureNode.unnumbered(node.name)
    let isNumber = label.isEmpty || label.hasPrefix("0x")
    let code = label.hasPrefix("0x") ? label : name
    let isPosition = Self.positions.contains(String(code.prefix(6)))
    // What tags point to is told as directories of their own.
    if node.problem == nil, isPosition || label.hasPrefix("0x927C") {
      return ComparedPart("", path: path, offset: node.offset, length: node.length)
    }
    var part = plain(
      node, isNumber ? name : "\(name) \(label)", path: path,
      value: texts.count == 2 ? String(texts[1]) : node.detail)
    let isText = ["ASCII", "UNDEFINED", "BYTE", "UTF-8"].contains { part.value.contains("(\($0)") }
    // Numbers are written out, up to eight; more are held against each other in one byte order.
    if node.problem == nil, isText || (part.value.contains("…") && !isLittle) {
      part.digest = digest(of: node)
    }
    return part
  }

  /// The metadata that items hold; how the others are stored is told with the pictures.
  mutating func locations(_ node: StructureNode, path: String) -> ComparedPart {
    var part = plain(node, "iloc", path: path, value: "")
    part.value =
      node.problem == nil
      ? node.detail.split(separator: ", ").first.map(String.init) ?? "" : part.value
    for item in node.children {
      let itemPath = StructureNode.path(path, item.name)
      for block in item.children {
        let blockPath = StructureNode.path(itemPath, block.name)
        if block.kind == .directory {
          lifted.append(self.block(block, key: "Exif", path: blockPath))
        } else {
          lifted.append(opaque(block, "XMP", path: blockPath))
        }
      }
      if let problem = item.problem {
        part.children.append(plain(item, item.name, path: itemPath, value: "! " + problem))
      }
    }
    part.children = ComparedPart.numbered(part.children)
    return part
  }
}
