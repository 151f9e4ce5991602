package import Validator

/// What a file turned out to be.
///
/// Indirect, because facts are kilobytes: it is handed around by reference.
package indirect enum MediaFacts: Sendable {
  case still(Still)
  case movie(Movie)
}

/// Reads the facts of media files.
package struct MediaReader: Sendable {
  private let plan: ReadingPlan
  /// How long the reading of one file may take; nil for any time.
  private let timeLimit: Duration?

  package init(plan: ReadingPlan, timeLimit: Duration? = nil) {
    self.plan = plan
    self.timeLimit = timeLimit
  }

  /// Reads a file.
  ///
  /// A file that cannot be read, or whose bytes are none of the known types, gets a role all the
  /// same, with every fact unreadable: the one that it is meant in, else that of its extension.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - half: the role that the user or a bundle gives it, where one does.
  /// - Returns: its facts, or nil where nothing makes it a still or a movie.
  package func read(_ path: FilePath, meantAs half: Half? = nil) -> MediaFacts? {
    do throws(ReadError) {
      let source = try FileSource(path)
      let facts = try read(source, path: path, meantAs: half)
      guard source.hasChanged else { return facts }
      // A file that is still being written: once more, then it is left alone.
      let again = try FileSource(path)
      let newFacts = try read(again, path: path, meantAs: half)
      guard again.hasChanged else { return newFacts }
      throw ReadError(
        .notOpened, "was changed while it was read", at: Place("file", offset: 0, length: 0))
    } catch {
      return unreadable(MediaFile(path: path, size: 0, type: nil), as: half, error)
    }
  }

  /// Reads a file from any source.
  ///
  /// - Throws: what the source throws at its first bytes.
  package func read(_ source: any ByteSource, path: FilePath, meantAs half: Half? = nil)
    throws(ReadError) -> MediaFacts?
  {
    let source = timeLimit.map { TimedSource(source, limit: $0) } ?? source
    // The name is a hint only: what it promises wrongly costs a second read.
    let isNamedMovie = MediaFile(path: path, size: 0, type: nil).halfByExtension == .movie
    let bytes = try SourceBytes(
      source,
      headLength: isNamedMovie ? SourceBytes.movieHeadLength : SourceBytes.headLength)
    let type = FileType(head: bytes.firstBytes, size: bytes.size)
    let file = MediaFile(path: path, size: bytes.size, type: type)
    let place = Place("file", offset: 0, length: min(bytes.size, 16))
    switch type.half {
    case .still: return .still(still(file, from: bytes))
    case .movie:
      var movie = Movie(
        file: file, unreadable: ReadError(.unsupported, "was not looked at", at: place))
      MovieReader.read(bytes, into: &movie, plan: plan)
      return .movie(movie)
    case nil:
      let error =
        switch type {
        case .empty: ReadError(.malformed, "the file is empty", at: place)
        case .unknown:
          ReadError(.malformed, "the bytes are no known picture or movie format", at: place)
        default: ReadError(.otherContent, "the bytes are \(type.rawValue) data", at: place)
        }
      return unreadable(file, as: half, error)
    }
  }

  private func still(_ file: MediaFile, from bytes: SourceBytes) -> Still {
    var still = Still(
      file: file,
      unreadable: ReadError(
        .unsupported, "was not looked at", at: Place("file", offset: 0, length: 0)))
    switch file.type {
    case .jpeg: JPEGReader.read(bytes, into: &still)
    case .heic, .avif: HEIFReader.read(bytes, into: &still)
    case .png: PNGReader.read(bytes, into: &still)
    case .webp: WebPReader.read(bytes, into: &still)
    case .tiff: TIFFStillReader.read(bytes, into: &still)
    default: break
    }
    return still
  }

  /// The file in the role that it is meant in, nothing known of it; nil where nothing tells a role.
  package func unreadable(_ file: MediaFile, as half: Half?, _ error: ReadError) -> MediaFacts? {
    switch half ?? file.halfByExtension {
    case .still: .still(Still(file: file, unreadable: error))
    case .movie: .movie(Movie(file: file, unreadable: error))
    case nil: nil
    }
  }

  /// Looks for an identifier in the `.xmp` file beside a still, where editors keep what they took
  /// out of it: `IMG_0001.xmp` or `IMG_0001.HEIC.xmp`.
  package func identifierInSidecar(of still: Still) -> StrayIdentifier? {
    MediaReader.sidecars(of: still.file.path).lazy.compactMap { path in
      (try? FileSource(path)).flatMap { identifier(inSidecar: $0, path: path) }
    }.first
  }

  /// Where the sidecar of a still may lie.
  package static func sidecars(of still: FilePath) -> [FilePath] {
    let name = Array(still.name)
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[..<$0]) } ?? name
    return [stem, name].flatMap { base in
      [".xmp", ".XMP"].map { still.sibling(base + Array($0.utf8)) }
    }
  }

  /// The identifier in a sidecar.
  package func identifier(inSidecar source: any ByteSource, path: FilePath) -> StrayIdentifier? {
    guard let bytes = try? SourceBytes(source),
      let packet = try? bytes.part(at: 0, length: bytes.size, path: "XMP"),
      let facts = try? XMPReader.read(packet), let identifier = facts.identifier
    else { return nil }
    return StrayIdentifier(
      identifier: identifier, carrier: .sidecar(path),
      place: facts.identifierPlace ?? packet.place)
  }
}

extension MediaFacts {
  package var file: MediaFile {
    switch self {
    case .still(let still): still.file
    case .movie(let movie): movie.file
    }
  }

  /// The identifier, where there is one where Apple's software looks.
  package var identifier: String? {
    switch self {
    case .still(let still): still.identifier.value?.text
    case .movie(let movie): movie.identifier.value?.text
    }
  }

  /// The facts in the role of a still: a movie's bytes tell nothing of a picture.
  package var asStill: Still {
    switch self {
    case .still(let still): still
    case .movie(let movie): Still(file: movie.file, unreadable: otherContent(of: movie.file))
    }
  }

  /// The facts in the role of a movie: a picture's bytes tell nothing of a movie.
  package var asMovie: Movie {
    switch self {
    case .movie(let movie): movie
    case .still(let still): Movie(file: still.file, unreadable: otherContent(of: still.file))
    }
  }

  /// The file in its role with nothing known of it, as its archive does not yield its bytes.
  ///
  /// - Parameter size: its length as the archive tells it.
  package func unreadable(size: UInt64, _ error: ReadError) -> MediaFacts {
    var file = file
    file.size = size
    if file.type == .empty { file.type = nil }
    return switch self {
    case .still: .still(Still(file: file, unreadable: error))
    case .movie: .movie(Movie(file: file, unreadable: error))
    }
  }

  private func otherContent(of file: MediaFile) -> ReadError {
    ReadError(
      .otherContent, "the bytes are \(file.type?.rawValue ?? "unknown") data",
      at: Place("file", offset: 0, length: min(file.size, 16)))
  }
}
