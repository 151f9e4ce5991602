import Rules
import Support
import Testing
import Validator

@Suite struct `A diagnosis` {
  private func diagnosis(
    _ symptoms: Symptom..., profile: Profile = .photos, change: (inout Pair) -> Void = { _ in }
  ) -> Diagnosis {
    var pair = Pair.exampleWithMotionData
    change(&pair)
    let engine = Engine(rules: Catalogue.rules, profile: profile, keepsAllResults: true)
    return Diagnosis(of: engine.judge(Subject(.pair(pair))), symptoms: symptoms)
  }

  private func ids(_ causes: some Sequence<Cause>) -> [String] {
    causes.map(\.result.rule.id)
  }

  private func lengthen(_ pair: inout Pair) {
    pair.movie.duration = .present(.example(9_000), at: .example)
  }

  @Test func `of a good pair looks outside the files`() {
    let diagnosis = diagnosis()
    #expect(diagnosis.conclusion == .working)
    #expect(diagnosis.causes.isEmpty)
    #expect(diagnosis.outside.contains { $0.remedy.contains("pairedVideo") })
  }

  @Test func `puts what keeps the halves apart first`() {
    let diagnosis = diagnosis { pair in
      lengthen(&pair)
      pair.movie.stillTimes = .absent(searched: [])
      pair.movie.identifier = .absent(searched: [.example])
    }
    #expect(
      ids(diagnosis.causes.prefix(2)) == ["identifier/missing-in-movie", "still-time/missing"])
    #expect(diagnosis.conclusion == .explained)
    #expect(diagnosis.outside.isEmpty)
  }

  @Test func `puts what explains the symptom before worse faults that do not`() {
    let change = { (pair: inout Pair) in
      pair.still.captureTime = .present(
        WallTime(localSeconds: 1_700_000_000, zoneMinutes: 0, text: "2023-11-14T22:13:20Z"),
        at: .example)
      pair.movie.identifier = .absent(searched: [.example])
    }
    #expect(ids(diagnosis(change: change).causes).first == "identifier/missing-in-movie")
    let dated = diagnosis(.wrongDate, change: change)
    #expect(ids(dated.causes).first == "capture/time-differs")
    #expect(dated.causes.first?.explains == true)
    #expect(dated.causes.last?.explains == false)
  }

  @Test func `blames for missing motion what keeps the halves apart, though no one reports it so`()
  {
    let diagnosis = diagnosis(.motionNotAvailable, profile: .wallpaper) {
      $0.movie.identifier = .absent(searched: [.example])
      $0.movie.livePhotoInfo = .absent(searched: [.example])
    }
    #expect(
      ids(diagnosis.causes.prefix(2))
        == ["identifier/missing-in-movie", "wallpaper/no-live-photo-info"])
    #expect(diagnosis.causes.prefix(2).allSatisfy { $0.explains })
  }

  @Test func `says where no fault explains the symptom`() {
    let diagnosis = diagnosis(.turned, change: lengthen)
    #expect(diagnosis.conclusion == .unexplained)
    #expect(ids(diagnosis.causes) == ["movie/too-long"])
    #expect(diagnosis.cleared.contains { $0.id == "geometry/orientation-differs" })
    #expect(diagnosis.outside.allSatisfy { $0.symptoms.contains(.turned) })
    #expect(!diagnosis.outside.isEmpty)
  }

  @Test func `is uncertain where the bytes that would tell could not be read`() {
    let error = ReadError(.malformed, "the table is garbled", at: .example)
    let diagnosis = diagnosis(.twoItems) { $0.movie.identifier = .unreadable(error) }
    #expect(diagnosis.conclusion == .uncertain)
    #expect(diagnosis.causes.count == 1)
    #expect((diagnosis.causes.first?.rules.count ?? 0) > 3)
    #expect(!diagnosis.outside.isEmpty)
  }

  @Test func `takes what damage hides for its consequence`() {
    let error = ReadError(.pastEnd(needed: 9, available: 1), "the file ends", at: .example)
    let diagnosis = diagnosis { pair in
      pair.movie.identifier = .unreadable(error)
      pair.movie.damages = [Damage(.truncated, "the file ends early", at: .example)]
    }
    #expect(ids(diagnosis.causes).first == "movie/truncated")
    #expect(diagnosis.causes.dropFirst().allSatisfy { $0.isConsequence })
    #expect(diagnosis.causes.first?.isConsequence == false)
  }

  @Test func `asks for the other half`() {
    let engine = Engine(rules: Catalogue.rules, profile: .photos, keepsAllResults: true)
    var still = Still.example
    still.identifier = .absent(searched: [.example])
    let diagnosis = Diagnosis(of: engine.judge(Subject(.still(still))))
    #expect(diagnosis.conclusion == .onlyOneHalf)
  }
}
