/// What tables and shares tell of a subject besides its results: who took it, when, with what.
///
/// A value that is absent or could not be read is nil: tables have no room for reasons, which stand
/// in the results. The still's values go before the movie's.
package struct SubjectTraits: Sendable, Equatable {
  package var stillIdentifier: String?
  package var movieIdentifier: String?
  package var make: String?
  package var model: String?
  /// What wrote the file: for a camera's, the version of its system.
  package var software: String?
  /// The capture time as it stands in the file.
  package var captured: String?
  /// The stored size of the still, else of the movie's picture.
  package var pixelSize: PixelSize?
  /// The length of the movie in seconds.
  package var duration: Double?
  /// What an encoder wrote of itself into the movie.
  package var encoder: String?

  package init() {}

  package init(of content: SubjectContent) {
    switch content {
    case .pair(let pair):
      self.init(still: pair.still, movie: pair.movie)
    case .still(let still):
      self.init(still: still, movie: nil)
    case .movie(let movie):
      self.init(still: nil, movie: movie)
    }
  }

  private init(still: Still?, movie: Movie?) {
    stillIdentifier = still?.identifier.value?.text
    movieIdentifier = movie?.identifier.value?.text
    make = still?.make.value ?? movie?.make.value
    model = still?.model.value ?? movie?.model.value
    software = still?.software.value ?? movie?.software.value
    captured = still?.captureTime.value?.text ?? movie?.creationDate.value?.text
    pixelSize = still?.pixelSize.value ?? movie?.frameSize
    duration = (movie?.duration.value?.seconds).flatMap { $0.isFinite ? $0 : nil }
    encoder = movie?.encoderTrace.value
  }
}
