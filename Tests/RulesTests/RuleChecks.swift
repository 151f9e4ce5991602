import Rules
import Support
import Testing
import Validator

/// What a rule says of a subject, in a form that tests can look into.
struct Judgement {
  let outcome: Outcome

  var findings: [Finding] {
    if case .fail(let findings) = outcome { findings } else { [] }
  }
  var message: String { findings.map(\.message).joined(separator: "; ") }
  var evidence: [Evidence] { findings.flatMap(\.evidence) }
  var offsets: [UInt64] { evidence.compactMap { $0.place?.offset } }
  var passes: Bool { if case .pass = outcome { true } else { false } }
  var fails: Bool { !findings.isEmpty }
  var isNotApplicable: Bool { if case .notApplicable = outcome { true } else { false } }
  var unreadableFile: FilePath? {
    if case .unreadable(_, let file) = outcome { file } else { nil }
  }
}

extension Rule {
  func judge(_ subject: Subject, _ settings: Settings = Settings()) -> Judgement {
    let outcome: Outcome
    switch check {
    case .subject(let check): outcome = check(subject, settings)
    case .pair(let check):
      outcome = subject.pair.map { check($0, settings) } ?? .notApplicable("no pair")
    case .still(_, let check):
      outcome = subject.still.map { check($0, settings) } ?? .notApplicable("no still")
    case .movie(_, let check):
      outcome = subject.movie.map { check($0, settings) } ?? .notApplicable("no movie")
    case .app, .animation: outcome = .notApplicable("no pair, still or movie")
    }
    return Judgement(outcome: outcome)
  }

  /// Judges the example pair after a change.
  func judgePair(_ change: (inout Pair) -> Void = { _ in }) -> Judgement {
    var pair = Pair.example
    change(&pair)
    return judge(Subject(.pair(pair)))
  }

  /// Judges the example pair amid what the rest of the run tells.
  func judgeSurrounded(by change: (inout Surroundings) -> Void) -> Judgement {
    var subject = Subject(.pair(.example))
    change(&subject.surroundings)
    return judge(subject)
  }

  /// Judges the example still alone.
  func judgeStill(
    _ change: (inout Still) -> Void = { _ in }, amid around: (inout Surroundings) -> Void = { _ in }
  ) -> Judgement {
    var still = Still.example
    change(&still)
    var subject = Subject(.still(still))
    around(&subject.surroundings)
    return judge(subject)
  }

  /// Judges the example movie alone.
  func judgeMovie(
    _ change: (inout Movie) -> Void = { _ in }, amid around: (inout Surroundings) -> Void = { _ in }
  ) -> Judgement {
    var movie = Movie.example
    change(&movie)
    var subject = Subject(.movie(movie))
    around(&subject.surroundings)
    return judge(subject)
  }
}

extension ReadError {
  static let test = ReadError(
    .malformed, "the bytes are damaged", at: Place("damage", offset: 77, length: 4))
}

extension MediaFile {
  mutating func rename(_ name: String) { path = FilePath(name) }
}

extension Still {
  mutating func setIdentifier(_ text: String, _ oddities: [StoredIdentifier.Oddity] = []) {
    identifier = .present(
      StoredIdentifier(text: text, oddities: oddities),
      at: identifier.place ?? .example)
  }
}

extension Movie {
  mutating func setIdentifier(_ text: String, _ oddities: [StoredIdentifier.Oddity] = []) {
    identifier = .present(
      StoredIdentifier(text: text, oddities: oddities),
      at: identifier.place ?? .example)
  }
}

let otherIdentifier = "0B7A1C52-6E0F-4D2B-9C3A-8F1E2D3C4B5A"
