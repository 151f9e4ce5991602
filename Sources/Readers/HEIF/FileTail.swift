internal import Validator

/// What stands beside and behind the picture in a HEIF file: embedded movies, vendors' boxes, rests.
struct FileTail {
  private let layout: TopLevelBoxes
  private let bytes: SourceBytes

  /// Rests are looked at in pieces of this length, so that a first odd byte ends the search.
  private static let pieceLength: UInt64 = 64 * 1024
  /// More boxes than a movie has at its top level.
  private static let movieBoxLimit = 64
  /// Zero bytes beyond this are not counted as padding unseen.
  private static let paddingLimit: UInt64 = 64 * 1024 * 1024

  init(_ layout: TopLevelBoxes, _ bytes: SourceBytes) {
    self.layout = layout
    self.bytes = bytes
  }

  /// Fills in the embedded movies and the trailing data.
  func read(_ announcements: [MovieAnnouncement], into still: inout Still) {
    still.trailingData = rest
    // Where a cut leaves a few bytes of a box header, they are no data of their own.
    if let place = still.trailingData.place, place.length < 8,
      still.damages.contains(where: { $0.kind == .truncated })
    {
      still.trailingData = .absent(searched: [place])
    }
    if let box = layout.boxes.first(where: { $0.type == "mpvd" }) {
      still.embeddedMovies.append(movie(in: box))
    }
    let hasBox = !still.embeddedMovies.isEmpty
    let hasRest = still.trailingData.value != nil
    // A second `ftyp` begins another file behind the picture.
    let appended = layout.boxes.dropFirst().first { $0.type == "ftyp" }
    guard hasRest || !hasBox && (!announcements.isEmpty || appended != nil) else { return }
    let found = VendorContainers.find(
      announcements: hasBox ? [] : announcements,
      pictureEnd: appended?.offset ?? still.trailingData.place?.offset ?? bytes.size, in: bytes)
    // What XMP says of a movie in a box is not to be trusted: Samsung writes lengths of 68 or 128
    // there for movies of megabytes (measured on an S20 FE and an S23 Ultra).
    if !hasBox { still.embeddedMovies += found.movies }
    if let place = still.trailingData.place, let end = bytes.endOf(place),
      found.accounted.contains(where: { $0.lowerBound <= place.offset && $0.upperBound >= end })
    {
      still.trailingData = .absent(searched: [place])
    }
  }

  private func movie(in box: BoxHeader) -> EmbeddedMovie {
    let available = bytes.size - min(bytes.size, box.offset)
    let place = Place("mpvd", offset: box.offset, length: min(box.size, available))
    let start = try? bytes.available(at: box.payloadOffset, length: 8, path: "mpvd")
    let hasMovie = start?.rest.dropFirst(4).starts(with: "ftyp".utf8) ?? false
    let length = place.length - min(place.length, box.headerLength)
    return EmbeddedMovie(
      container: .motionPhotoBox, announcement: place,
      movie: hasMovie
        ? Place(
          "mpvd", offset: box.payloadOffset,
          length: lengthOfMovie(at: box.payloadOffset, within: length))
        : nil)
  }

  /// The length of a movie without the `sefd` box that Samsung puts behind it, inside `mpvd`
  /// (measured on an S20 FE and an S23 Ultra).
  private func lengthOfMovie(at start: UInt64, within limit: UInt64) -> UInt64 {
    var length: UInt64 = 0
    for _ in 0..<FileTail.movieBoxLimit {
      guard var header = try? bytes.part(at: start + length, length: 8, path: "mpvd"),
        let size = try? header.uint32(), let type = try? header.fourCharacterCode()
      else { break }
      if type == "sefd" { return length }
      guard size >= 8, UInt64(size) < limit - length else { break }
      length += UInt64(size)
    }
    return limit
  }

  /// The bytes behind the last box, unless they are zero padding.
  private var rest: Field<TrailingData> {
    if let error = layout.error { return .unreadable(error) }
    guard let place = layout.trailing else {
      return .absent(searched: [Place("file", offset: bytes.size, length: 0)])
    }
    var at = place.offset
    while at < bytes.size {
      guard at - place.offset < FileTail.paddingLimit else {
        return .unreadable(
          ReadError(.limit, "\(place.length) bytes follow the last box", at: place))
      }
      do throws(ReadError) {
        let piece = try bytes.available(at: at, length: FileTail.pieceLength, path: "file")
        guard !piece.isAtEnd else { break }
        if piece.rest.contains(where: { $0 != 0 }) {
          return .present(TrailingData(length: place.length), at: place)
        }
        at += UInt64(piece.count)
      } catch {
        return .unreadable(error)
      }
    }
    return .absent(searched: [place])
  }
}

extension SourceBytes {
  /// Where a place of this file ends; nil where it reaches past the end.
  fileprivate func endOf(_ place: Place) -> UInt64? {
    place.offset <= size && place.length <= size - place.offset ? place.offset + place.length : nil
  }
}
