import Validator

/// Folders and archives that a run could not look into: what a store has of their files stays.
struct UnopenedPlaces {
  /// Without slashes at their ends, as whoever types a folder may add some.
  private let places: Set<[UInt8]>
  /// Whether no path was typed and the working folder cannot be opened.
  private let holdsWorkingFolder: Bool

  init(_ paths: [FilePath]) {
    places = Set(
      paths.filter { !$0.isEmpty }
        .map { Array($0.bytes.reversed().drop { $0 == UInt8(ascii: "/") }.reversed()) })
    holdsWorkingFolder = paths.contains(where: \.isEmpty)
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
