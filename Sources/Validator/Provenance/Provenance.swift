/// Where the files of a subject come from, with the facts that speak for it.
///
/// The facts are those that readers found for the rules; nothing is read for this. Where they do
/// not decide, nothing is concluded.
package struct Provenance: Sendable, Equatable {
  /// How the files came to be as they are.
  package enum Conclusion: String, Sendable, CaseIterable {
    /// As the camera wrote them.
    case cameraOriginal = "camera-original"
    /// Written anew by Apple's software, at another size or in another container.
    case exported
    /// The camera's frames in a container of other software.
    case remuxed = "re-muxed"
    /// Pixels or frames were coded anew.
    case reencoded = "re-encoded"
    /// Made by a tool, with what a Live Photo needs put in.
    case synthetic
    /// The picture was changed by a person.
    case edited
    /// The facts do not decide.
    case undetermined

    /// The conclusion as people read it.
    package var name: String {
      self == .cameraOriginal ? "camera original" : rawValue
    }
  }

  /// One fact that speaks for the conclusion.
  package struct Fact: Sendable, Equatable {
    /// The fact as a clause with its values.
    package let text: String
    /// The bytes that prove it, where there is one place for them.
    package let evidence: Evidence?

    package init(_ text: String, _ evidence: Evidence? = nil) {
      self.text = text
      self.evidence = evidence
    }
  }

  package let conclusion: Conclusion
  /// What speaks for the conclusion; for `undetermined`, what keeps it open.
  package let facts: [Fact]

  /// The files that are looked at.
  package struct Halves: Sendable {
    package var still: Still?
    package var movie: Movie?

    package init(still: Still?, movie: Movie?) {
      self.still = still
      self.movie = movie
    }
  }

  /// Traits that tell of one origin: each gives the facts that it found.
  typealias Traits = @Sendable (Halves) -> [Fact]

  /// What is looked for, in this order: the first conclusion with a fact stands, because what
  /// comes later can be inherited from the files that were worked on.
  static let table: [(conclusion: Conclusion, traits: Traits)] = [
    (.synthetic, syntheticFacts),
    (.edited, editFacts),
    (.reencoded, recodingFacts),
    (.remuxed, remuxingFacts),
    (.exported, exportFacts),
  ]

  /// States a conclusion that was drawn before.
  package init(_ conclusion: Conclusion, facts: [Fact]) {
    self.conclusion = conclusion
    self.facts = facts
  }

  /// Draws the conclusion.
  package init(of halves: Halves) {
    for (conclusion, traits) in Provenance.table {
      let facts = traits(halves)
      if !facts.isEmpty {
        self.conclusion = conclusion
        self.facts = facts
        return
      }
    }
    let (proofs, gaps) = Provenance.cameraFacts(halves)
    conclusion = gaps.isEmpty ? .cameraOriginal : .undetermined
    facts = gaps.isEmpty ? proofs : gaps
  }

  /// Draws the conclusion for a subject; nil for a lone file of which none can be drawn.
  package init?(of content: SubjectContent) {
    switch content {
    case .pair(let pair):
      self.init(of: Halves(still: pair.still, movie: pair.movie))
      return
    case .still(let still): self.init(of: Halves(still: still, movie: nil))
    case .movie(let movie): self.init(of: Halves(still: nil, movie: movie))
    }
    if conclusion == .undetermined { return nil }
  }

  private static func syntheticFacts(in halves: Halves) -> [Fact] {
    (halves.still.map { .synthetic(in: $0) } ?? [])
      + (halves.movie.map { .synthetic(in: $0) } ?? [])
  }
}

/// Of which subjects of a run the provenance is told.
package enum ProvenanceScope: Int, Sendable, Comparable {
  case none
  /// Those with a fault or with something that could not be told.
  case faulty
  case all

  package static func < (left: ProvenanceScope, right: ProvenanceScope) -> Bool {
    left.rawValue < right.rawValue
  }
}
