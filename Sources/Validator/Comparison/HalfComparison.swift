/// A file of a comparison, read as far as anything is asked of it.
package struct ComparedFile: Sendable {
  package enum Facts: Sendable {
    case still(Still)
    case movie(Movie)
  }

  package var facts: Facts
  package var parts: ComparedPart
  package var coded: [CodedPart]
  /// What was not looked at, each as a clause.
  package var notRead: [String]

  package init(
    facts: Facts, parts: ComparedPart, coded: [CodedPart], notRead: [String] = []
  ) {
    self.facts = facts
    self.parts = parts
    self.coded = coded
    self.notRead = notRead
  }

  package var file: MediaFile {
    switch facts {
    case .still(let still): still.file
    case .movie(let movie): movie.file
    }
  }
}

/// What came of comparing the stills or the movies of the two sides.
package struct HalfComparison: Sendable {
  /// What happened to the reference's file on its way to the candidate, if it did come from there.
  package enum Verdict: String, Sendable, CaseIterable {
    /// Not a byte differs.
    case identical
    /// The coded media are the same, what is said about them is not.
    case sameMedia = "same-media"
    /// The coded media are some of the reference's.
    case excerpt
    /// Most of the coded media are the reference's: joined, cut inside or damaged, not coded anew.
    case partlySame = "partly-same"
    /// One shot, coded anew.
    case reencoded = "re-encoded"
    /// Two shots.
    case otherShot = "other-shot"
    /// The coded media differ; nothing tells whether it is one shot.
    case different
    /// One of the files has no such media at all.
    case mediaMissing = "media-missing"
    /// The coded media could not be compared.
    case notCompared = "not-compared"
  }

  /// Differences that are kept: two camera files of different years have some 150.
  private static let differenceLimit = 4_000

  package let half: Half
  package let reference: MediaFile
  package let candidate: MediaFile
  package let verdict: Verdict
  /// What the verdict rests on, each as a clause.
  package let reasons: [String]
  package let coded: [CodedComparison]
  package let differences: [Difference]
  /// What was not compared or is not told, each as a clause.
  package let notCompared: [String]

  /// Compares two files of one medium.
  ///
  /// - Parameter haveEqualBytes: whether they were held against each other byte by byte and are
  ///   the same.
  package init(
    _ half: Half, reference: ComparedFile, candidate: ComparedFile, haveEqualBytes: Bool
  ) {
    self.half = half
    self.reference = reference.file
    self.candidate = candidate.file
    let forms = (reference.parts.form, candidate.parts.form)
    var gaps =
      (forms.0 == forms.1
        ? [] : ["what only \(forms.0) or only \(forms.1) files have: the formats differ"])
      + reference.notRead.map { "of the reference " + $0 }
      + candidate.notRead.map { "of the candidate " + $0 }
    coded = CodedComparison.comparisons(reference: reference.coded, candidate: candidate.coded)
    guard !haveEqualBytes else {
      (verdict, reasons, differences, notCompared) = (.identical, [], [], gaps)
      return
    }
    var found = PartComparison.differences(
      in: half, reference: reference.parts, candidate: candidate.parts)
    let media = coded.filter { !$0.isEqual }
    if found.isEmpty, media.isEmpty { found = [HalfComparison.layout(half, reference, candidate)] }
    if found.count > HalfComparison.differenceLimit {
      gaps.append("\(found.count - HalfComparison.differenceLimit) further parts that differ")
    }
    differences = Array(found.prefix(HalfComparison.differenceLimit))
    notCompared = gaps
    let main = coded.filter { $0.name == (half == .still ? "picture" : "video") }
    (verdict, reasons) = HalfComparison.verdict(
      main: main.isEmpty ? coded : main, hints: ShotHints(reference.facts, candidate.facts))
  }

  /// What differs where no part does: bytes between parts, their order, or ones that nothing decodes.
  private static func layout(
    _ half: Half, _ reference: ComparedFile, _ candidate: ComparedFile
  ) -> Difference {
    func spot(_ file: ComparedFile) -> Difference.Spot {
      Difference.Spot(
        path: "file", offset: 0, length: file.file.size,
        value: "\(file.file.size) bytes, laid out in its own way")
    }
    return Difference(half, "layout", reference: spot(reference), candidate: spot(candidate))
  }

  private static func verdict(main: [CodedComparison], hints: ShotHints?) -> (Verdict, [String]) {
    if main.isEmpty { return (.notCompared, ["no coded media were found in the two files"]) }
    if main.contains(where: { $0.state == .notCompared }) { return (.notCompared, []) }
    if main.contains(where: { $0.state == .lost || $0.state == .added }) {
      return (.mediaMissing, [])
    }
    if main.allSatisfy({ $0.state == .equal }) { return (.sameMedia, []) }
    if main.allSatisfy({ $0.state == .equal || $0.state == .excerpt }) { return (.excerpt, []) }
    let copies = main.reduce(0) { $0 + ($1.candidateCount ?? 0) }
    if main.reduce(0, { $0 + $1.equalCount }) > copies / 2 { return (.partlySame, []) }
    guard let hints else { return (.different, []) }
    if !hints.other.isEmpty { return (.otherShot, hints.other) }
    if !hints.same.isEmpty { return (.reencoded, hints.same) }
    return (.different, [])
  }

  /// Whether anything differs.
  package var isSame: Bool {
    verdict == .identical || differences.isEmpty && coded.allSatisfy(\.isEqual)
  }

  /// Whether the files are of two shots, as far as anything tells: values that every shot has of
  /// its own are then no loss.
  var mayBeTwoShots: Bool { verdict == .otherShot || verdict == .different }

  /// How many parts differ in a way.
  package func count(of change: Difference.Change) -> Int {
    differences.reduce(0) { $0 + ($1.change == change ? $1.count : 0) }
  }
}

extension CodedComparison {
  package var isEqual: Bool { state == .equal }
}

extension ShotHints {
  /// What two files tell; nil for two media.
  fileprivate init?(_ reference: ComparedFile.Facts, _ candidate: ComparedFile.Facts) {
    switch (reference, candidate) {
    case (.still(let own), .still(let copy)): self.init(own, copy)
    case (.movie(let own), .movie(let copy)): self.init(own, copy)
    default: return nil
    }
  }
}
