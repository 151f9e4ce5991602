import Validator

/// A walk through the entropy-coded data of a JPEG picture to its end-of-image marker.
///
/// Inside the data FF is followed by 00, a restart marker, or by what ends a scan; the segments
/// between the scans of a progressive picture are hopped over (ISO/IEC 10918-1, B.1.1.5, B.2.1).
enum EntropyScan {
  /// Beyond this many bytes the walk gives up; the largest camera JPEGs take some 50 MB.
  static let limit: UInt64 = 256 * 1024 * 1024
  private static let pieceLength: UInt64 = 256 * 1024

  /// Where the picture ends, behind its end-of-image marker; nil where the file has none.
  ///
  /// - Parameter start: the first byte of the first scan's data.
  /// - Throws: `limit`, and what the source throws.
  static func end(of bytes: SourceBytes, from start: UInt64) throws(ReadError) -> UInt64? {
    var at = start
    while at < bytes.size {
      guard at - start <= limit else {
        throw ReadError(
          .limit, "no end-of-image marker stands in the first \(limit) bytes of the scan",
          at: Place("scan", offset: start, length: at - start))
      }
      let piece = try bytes.available(at: at, length: pieceLength, path: "scan")
      let (distance, isEnd) = walk(piece.rest)
      if isEnd { return at + distance }
      if at + UInt64(piece.count) >= bytes.size { return nil }
      at += distance
    }
    return nil
  }

  /// Walks through one piece.
  ///
  /// - Returns: how far the end of image, or else what has not been judged yet, is from the
  ///   piece's first byte; the latter may lie behind the piece.
  private static func walk(_ piece: ArraySlice<UInt8>) -> (distance: UInt64, isEnd: Bool) {
    var index = piece.startIndex
    let end = piece.endIndex
    while index < end {
      guard piece[index] == 0xFF else {
        index += 1
        continue
      }
      guard index + 1 < end else { break }
      switch piece[index + 1] {
      case 0xD9:
        return (UInt64(index + 2 - piece.startIndex), true)
      case 0xFF:
        index += 1
      case 0xC4, 0xCC, 0xDA...0xDD, 0xE0...0xEF, 0xFE:
        guard index + 3 < end else { return (UInt64(index - piece.startIndex), false) }
        let length = Int(piece[index + 2]) << 8 | Int(piece[index + 3])
        index += 2 + max(2, length)
      default:
        // FF 00, restart markers; other markers have no business here, decoders pass over them.
        index += 2
      }
    }
    return (UInt64(index - piece.startIndex), false)
  }
}
