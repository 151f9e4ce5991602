internal import Validator

/// Looks for a movie's `ftyp` box in a still and measures the movie from there.
struct MovieSearch {
  /// How far a movie may stand from where it is said to be.
  ///
  /// Lengths in XMP have been seen off by 131 bytes, and makers pad the picture to a round size.
  static let window: UInt64 = 4096
  /// More boxes than any camera movie has at its top level.
  private static let boxLimit = 1_000

  let bytes: SourceBytes
  /// Where the last movie must end: a maker's trailer or the end of the file.
  let limit: UInt64

  /// The place of a movie that begins at an offset; nil where none does.
  func movie(at start: UInt64) -> Place? {
    guard start > 0, start < limit, limit - start >= 16,
      let head = try? bytes.available(at: start, length: 32, path: .movie), isMovie(head.rest)
    else { return nil }
    return Place(.movie, offset: start, length: end(ofMovieAt: start) - start)
  }

  /// The place of the first movie that begins in a stretch of at most two windows.
  func movie(from first: UInt64, to last: UInt64) -> Place? {
    // The first byte of any file is no movie inside it.
    let first = max(1, first)
    guard first < limit, first <= last else { return nil }
    let length = min(last - first, 2 * MovieSearch.window) + 8
    guard let stretch = try? bytes.available(at: first, length: length, path: .movie) else {
      return nil
    }
    var rest = stretch.rest
    let start = rest.startIndex
    while let letter = rest.firstIndex(of: UInt8(ascii: "f")) {
      let distance = letter - start
      if rest[letter...].starts(with: "ftyp".utf8), distance >= 4,
        let found = movie(at: first + UInt64(distance - 4))
      {
        return found
      }
      rest = rest[(letter + 1)...]
    }
    return nil
  }

  /// Whether bytes open a movie: an `ftyp` box whose brand is no picture's.
  private func isMovie(_ head: ArraySlice<UInt8>) -> Bool {
    guard head.dropFirst(4).starts(with: "ftyp".utf8),
      // A longer `ftyp` would name over 60 brands; four letters in other data can look like one.
      head.prefix(2).allSatisfy({ $0 == 0 }), head.dropFirst(2).first ?? 1 == 0,
      head.dropFirst(3).first ?? 0 >= 8
    else { return false }
    return FileType(head: head, size: limit).half != .still
  }

  /// Where the boxes of a movie end, by their sizes.
  private func end(ofMovieAt start: UInt64) -> UInt64 {
    var at = start
    for _ in 0..<MovieSearch.boxLimit {
      guard limit - at >= 8, var header = try? bytes.available(at: at, length: 16, path: .movie),
        let size32 = try? header.uint32(), let type = try? header.fourCharacterCode(),
        MovieSearch.topLevelTypes.contains(type)
      else { return at }
      let size: UInt64 =
        switch size32 {
        case 0: limit - at
        case 1: (try? header.uint64()) ?? 0
        default: UInt64(size32)
        }
      guard size >= 8 else { return at }
      guard size < limit - at else { return limit }
      at += size
    }
    return at
  }

  /// The boxes that may stand at the top level of a movie (ISO/IEC 14496-12, 6.2.3; QuickTime).
  private static let topLevelTypes: Set<FourCharacterCode> = [
    "ftyp", "moov", "mdat", "free", "skip", "wide", "uuid", "moof", "mfra", "sidx", "styp", "meta",
    "udta", "pdin", "emsg", "prft", "pnot",
  ]
}

extension StructurePath {
  fileprivate static let movie: StructurePath = "embedded movie"
}
