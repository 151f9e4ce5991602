/// A still and a movie that are judged as one Live Photo.
package struct Pair: Sendable {
  /// What makes the two a pair.
  package enum Bond: String, Sendable {
    /// Both carry one identifier.
    case identifier
    /// They lie in one folder under one base name.
    case name
    /// The user named them as a pair.
    case argument
    /// They lie in one `.pvt` folder or `.livp` archive.
    case bundle
  }

  package var name: String
  package var still: Still
  package var movie: Movie
  package var bond: Bond

  package init(name: String, still: Still, movie: Movie, bond: Bond) {
    self.name = name
    self.still = still
    self.movie = movie
    self.bond = bond
  }
}

/// What is judged: a pair, or a file that has no partner.
///
/// Indirect, because facts are kilobytes: it is handed around by reference.
package indirect enum SubjectContent: Sendable {
  case pair(Pair)
  case still(Still)
  case movie(Movie)
}

/// What is judged, with what the rest of the run tells of it.
package struct Subject: Sendable {
  package let content: SubjectContent
  package let kind: SubjectReport.Kind
  /// What makes a pair one; nil for lone files.
  package let bond: Pair.Bond?
  /// The name that reports show: the base name of the files, the bundle or the lone file.
  package let name: String
  /// The files it is made of, still first; a half that is not there is left out.
  package let files: [ReportedFile]
  package var surroundings: Surroundings
  /// The folder or archive that holds the files by construction, where there is one.
  package var bundle: Bundle?

  package init(
    _ content: SubjectContent, surroundings: Surroundings = Surroundings(), bundle: Bundle? = nil
  ) {
    self.content = content
    // What is asked for often is taken out once: every look into the content copies kilobytes.
    switch content {
    case .pair(let pair):
      (kind, bond, name) = (.pair, pair.bond, pair.name)
      files = Subject.halves(pair.still.file, pair.movie.file, in: bundle)
    case .still(let still):
      (kind, bond, name) = (.still, nil, Subject.shownName(of: still.file))
      files = [ReportedFile(.still, still.file)]
    case .movie(let movie):
      (kind, bond, name) = (.movie, nil, Subject.shownName(of: movie.file))
      files = [ReportedFile(.movie, movie.file)]
    }
    self.surroundings = surroundings
    self.bundle = bundle
  }
}

extension Subject {
  /// The halves that are there.
  private static func halves(_ still: MediaFile, _ movie: MediaFile, in bundle: Bundle?)
    -> [ReportedFile]
  {
    func isThere(_ file: MediaFile) -> Bool { file.type != nil || !file.path.bytes.isEmpty }
    var files: [ReportedFile] = []
    files.reserveCapacity(2)
    if isThere(still) { files.append(ReportedFile(.still, still)) }
    // An archive of which nothing could be read stands for both halves and is named once.
    if isThere(movie), bundle?.path != movie.path { files.append(ReportedFile(.movie, movie)) }
    return files
  }

  private static func shownName(of file: MediaFile) -> String {
    FilePath(bytes: Array(file.path.name)).description
  }

  /// The pair, where it is one.
  package var pair: Pair? {
    if case .pair(let pair) = content { pair } else { nil }
  }

  /// The still, alone or as a half.
  package var still: Still? {
    switch content {
    case .pair(let pair): pair.still
    case .still(let still): still
    case .movie: nil
    }
  }

  /// The movie, alone or as a half.
  package var movie: Movie? {
    switch content {
    case .pair(let pair): pair.movie
    case .movie(let movie): movie
    case .still: nil
    }
  }
}

/// A `.pvt` folder or `.livp` archive, and what was found in it.
package struct Bundle: Equatable, Sendable {
  package var path: FilePath
  package var stills: [FilePath]
  package var movies: [FilePath]
  /// `PFVideoComplementMetadataVersionKey` of `metadata.plist`; absent where the form has no such
  /// file (`.livp`) or the file lacks the key.
  package var metadataVersion: Field<String>
  /// Whether this form of bundle needs a `metadata.plist`.
  package var needsMetadata: Bool
  /// Why an archive could not be read to its end or is not to be trusted; there may be more files
  /// in it than are listed then.
  package var problem: ReadError?

  package init(
    path: FilePath, stills: [FilePath], movies: [FilePath], metadataVersion: Field<String>,
    needsMetadata: Bool, problem: ReadError? = nil
  ) {
    self.path = path
    self.stills = stills
    self.movies = movies
    self.metadataVersion = metadataVersion
    self.needsMetadata = needsMetadata
    self.problem = problem
  }
}

/// What the rest of the run tells of a subject; a rule sees nothing else of other files.
package struct Surroundings: Sendable, Equatable {
  /// A file of the other medium with the still's or the movie's base name that is not its partner.
  package var strangers: [Stranger] = []
  /// Other pairs of the run with the same identifier and other bytes.
  package var sharers: [Sharer] = []
  /// Byte-equal copies of one of the files elsewhere in the run.
  package var copies: [Copy] = []
  /// Other files that could as well be the partner: same identifier, same medium, other bytes.
  package var rivals: [Rival] = []
  /// Whether some file of the other medium in the run carries this subject's identifier, though it
  /// has become another's partner.
  package var identifierIsAnswered = false
  /// Whether the user's list of earlier identifiers holds the pair's.
  package var identifierWasSeenBefore = false
  /// A movie of the still's base name that is no part of the shot: set on the still's subject.
  package var namesake: Namesake?

  package init() {}

  /// A file that shares the base name but not the shot.
  package struct Stranger: Sendable, Equatable {
    /// Which half of the subject it stands beside.
    package var beside: Half
    package var path: FilePath
    /// Its identifier; nil where it has none.
    package var identifier: String?
    /// Where the file that carries that identifier on the other side lies, if in the run.
    package var truePartner: FilePath?

    package init(beside: Half, path: FilePath, identifier: String?, truePartner: FilePath?) {
      self.beside = beside
      self.path = path
      self.identifier = identifier
      self.truePartner = truePartner
    }
  }

  /// A movie with the still's base name that does not look like the same shot.
  package struct Namesake: Sendable, Equatable {
    package var path: FilePath
    /// What speaks against one shot, as a clause: `the movie lasts 31.2 s`.
    package var reason: String

    package init(path: FilePath, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// Another pair with the same identifier.
  package struct Sharer: Sendable, Equatable {
    package var still: FilePath
    package var movie: FilePath

    package init(still: FilePath, movie: FilePath) {
      self.still = still
      self.movie = movie
    }
  }

  /// A byte-equal copy.
  package struct Copy: Sendable, Equatable {
    /// Which half it is a copy of.
    package var half: Half
    package var path: FilePath

    package init(half: Half, path: FilePath) {
      self.half = half
      self.path = path
    }
  }

  /// A file that could be the partner as well.
  package struct Rival: Sendable, Equatable {
    /// Which half it could take the place of.
    package var half: Half
    package var path: FilePath
    /// Whether it is the JPEG or HEIC export of the still beside it: same base name, other type.
    package var isExport: Bool

    package init(half: Half, path: FilePath, isExport: Bool) {
      self.half = half
      self.path = path
      self.isExport = isExport
    }
  }
}
