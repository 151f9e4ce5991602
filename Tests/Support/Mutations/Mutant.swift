import Readers
import Rules
package import Validator
import Writers

/// A good subject with one fact changed, and the rules that the change is about.
package struct Mutant: Sendable {
  /// What was changed, as a clause.
  package let name: String
  /// The rule that must fail.
  package let own: String
  /// Rules that fail too because the change leaves them no choice, with the reason.
  package let following: [String: String]
  /// The subjects that have the fact.
  package let subjects: [GoodSubject]
  /// How the fact is changed.
  let change: Change

  /// Where a fact is changed.
  enum Change: Sendable {
    /// In the recipe of the files, by what their writers offer.
    case recipe(@Sendable (inout GoodPair) -> Void)
    /// In the bytes or the names of the files.
    case files(@Sendable (inout PairFiles) -> Void)
    /// In the facts that were read, for what the other files of a run tell.
    case facts(@Sendable (inout PairFacts) -> Void)
    /// In the facts of the good app.
    case app(@Sendable (inout App) -> Void)
    /// In the facts of the good animation.
    case animation(@Sendable (inout Animation) -> Void)
  }

  /// Creates a mutant of pairs.
  init(
    _ name: String, own: String, following: [String: String] = [:],
    pairs: [GoodPair.Form] = GoodPair.Form.allCases, _ change: Change
  ) {
    self.name = name
    self.own = own
    self.following = following
    subjects = pairs.map { .pair($0) }
    self.change = change
  }

  /// Creates a mutant of the good app.
  init(
    _ name: String, own: String, following: [String: String] = [:],
    app change: @escaping @Sendable (inout App) -> Void
  ) {
    self.name = name
    self.own = own
    self.following = following
    subjects = [.app]
    self.change = .app(change)
  }

  /// Creates a mutant of the good app, by its app target.
  init(
    _ name: String, own: String, following: [String: String] = [:],
    target change: @escaping @Sendable (inout AppTarget) -> Void
  ) {
    self.init(name, own: own, following: following, app: { change(&$0.targets[0]) })
  }

  /// Creates a mutant of the good animation.
  init(
    _ name: String, own: String, following: [String: String] = [:],
    animation change: @escaping @Sendable (inout Animation) -> Void
  ) {
    self.name = name
    self.own = own
    self.following = following
    subjects = [.animation]
    self.change = .animation(change)
  }

  /// Where the fact was changed, in a word.
  package var level: String {
    switch change {
    case .recipe: "recipe"
    case .files: "files"
    case .facts, .app, .animation: "facts"
    }
  }

  /// All mutants, family by family.
  package static let all: [Mutant] = [
    pair, identifier, stillTime, movie, still, geometry, capture, wallpaper,
    usage, localisation, propertyList, `extension`, liveActivity, privacy, animation,
  ].flatMap { $0 }

  /// The rules that fail of the mutant, in the order of the catalogue.
  package func failures(of subject: GoodSubject, _ media: Media) throws(ReadError) -> [String] {
    switch subject {
    case .pair(let form): Engine.ofAllRules.judge(try self.subject(of: form, media)).failingRules
    case .app:
      with(App.good) {
        if case .app(let change) = change { change(&$0) }
      }.failures
    case .animation:
      with(Animation.good) {
        if case .animation(let change) = change { change(&$0) }
      }.failures
    }
  }

  /// The movie of the mutant; nil where its change is none of a pair's files.
  package func movie(_ form: GoodPair.Form, _ media: Media) -> [UInt8]? {
    var pair = GoodPair(form, media)
    switch change {
    case .recipe(let change):
      change(&pair)
      return pair.files.movie
    case .files(let change):
      var files = pair.files
      change(&files)
      return files.movie
    case .facts, .app, .animation: return nil
    }
  }

  /// The mutant of a good pair.
  package func subject(of form: GoodPair.Form, _ media: Media) throws(ReadError) -> Subject {
    var pair = GoodPair(form, media)
    if case .recipe(let change) = change { change(&pair) }
    var files = pair.files
    if case .files(let change) = change { change(&files) }
    var facts = try files.facts
    if case .facts(let change) = change { change(&facts) }
    return facts.subject
  }
}

