import Validator

/// Judges where a JPEG picture ends and what stands behind it.
struct JPEGTail {
  /// How much of a file's end is looked at before its whole scan is read.
  private static let tailLength: UInt64 = 4 * 1024
  private static let pieceLength: UInt64 = 64 * 1024
  /// Zero padding longer than this is not read to its end.
  private static let paddingLimit: UInt64 = 256 * 1024 * 1024

  let bytes: SourceBytes
  /// The first byte of the first scan's data.
  let scanStart: UInt64
  /// The further pictures whose first bytes are there.
  let furtherPictures: [MultiPictureIndex.Picture]
  /// The first picture's length by the multi-picture index; 0 where there is none.
  let primaryLength: UInt64
  let announcements: [MovieAnnouncement]

  /// Sets the trailing data and the embedded movies, and records a missing end as damage.
  func judge(into still: inout Still) {
    do throws(ReadError) {
      var end = try settledEnd()
      if end == nil { end = try EntropyScan.end(of: bytes, from: scanStart) }
      if let end {
        try judgeRest(from: end, into: &still)
      } else {
        noteMissingEnd(in: &still)
      }
    } catch {
      still.trailingData = .unreadable(error)
      still.embeddedMovies =
        VendorContainers.find(
          announcements: announcements, pictureEnd: scanStart, in: bytes
        ).movies
    }
  }

  // MARK: The picture's end

  /// The end as far as it can be told without reading the scan.
  private func settledEnd() throws(ReadError) -> UInt64? {
    let firstStart = furtherPictures.map(\.range.lowerBound).min()
    if let firstStart {
      if let end = try end(before: primaryLength), end <= firstStart { return end }
      return try end(before: firstStart)
    }
    for announcement in announcements {
      guard let distance = announcement.distanceFromEnd, distance <= bytes.size else { continue }
      if let end = try end(before: bytes.size - distance) { return end }
    }
    return try end(before: bytes.size)
  }

  /// Where the picture ends if nothing but zero padding stands between its end and an offset.
  private func end(before offset: UInt64) throws(ReadError) -> UInt64? {
    guard offset > scanStart, offset <= bytes.size else { return nil }
    let start = offset - min(offset - scanStart, JPEGTail.tailLength)
    let tail = try bytes.part(at: start, length: offset - start, path: "EOI").rest
    guard let last = tail.lastIndex(where: { $0 != 0 }), last > tail.startIndex,
      tail[last] == 0xD9, tail[last - 1] == 0xFF
    else { return nil }
    return start + UInt64(last - tail.startIndex) + 1
  }

  private func noteMissingEnd(in still: inout Still) {
    let contents = VendorContainers.find(
      announcements: announcements, pictureEnd: scanStart, in: bytes)
    still.embeddedMovies = contents.movies
    still.trailingData = .absent(
      searched: [Place("scan", offset: scanStart, length: bytes.size - scanStart)])
    // The file goes on to its end where a movie stands there: it is not cut.
    guard !contents.movies.contains(where: { $0.movie != nil }) else { return }
    still.damages.append(
      Damage(
        .truncated, "the file ends inside the picture, without an end-of-image marker",
        at: Place("EOI", offset: bytes.size, length: 0), found: "end of file", wanted: "FF D9"))
  }

  // MARK: What stands behind it

  private func judgeRest(from end: UInt64, into still: inout Still) throws(ReadError) {
    var accounted = furtherPictures.map(\.range)
    var rest = try unaccounted(from: end, accounted)
    if rest != nil || !announcements.isEmpty {
      let contents = VendorContainers.find(
        announcements: announcements, pictureEnd: end, in: bytes)
      still.embeddedMovies = contents.movies
      if !contents.accounted.isEmpty {
        accounted += contents.accounted
        rest = try unaccounted(from: end, accounted)
      }
    }
    guard let rest else {
      still.trailingData = .absent(
        searched: [Place("EOI", offset: end, length: bytes.size - end)])
      return
    }
    let place = Place(
      "behind EOI", offset: rest.lowerBound, length: rest.upperBound - rest.lowerBound)
    still.trailingData = .present(
      TrailingData(length: place.length, description: try description(at: rest.lowerBound)),
      at: place)
  }

  /// The first bytes behind the picture that are not zero and belong to nothing known.
  private func unaccounted(from end: UInt64, _ accounted: [Range<UInt64>]) throws(ReadError)
    -> Range<UInt64>?
  {
    var cursor = end
    let ranges = accounted.sorted { $0.lowerBound < $1.lowerBound }
    for range in ranges + [bytes.size..<bytes.size] {
      let gapEnd = min(range.lowerBound, bytes.size)
      if cursor < gapEnd, let start = try firstNonZero(in: cursor..<gapEnd) {
        return start..<gapEnd
      }
      cursor = max(cursor, range.upperBound)
    }
    return nil
  }

  private func firstNonZero(in range: Range<UInt64>) throws(ReadError) -> UInt64? {
    var at = range.lowerBound
    while at < range.upperBound {
      guard at - range.lowerBound <= JPEGTail.paddingLimit else {
        throw ReadError(
          .limit, "more than \(JPEGTail.paddingLimit) bytes of zero padding",
          at: Place("behind EOI", offset: range.lowerBound, length: at - range.lowerBound))
      }
      let length = min(JPEGTail.pieceLength, range.upperBound - at)
      let piece = try bytes.part(at: at, length: length, path: "behind EOI").rest
      if let index = piece.firstIndex(where: { $0 != 0 }) {
        return at + UInt64(index - piece.startIndex)
      }
      at += length
    }
    return nil
  }

  private func description(at offset: UInt64) throws(ReadError) -> String? {
    let head = try bytes.available(at: offset, length: 8, path: "behind EOI")
    if head.rest.starts(with: [0xFF, 0xD8, 0xFF]) { return "a second JPEG picture" }
    if head.rest.dropFirst(4).elementsEqual("ftyp".utf8) { return "a movie or HEIF picture" }
    if head.rest.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "a zip archive" }
    return nil
  }
}
