internal import Validator

extension ChosenIdentifier {
  /// Chooses the identifier that both halves of a pair shall carry.
  ///
  /// What a half carries where Apple's software looks counts most, the still's before the movie's,
  /// then what stands elsewhere; of several that one which both halves know. A text that is no
  /// UUID, an example or another pair's is never chosen: a new random UUID takes its place.
  ///
  /// - Parameters:
  ///   - pair: the halves.
  ///   - results: what the rules said of them.
  ///   - asked: the identifier that a person wants.
  init(for pair: Pair, _ results: [RuleResult], asked: String?) {
    if let asked {
      self.init(asked, origin: "as asked for")
      return
    }
    let unfit = Set(
      results.filter { ["identifier/placeholder", "identifier/reused"].contains($0.rule.id) }
        .flatMap(\.evidence).compactMap(\.found).map { $0.uppercased() })
    let known = pair.knownIdentifiers.filter {
      $0.identifier.isUUID && !unfit.contains($0.identifier.text.uppercased())
    }
    let shared = known.first { candidate in
      known.contains {
        $0.half != candidate.half
          && $0.identifier.text.uppercased() == candidate.identifier.text.uppercased()
      }
    }
    if let chosen = shared ?? known.first {
      self.init(
        chosen.identifier.text.uppercased(),
        origin: shared == nil ? chosen.origin : "what both halves carry")
    } else {
      self.init(StoredIdentifier.random(), origin: "new and random")
    }
  }
}

/// An identifier somewhere in a pair.
private struct KnownIdentifier {
  let identifier: StoredIdentifier
  let half: Half
  let origin: String
}

extension Pair {
  /// All identifiers of the halves, the most trustworthy first.
  fileprivate var knownIdentifiers: [KnownIdentifier] {
    let own = [
      still.identifier.value.map {
        KnownIdentifier(identifier: $0, half: .still, origin: "the still's own")
      },
      movie.identifier.value.map {
        KnownIdentifier(identifier: $0, half: .movie, origin: "the movie's own")
      },
    ].compactMap { $0 }
    let others =
      (still.otherIdentifiers + still.strayIdentifiers).map {
        KnownIdentifier(
          identifier: $0.identifier, half: .still, origin: "from another place in the still")
      }
      + (movie.otherIdentifiers + movie.strayIdentifiers).map {
        KnownIdentifier(
          identifier: $0.identifier, half: .movie, origin: "from another place in the movie")
      }
    return own + others
  }
}

extension Still {
  /// Whether the still carries an identifier as cameras store it, and no other.
  func carries(_ identifier: String) -> Bool {
    guard let stored = self.identifier.value else { return false }
    return stored.text == identifier && stored.oddities.isEmpty
      && otherIdentifiers.allSatisfy { $0.identifier.text == identifier }
  }
}

extension Movie {
  /// Whether the movie carries an identifier as cameras store it, and no other.
  func carries(_ identifier: String) -> Bool {
    guard let stored = self.identifier.value else { return false }
    return stored.text == identifier && stored.oddities.isEmpty
      && (otherIdentifiers + strayIdentifiers).allSatisfy { $0.identifier.text == identifier }
  }
}
