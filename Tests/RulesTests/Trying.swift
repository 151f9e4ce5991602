import Support
import Validator

extension Rule {
  /// What this rule alone says of a subject.
  func tried(
    on content: SubjectContent, profile: Profile = .photos, settings: Settings = Settings()
  ) -> RuleResult {
    let engine = Engine(
      rules: [self], profile: profile, settings: settings, keepsAllResults: true)
    return engine.judge(Subject(content)).results.first
      ?? RuleResult(rule: self, state: .notRun, message: "the engine gave no result")
  }

  /// What this rule alone says of the example pair with its movie changed.
  func tried(profile: Profile = .photos, movie change: (inout Movie) -> Void) -> RuleResult {
    var pair = Pair.example
    change(&pair.movie)
    return tried(on: .pair(pair), profile: profile)
  }

  /// What this rule alone says of the example pair with its still changed.
  func tried(profile: Profile = .photos, still change: (inout Still) -> Void) -> RuleResult {
    var pair = Pair.example
    change(&pair.still)
    return tried(on: .pair(pair), profile: profile)
  }

  /// What this rule alone says of the example pair with both halves changed.
  func tried(profile: Profile = .photos, pair change: (inout Pair) -> Void) -> RuleResult {
    var pair = Pair.example
    change(&pair)
    return tried(on: .pair(pair), profile: profile)
  }
}

extension RuleResult {
  /// The byte offsets of all evidence; nil where a piece of it is about the file as a whole.
  var offsets: [UInt64?] { evidence.map { $0.place?.offset } }
}

extension Movie {
  /// Changes the video track.
  mutating func changeVideo(_ change: (inout Track) -> Void) {
    tracks = tracks.map { all in
      all.map { track in
        guard track.handler == "vide" else { return track }
        var changed = track
        change(&changed)
        return changed
      }
    }
  }
}

/// A place that tests recognise by its offset.
func spot(_ offset: UInt64) -> Place { Place("spot", offset: offset, length: 4) }

/// A read error as a cut file gives it.
func lost(_ kind: ReadError.Kind = .pastEnd(needed: 8, available: 4)) -> ReadError {
  ReadError(kind, "the bytes are not there", at: spot(77))
}
