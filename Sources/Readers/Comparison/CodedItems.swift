internal import Validator

/// Digests of the coded pictures of a HEIF file: the primary picture's tiles, and the other items.
struct CodedItems {
  /// Derived pictures are made of others; a grid of tiles under a tone map is two deep.
  private static let depthLimit = 4
  /// Cameras write 119 items at most.
  private static let itemLimit = 4_096
  /// What all items together may take where the file is that long; each is read as a whole.
  private static let totalLimit: UInt64 = 256 * 1024 * 1024

  private let bytes: SourceBytes
  private var taken: Set<UInt32> = []
  private var left: UInt64
  private(set) var parts: [CodedPart] = []

  init(_ bytes: SourceBytes) {
    self.bytes = bytes
    // Items do not overlap; those of a hostile file could be read over and over.
    left = min(CodedItems.totalLimit, bytes.size)
    var all = bytes
    do throws(ReadError) {
      let table = try ItemTable(TopLevelBoxes(of: &all), in: bytes)
      read(table)
    } catch {
      parts = [CodedPart("picture", of: "tile", problem: error.reason)]
    }
  }

  private mutating func read(_ table: ItemTable) {
    var picture = CodedPart("picture", of: "tile", count: 0)
    if let id = table.primaryID.content {
      take(id, in: table, depth: 0, into: &picture)
    } else {
      picture.problem = "the file names no primary picture"
    }
    if picture.digests.isEmpty {
      picture.problem = picture.problem ?? "no coded data of the primary picture were found"
    }
    parts = [picture]
    var others = CodedPart("further pictures", of: "picture", count: 0)
    for item in table.items.content.all where item.isCoded && !taken.contains(item.id) {
      take(item.id, in: table, depth: 0, into: &others)
    }
    if others.count > 0 { parts.append(others) }
  }

  /// Takes in an item, or the items that it is made of.
  private mutating func take(
    _ id: UInt32, in table: ItemTable, depth: Int, into part: inout CodedPart
  ) {
    guard depth < CodedItems.depthLimit, taken.count < CodedItems.itemLimit,
      taken.insert(id).inserted || depth > 0
    else { return }
    if let reference = table.references.content.reference("dimg", from: id) {
      for target in table.references.content.targets(of: reference)
      where part.count < CodedItems.itemLimit && part.problem == nil {
        take(target, in: table, depth: depth + 1, into: &part)
      }
      // A grid's own data say how its tiles lie.
      guard table.items.content.item(id)?.isCoded ?? false else { return }
    }
    part.count += 1
    guard part.problem == nil else { return }
    do throws(ReadError) {
      let data = try table.data(of: id, in: bytes, path: "meta/iloc")
      guard UInt64(data.count) <= left else {
        part.problem = "the coded data are more than are read"
        return
      }
      left -= UInt64(data.count)
      var hasher = Hasher()
      hasher.combine(Array(data.rest))
      part.digests.append(hasher.finalize())
    } catch {
      part.problem = "item \(id) cannot be read: \(error.reason)"
    }
  }
}
