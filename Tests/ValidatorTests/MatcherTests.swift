import Testing
import Validator

@Suite struct `Pairing` {
  private func candidate(_ path: String, _ identifier: String? = nil, half: Half?? = .none)
    -> PairingCandidate
  {
    let file = MediaFile(path: FilePath(path), size: 1, type: nil)
    return PairingCandidate(
      path: file.path, half: half ?? file.halfByExtension, halfByName: file.halfByExtension,
      identifier: identifier)
  }

  /// The pairs that are found, as paths.
  private func pairs(_ candidates: [PairingCandidate], byName: Bool = true) -> [String] {
    var matcher = Matcher(candidates.sorted { $0.path < $1.path })
    matcher.matchByIdentifier()
    if byName { matcher.matchByName() }
    return matcher.matches.map {
      let still = matcher.candidates[$0.still].path.description
      let movie = matcher.candidates[$0.movie].path.description
      return "\(still) + \(movie) by \($0.bond.rawValue)"
    }.sorted()
  }

  @Test func `equal identifiers make a pair over folders and names`() {
    #expect(
      pairs([candidate("a/IMG_1.HEIC", "X"), candidate("b/clip.MOV", "X")])
        == ["a/IMG_1.HEIC + b/clip.MOV by identifier"])
  }

  @Test func `the movie in the same folder under the same name comes first`() {
    #expect(
      pairs([
        candidate("a/IMG_2.HEIC", "X"), candidate("a/IMG_1.MOV", "X"),
        candidate("a/IMG_2.MOV", "X"), candidate("b/IMG_2.MOV", "X"),
      ]) == ["a/IMG_2.HEIC + a/IMG_2.MOV by identifier"])
  }

  @Test func `the same folder comes before the same name`() {
    #expect(
      pairs([
        candidate("a/IMG_1.HEIC", "X"), candidate("b/IMG_1.MOV", "X"), candidate("a/clip.MOV", "X"),
      ]) == ["a/IMG_1.HEIC + a/clip.MOV by identifier"])
  }

  @Test func `identifiers come before names`() {
    #expect(
      pairs([
        candidate("IMG_1.JPG", "X"), candidate("IMG_1.MOV", "Y"),
        candidate("IMG_1(1).JPG", "Y"), candidate("IMG_1(1).MOV", "X"),
      ]) == [
        "IMG_1(1).JPG + IMG_1.MOV by identifier", "IMG_1.JPG + IMG_1(1).MOV by identifier",
      ])
  }

  @Test func `names are compared without case in one folder only`() {
    #expect(pairs([candidate("img_1.jpg"), candidate("IMG_1.MOV")]).count == 1)
    #expect(pairs([candidate("a/IMG_1.JPG"), candidate("b/IMG_1.MOV")]).isEmpty)
  }

  @Test func `a copy number joins the halves of one copy`() {
    #expect(
      pairs([
        candidate("IMG_1.JPG"), candidate("IMG_1(1).JPG"), candidate("IMG_1_HEVC.MOV"),
        candidate("IMG_1_HEVC(1).MOV"),
      ]) == [
        "IMG_1(1).JPG + IMG_1_HEVC(1).MOV by name", "IMG_1.JPG + IMG_1_HEVC.MOV by name",
      ])
  }

  @Test func `different copy numbers join only files without identifiers`() {
    #expect(pairs([candidate("IMG_1.JPG"), candidate("IMG_1(1).MOV")]).count == 1)
    #expect(pairs([candidate("IMG_1.JPG", "X"), candidate("IMG_1(1).MOV", "Y")]).isEmpty)
    #expect(pairs([candidate("IMG_1.JPG", "X"), candidate("IMG_1.MOV", "Y")]).count == 1)
  }

  @Test func `a picture named as a movie has the role of its name`() {
    #expect(
      pairs([candidate("IMG_1.HEIC", "X"), candidate("IMG_1.MOV", "X", half: .some(.still))])
        == ["IMG_1.HEIC + IMG_1.MOV by name"])
  }

  @Test func `ten thousand files of one identifier are paired in path order`() {
    let files = (0..<5_000).flatMap { number in
      [candidate("s/\(number).jpg", "X"), candidate("m/\(number)m.mov", "X")]
    }
    #expect(pairs(files, byName: false).count == 5_000)
  }
}
