import Rules
import Support
import Testing
import Validator

@Suite struct `Facts that were kept` {
  private static let media = try? Media(in: Corpus.mediaPath)

  /// Reads a subject back from its record and has it judged.
  private func check(_ original: ReadSubject) throws {
    let record = original.subject.record
    let kept = try Subject(record: record)
    let isEqual = factText(kept) == factText(original.subject)
    #expect(isEqual, "\(original): other facts were read back")
    #expect(kept.record == record, "\(original): was written otherwise the second time")
    for profile in Profile.allCases {
      let engine = Engine(
        rules: Catalogue.rules, profile: profile, keepsAllResults: true, provenanceScope: .all)
      let first = engine.judge(original.subject).record
      let second = engine.judge(kept).record
      #expect(first == second, "\(original): is judged otherwise for \(profile)")
    }
  }

  @Test func `of the specimens are judged as the files were`() throws {
    let subjects = ReadSubject.all(below: Corpus.path)
    #expect(subjects.count > 100)
    for subject in subjects { try check(subject) }
  }

  @Test func `of mutants are judged as the files were`() throws {
    for subject in try ReadSubject.mutants(#require(Self.media)) { try check(subject) }
  }

  @Test func `of device files are judged as the files were`() throws {
    for subject in ReadSubject.all(below: Corpus.deviceFilesPath) { try check(subject) }
  }

  @Test func `of animations are judged as the files were`() throws {
    let animations =
      ReadSubject.animations(below: Corpus.path)
      + ReadSubject.animations(below: Corpus.deviceFilesPath)
    #expect(animations.count > 10)
    let engine = Engine(rules: Catalogue.rules, profile: .camera, keepsAllResults: true)
    for animation in animations {
      let kept = try Animation(record: animation.record)
      #expect(factText(kept) == factText(animation))
      #expect(engine.judge(kept).record == engine.judge(animation).record)
    }
  }

  @Test func `take about two kilobytes for a pair`() {
    let sizes = ReadSubject.all(below: Corpus.path).filter { $0.subject.pair != nil }
      .map(\.subject.record.count).sorted()
    print("record sizes of \(sizes.count) pairs: median \(sizes[sizes.count / 2])")
    #expect(sizes[sizes.count / 2] < 3_000)
  }

  /// What a damaged store may hold is judged without harm, whatever the answer.
  @Test func `are judged also where bytes of them were changed`() throws {
    let mutants = try ReadSubject.mutants(#require(Self.media))
    let pair = try #require(mutants.first { $0.subject.pair != nil })
    let engine = Engine(rules: Catalogue.rules, profile: .camera, provenanceScope: .all)
    let record = pair.subject.record
    var judged = 0
    let changes: [UInt8] = [0x01, 0x7F, 0xFF, 0x40]
    for position in record.indices {
      var changed = record
      changed[position] ^= changes[position % changes.count]
      guard let subject = try? Subject(record: changed) else { continue }
      judged += engine.judge(subject).counts.total > 0 ? 1 : 0
    }
    #expect(judged > 0)
  }
}
