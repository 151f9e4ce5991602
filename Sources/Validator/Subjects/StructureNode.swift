/// A part of a file's structure: a box, a segment, a tag, a sample, with the parts that it holds.
///
/// A tree of these is what a person reads to see a file as it is. Damaged parts are in it too, with
/// what is wrong with them.
package struct StructureNode: Hashable, Sendable {
  /// What sort of part it is.
  package enum Kind: String, Sendable {
    /// The file as a whole.
    case file
    /// A box of ISO BMFF, an atom of QuickTime.
    case box
    /// A marker segment of JPEG.
    case segment
    /// A chunk of PNG or RIFF.
    case chunk
    /// A TIFF directory or a MakerNote.
    case directory
    /// A tag, or an entry of a table.
    case entry
    /// A sample of timed metadata, or a value in it.
    case sample
    /// Bytes of no further structure.
    case data
    /// Parts that a limit of the inspection left out.
    case omitted
  }

  package var kind: Kind
  /// The part's step in structure paths, such as `trak[2]`; no two parts of one parent share it.
  ///
  /// A name that begins with a bracket continues its parent's step: `[2]` in `iloc` is `iloc[2]`.
  package var name: String
  /// The first byte, counted from the start of the file.
  package var offset: UInt64
  /// How many bytes of it are in the file.
  package var length: UInt64
  /// How many of them come before its contents.
  package var headerLength: UInt64
  /// What it says, decoded; empty where nothing was decoded.
  package var detail: String
  /// What is damaged, as a clause without a final stop.
  package var problem: String?
  /// Whether the bytes lie elsewhere than in the parent's, which only points to them.
  package var isPointedTo: Bool
  package var children: [StructureNode]

  package init(
    _ kind: Kind, _ name: String, offset: UInt64, length: UInt64, headerLength: UInt64 = 0,
    detail: String = "", problem: String? = nil, isPointedTo: Bool = false,
    children: [StructureNode] = []
  ) {
    self.kind = kind
    self.name = name
    self.offset = offset
    self.length = length
    self.headerLength = headerLength
    self.detail = detail
    self.problem = problem
    self.isPointedTo = isPointedTo
    self.children = children
  }

  /// The path of a part under a parent's path.
  package static func path(_ parent: String, _ name: String) -> String {
    parent.isEmpty || name.hasPrefix("[") ? parent + name : parent + "/" + name
  }

  /// Calls the body with each part below this one and its path, in the order of the tree.
  ///
  /// The body returns false to end the walk.
  package func forEachPart(_ body: (String, StructureNode) -> Bool) {
    _ = walk("", body)
  }

  private func walk(_ path: String, _ body: (String, StructureNode) -> Bool) -> Bool {
    for child in children {
      let childPath = StructureNode.path(path, child.name)
      guard body(childPath, child), child.walk(childPath, body) else { return false }
    }
    return true
  }

  /// The first part with a path.
  package func part(at path: String) -> StructureNode? {
    var found: StructureNode?
    forEachPart { candidate, node in
      if candidate == path { found = node }
      return found == nil
    }
    return found
  }

  /// A name without the number that it may end in: `free` for `free[2]`.
  package static func unnumbered(_ name: String) -> String {
    guard name.hasSuffix("]"), let bracket = name.lastIndex(of: "[") else { return name }
    return String(name[..<bracket])
  }

  /// Gives parts that share a name numbers from the second on: `free`, `free[2]`.
  package static func numbered(_ parts: [StructureNode]) -> [StructureNode] {
    var counts: [String: Int] = [:]
    return parts.map { part in
      let count = counts[part.name, default: 0] + 1
      counts[part.name] = count
      guard count > 1 else { return part }
      var numbered = part
      numbered.name += "[\(count)]"
      return numbered
    }
  }
}