/// A pair on which no rule fails, in any profile: the examples with the motion data of cameras.
package struct GoodPair: Sendable {
  /// Its two forms.
  package enum Form: String, Sendable, CaseIterable {
    case jpeg = "JPEG + H.264"
    case heic = "HEIC + HEVC"
  }

  let form: Form
  let media: Media
  var still: ExampleStill
  var movie: LiveMovie
  /// What the still is called, and its bytes where they are not those of the recipe.
  var stillName: String
  var stillBytes: [UInt8]?
  /// How many bytes the files lack at their ends.
  var bytesLostFromStill = 0
  var bytesLostFromMovie = 0

  init(_ form: Form, _ media: Media) {
    self.form = form
    self.media = media
    stillName = form == .jpeg ? "IMG_0001.JPG" : "IMG_0001.HEIC"
    let video = form == .jpeg ? media.h264 : media.hevc
    still = ExampleStill(media)
    movie = LiveMovie.example(video)
    movie.timedTracks[0] = .livePhotoInfo(for: video)
  }

  var files: PairFiles {
    let whole = stillBytes ?? (form == .jpeg ? still.jpeg : still.heic)
    return PairFiles(
      stillName: stillName, still: whole.dropLast(bytesLostFromStill),
      movie: movie.bytes.dropLast(bytesLostFromMovie))
  }

  /// Gives both halves an identifier.
  mutating func setIdentifier(_ text: String) {
    still.setIdentifier(.ascii(text))
    movie.replaceMetadata("content.identifier", by: text)
  }
}

extension ExampleStill {
  /// Gives tag 0x0011 of the MakerNote a value, or takes the tag out.
  mutating func setIdentifier(_ value: TIFFValue?) {
    noteEntries.removeAll { $0.tag == AppleMakerNote.identifierTag }
    if let value { noteEntries.append(TIFFEntry(AppleMakerNote.identifierTag, value)) }
  }
}

/// The files of a pair.
struct PairFiles: Sendable {
  var stillName: String
  var movieName = "IMG_0001.MOV"
  var still: [UInt8]
  var movie: [UInt8]

  /// What the readers make of them.
  var facts: PairFacts {
    get throws(ReadError) {
      let reader = MediaReader(plan: ReadingPlan(readsLivePhotoInfo: true))
      let still = try reader.read(
        MemorySource(still), path: FilePath(stillName), meantAs: .still)
      let movie = try reader.read(
        MemorySource(movie), path: FilePath(movieName), meantAs: .movie)
      guard let still = still?.asStill, let movie = movie?.asMovie else {
        throw ReadError(.unsupported, "no half", at: Place("file", offset: 0, length: 0))
      }
      return PairFacts(still: still, movie: movie)
    }
  }
}

/// What is known of a pair and of what lies around it.
struct PairFacts: Sendable {
  var still: Still
  var movie: Movie
  /// Which half is there alone; nil for both.
  var loneHalf: Half?
  var surroundings = Surroundings()
  var bundle: Bundle?

  var subject: Subject {
    let identifier = still.identifier.value?.text
    let isBound = identifier != nil && identifier == movie.identifier.value?.text
    let content: SubjectContent =
      switch loneHalf {
      case .still: .still(still)
      case .movie: .movie(movie)
      case nil:
        .pair(
          Pair(
            name: "IMG_0001", still: still, movie: movie,
            bond: bundle != nil ? .bundle : isBound ? .identifier : .name))
      }
    return Subject(content, surroundings: surroundings, bundle: bundle)
  }

  /// The rules that fail in the profile that runs all of them.
  var failures: [String] {
    Engine.ofAllRules.judge(subject).failingRules
  }
}
