import Readers
import Support
import Testing
import Validator
import Writers

@Suite struct `A hostile movie` {
  private let media: Media

  init() throws {
    media = try Media(in: Corpus.mediaPath)
  }

  /// Changes the movie, and where that is not refused, looks at what came of it.
  ///
  /// - Returns: whether it could be changed.
  @discardableResult
  private func expectRefusedOrRight(
    _ bytes: [UInt8], _ name: String, comparesSamples: Bool = true
  ) throws -> Bool {
    let changes = MovieChanges.all
    let source = MemorySource(bytes)
    let replacements: [Replacement]
    do {
      replacements = try MovieRewriter.replacements(changes, in: source)
    } catch {
      return false
    }
    let file = try RewrittenFile(source, replacements)
    let movie = try facts(file)
    #expect(movie.identifier.value == StoredIdentifier(text: newIdentifier), "\(name)")
    #expect(movie.strayIdentifiers.isEmpty && movie.otherIdentifiers.isEmpty, "\(name)")
    let marks = movie.stillTimes.value?.compactMap(\.presentationTime?.seconds) ?? []
    #expect(marks.count == 1 && ((marks.first ?? 9) - 1).magnitude < 0.6, "\(name): \(marks)")
    #expect(movie.majorBrand.value == "qt  ", "\(name)")
    if comparesSamples { try expectSameSamples(file, source) }
    #expect(try MovieRewriter.replacements(changes, in: file) == [], "\(name)")
    return true
  }

  @Test func `of the corpus is refused or changed`() throws {
    var changed = 0
    for specimen in Specimen.all(media) {
      for file in specimen.files where file.name.lowercased().hasSuffix(".mov") {
        let isChanged = try expectRefusedOrRight(file.bytes, "\(specimen.name)/\(file.name)")
        changed += isChanged ? 1 : 0
      }
    }
    #expect(changed > 100)
  }

  @Test func `of the mutants is refused or changed`() throws {
    var changed = 0
    for mutant in Mutant.all {
      for form in GoodPair.Form.allCases {
        guard let bytes = mutant.movie(form, media) else { continue }
        changed += try expectRefusedOrRight(bytes, "\(mutant.own): \(mutant.name)") ? 1 : 0
      }
    }
    #expect(changed > 50)
  }

  @Test(arguments: zip([0x00, 0x01, 0x7F, 0xFF] as [UInt8], 0..<4))
  func `of one byte changed is refused or changed`(byte: UInt8, first: Int) throws {
    var video = media.h264
    video.samples = Array(video.samples.prefix(2))
    video.runs = [SampleRun(count: 2, duration: 600)]
    video.timeTables = [
      Part.fullBox("stts", .uint32(1 as UInt32), .uint32(2 as UInt32), .uint32(600 as UInt32))
        .written()
    ]
    video.timescale = 600
    video.duration = 1_200
    var recipe = LiveMovie(
      video: video, timedTracks: [.stillTime(at: 300)],
      metadata: [.apple("make", "Apple"), .apple("content.identifier", "old")])
    recipe.userMetadata = [.apple("content.identifier", "older"), .apple("model", "iPhone")]
    recipe.movieComesFirst = true
    recipe.brand = "mp42"
    let whole = recipe.bytes
    #expect(try expectRefusedOrRight(whole, "whole"))
    let end = try range(of: ["moov"], in: whole).upperBound + 32
    for index in stride(from: first, to: end, by: 11) where whole[index] != byte {
      var changed = whole
      changed[index] = byte
      // What a changed table calls samples may lie anywhere: the boxes are looked at.
      try expectRefusedOrRight(changed, "byte \(index) is \(byte)", comparesSamples: false)
    }
  }
}
