internal import Validator

/// A pattern of paths as XcodeGen's `excludes` has them: `*` and `?` within a name, `**` for any
/// folders; brackets and braces stand for anything.
struct PathPattern: Hashable {
  private let parts: [String]

  init(_ text: String) {
    parts = text.split(separator: "/").filter { $0 != "." }.map { part in
      part.contains { "[{".contains($0) } ? "*" : String(part)
    }
  }

  /// Whether a path or a folder on the way to it fits.
  ///
  /// - Parameter path: the names below the folder that the pattern starts from.
  func takes(_ path: [String]) -> Bool {
    guard !parts.isEmpty else { return false }
    // How many names the parts so far may have taken.
    var counts: Set<Int> = [0]
    for part in parts {
      var next: Set<Int> = []
      for count in counts {
        if part == "**" {
          next.formUnion(count...path.count)
        } else if count < path.count, PathPattern.fits(Array(path[count].utf8), Array(part.utf8)) {
          next.insert(count + 1)
        }
      }
      counts = next
    }
    return counts.contains { $0 > 0 }
  }

  /// Whether a name fits a part with `*` and `?` in it.
  private static func fits(_ name: [UInt8], _ part: [UInt8]) -> Bool {
    var (nameIndex, partIndex) = (0, 0)
    var star: (part: Int, name: Int)?
    while nameIndex < name.count {
      if partIndex < part.count, part[partIndex] == UInt8(ascii: "*") {
        star = (partIndex, nameIndex)
        partIndex += 1
      } else if partIndex < part.count,
        part[partIndex] == UInt8(ascii: "?") || part[partIndex] == name[nameIndex]
      {
        partIndex += 1
        nameIndex += 1
      } else if let last = star {
        star = (last.part, last.name + 1)
        partIndex = last.part + 1
        nameIndex = last.name + 1
      } else {
        return false
      }
    }
    return part[partIndex...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}

/// A folder whose files belong to a target, but for some.
struct FileClaim {
  /// The most patterns of one folder; real specifications have some ten.
  private static let patternLimit = 200

  let folder: FilePath
  /// Whether the folder is the target's by its name only, not because the project says so.
  var isGuess = false
  private var excluded: [PathPattern] = []
  /// Where there are any, nothing else is the target's.
  private var included: [PathPattern] = []

  init(_ folder: FilePath, excluded: [String] = [], included: [String] = [], isGuess: Bool = false)
  {
    self.folder = folder.normalised
    self.isGuess = isGuess
    self.excluded = excluded.prefix(FileClaim.patternLimit).map(PathPattern.init)
    self.included = included.prefix(FileClaim.patternLimit).map(PathPattern.init)
  }

  /// Whether a file in the folder is the target's.
  func holds(_ file: FilePath) -> Bool {
    guard !excluded.isEmpty || !included.isEmpty else { return true }
    let isHere = folder.bytes.elementsEqual(".".utf8)
    let path = file.bytes.dropFirst(isHere ? 0 : folder.bytes.count)
      .split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    if excluded.contains(where: { $0.takes(path) }) { return false }
    return included.isEmpty || included.contains { $0.takes(path) }
  }
}
