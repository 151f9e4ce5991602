package import Validator

/// What makers other than Apple keep behind or inside a picture.
package struct VendorContents: Sendable {
  package var movies: [EmbeddedMovie] = []
  /// The bytes after the picture that belong to them; ranges may overlap.
  package var accounted: [Range<UInt64>] = []

  package init() {}
}

/// Finds the movies that makers other than Apple embed in stills.
package enum VendorContainers {
  /// Looks for embedded movies behind a JPEG picture or announced by XMP.
  ///
  /// A movie counts as there only where its `ftyp` box stands: offsets in XMP are often wrong.
  ///
  /// - Parameters:
  ///   - announcements: what the XMP of the file says.
  ///   - pictureEnd: where the picture's own bytes end.
  ///   - bytes: the whole file.
  package static func find(
    announcements: [MovieAnnouncement], pictureEnd: UInt64, in bytes: SourceBytes
  ) -> VendorContents {
    let pictureEnd = min(pictureEnd, bytes.size)
    var contents = VendorContents()
    guard !announcements.isEmpty || pictureEnd < bytes.size else { return contents }

    let trailer = MakerTrailer(endOf: bytes, after: pictureEnd)
    let search = MovieSearch(bytes: bytes, limit: trailer?.start ?? bytes.size)
    var found: [EmbeddedMovie] = []
    if let movie = trailer?.movie {
      found.append(
        EmbeddedMovie(
          container: movie.container, announcement: movie.place,
          movie: place(of: movie, pictureEnd: pictureEnd, in: bytes)))
    }
    for announcement in announcements {
      found.append(
        EmbeddedMovie(
          container: announcement.container, announcement: announcement.place,
          movie: place(of: announcement, pictureEnd: pictureEnd, by: search)))
    }
    if found.isEmpty, let movie = search.movie(after: pictureEnd) {
      found.append(EmbeddedMovie(container: .appended, announcement: movie, movie: movie))
    }
    contents.movies = oneForEachMovie(found)
    contents.accounted = contents.movies.compactMap { movie in
      movie.movie.map { extent(of: $0, pictureEnd: pictureEnd, in: bytes) }
    }
    if let trailer { contents.accounted.append(trailer.start..<bytes.size) }
    return contents
  }

  private static func place(
    of movie: MakerTrailer.Announcement, pictureEnd: UInt64, in bytes: SourceBytes
  ) -> Place? {
    let search = MovieSearch(bytes: bytes, limit: movie.limit)
    return search.movie(at: movie.start) ?? search.movie(around: movie.start)
      ?? search.movie(after: pictureEnd)
  }

  private static func place(
    of announcement: MovieAnnouncement, pictureEnd: UInt64, by search: MovieSearch
  ) -> Place? {
    guard let distance = announcement.distanceFromEnd, distance <= search.bytes.size else {
      return search.movie(after: pictureEnd)
    }
    // The distance counts from the end of the file, whatever trailer stands there. A movie inside
    // a Samsung trailer's block begins after the trailer's own start.
    let start = search.bytes.size - distance
    let whole = MovieSearch(bytes: search.bytes, limit: search.bytes.size)
    return search.movie(at: start) ?? whole.movie(at: start) ?? search.movie(after: pictureEnd)
      ?? search.movie(around: start)
  }

  /// Each movie once, under the most specific form that tells of it, trailers first.
  ///
  /// What only announces is said where no movie is there at all: makers announce one movie twice.
  private static func oneForEachMovie(_ found: [EmbeddedMovie]) -> [EmbeddedMovie] {
    var kept: [EmbeddedMovie] = []
    for movie in found {
      guard let place = movie.movie,
        !kept.contains(where: { $0.movie?.offset == place.offset })
      else { continue }
      kept.append(movie)
    }
    return kept.isEmpty ? Array(found.prefix(1)) : kept
  }

  /// The bytes of a movie, with the zeros that pad the picture before it.
  private static func extent(of movie: Place, pictureEnd: UInt64, in bytes: SourceBytes)
    -> Range<UInt64>
  {
    let end = movie.offset + movie.length
    guard pictureEnd < movie.offset, movie.offset - pictureEnd <= MovieSearch.window,
      let gap = try? bytes.part(
        at: pictureEnd, length: movie.offset - pictureEnd, path: "padding"),
      gap.rest.allSatisfy({ $0 == 0 })
    else { return movie.offset..<end }
    return pictureEnd..<end
  }
}

extension MovieSearch {
  /// The movie that begins at the picture's end or within a window after it.
  fileprivate func movie(after pictureEnd: UInt64) -> Place? {
    movie(from: pictureEnd, to: pictureEnd + min(MovieSearch.window, limit))
  }

  /// The movie that begins within a window before or after an offset.
  fileprivate func movie(around offset: UInt64) -> Place? {
    let first = offset > MovieSearch.window ? offset - MovieSearch.window : 0
    return movie(from: first, to: offset + min(MovieSearch.window, limit))
  }
}
