import Validator

/// The bytes that `--hexdump` names: a part of the structure, or an offset with or without a length.
struct DumpRange: Equatable {
  let offset: UInt64
  /// How many bytes; nil where the command line leaves it open.
  let length: UInt64?

  /// Reads an offset and, behind a comma, a length; nil for another word.
  init?(numbers word: String) {
    let parts = word.split(separator: ",", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let offset = DumpRange.number(parts[0]) else { return nil }
    self.offset = offset
    guard parts.count == 2 else {
      length = nil
      return
    }
    guard let length = DumpRange.number(parts[1]) else { return nil }
    self.length = length
  }

  /// Finds a part by its path.
  ///
  /// - Throws: where the structure has no such part, with the path that is nearest.
  init(path word: String, in structure: StructureNode) throws(UsageError) {
    // Evidence calls the whole file so; numbered entries are shown on lines of their own.
    let path = word.split(separator: "/[", omittingEmptySubsequences: false).joined(separator: "[")
    guard let part = path == "file" ? structure : structure.part(at: path) else {
      var known: [String] = []
      structure.forEachPart { path, _ in
        known.append(path)
        return true
      }
      throw .unknown("part", path, among: known)
    }
    offset = part.offset
    length = part.length
  }

  private static func number(_ word: Substring) -> UInt64? {
    word.hasPrefix("0x") || word.hasPrefix("0X")
      ? UInt64(word.dropFirst(2), radix: 16) : UInt64(word)
  }
}
