import Readers
import Validator

/// Folders and archives that a run could not look into: what a store has of their files stays.
struct UnopenedPlaces {
  /// Without slashes at their ends, as whoever types a folder may add some.
  private let places: Set<[UInt8]>
  /// Whether no path was typed and the working folder cannot be opened.
  private let holdsWorkingFolder: Bool

  init(_ paths: [FilePath]) {
    places = Set(paths.filter { !$0.isEmpty }.map(UnopenedPlaces.trimmed))
    holdsWorkingFolder = paths.contains(where: \.isEmpty)
  }

  /// The paths that could not be opened without those that are gone for certain: that are not there,
  /// and lie below another path that was typed and walked; with the folders of those that cannot be
  /// reached because of where they lie.
  static func withoutGone(_ paths: [FilePath], roots: [FilePath]) -> [FilePath] {
    guard !paths.isEmpty else { return [] }
    let walked = Set(Set(roots).subtracting(paths).map(trimmed))
    return paths.flatMap { path -> [FilePath] in
      let isGone = Directory.isGone(path.isEmpty ? FilePath(".") : path)
      let isBelowWalked = path.bytes.indices.contains {
        path.bytes[$0] == UInt8(ascii: "/") && walked.contains(Array(path.bytes[..<$0]))
      }
      if isGone, isBelowWalked { return [] }
      // A store knows a file that was named by its folder.
      return roots.contains(path) && isOutOfReach(path, isGone: isGone)
        ? [path, FilePath(bytes: Array(path.folder))] : [path]
    }
  }

  /// Whether a path cannot be reached, and not because it alone is not there any more.
  private static func isOutOfReach(_ path: FilePath, isGone: Bool) -> Bool {
    guard Directory.kind(of: path.isEmpty ? FilePath(".") : path) == nil else { return false }
    let folder = FilePath(bytes: Array(path.folder))
    return !isGone || Directory.kind(of: folder.isEmpty ? FilePath(".") : folder) == nil
  }

  private static func trimmed(_ path: FilePath) -> [UInt8] {
    Array(path.bytes.reversed().drop { $0 == UInt8(ascii: "/") }.reversed())
  }

  /// Whether all files of a unit lie there: where one was looked for, the unit is gone.
  func hold(_ key: UnitKey) -> Bool {
    guard holdsWorkingFolder || !places.isEmpty else { return false }
    return key.places.allSatisfy(hold)
  }

  private func hold(_ place: [UInt8]) -> Bool {
    if holdsWorkingFolder, place.first != UInt8(ascii: "/") { return true }
    return (0...place.count).contains { end in
      let above = Array(place[..<end])
      guard end < place.count else { return places.contains(above) }
      switch place[end] {
      case UInt8(ascii: "/"): return places.contains(above)
      case UInt8(ascii: "!"): return FilePath(bytes: above).isArchive && places.contains(above)
      default: return false
      }
    }
  }
}
