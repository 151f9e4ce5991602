import Foundation
import Reporters
import Rules
import Support
import Testing
import Validator

@Suite struct `A redacted diagnosis` {
  /// What must never come through, in whatever fact of a file it stands.
  private static let secrets = [
    "Anna", "Kowalska", "Zakopane", "Berlin", "C02XK0ABJG5H", "F2LXK1QWHG7J", "anna@",
    "example.org",
    "4915112345678", "48.137", "11.575", "48.20", "2024", "05-17", "11:22", "5B1C3A7E", "B0D3C7A1",
    "holiday", "Familie", "Wycieczka",
  ]

  private static let text = "Anna Kowalska's iPhone, Zakopane anna@example.org +4915112345678"

  private func subject(_ change: (inout Pair) -> Void = { _ in }) -> Subject {
    var pair = Pair.exampleWithMotionData
    let date = WallTime(
      localSeconds: 1_715_944_957, zoneMinutes: 120, text: "2024:05:17 11:22:37+02:00")
    let time = WallTime(localSeconds: 1_715_000_000, zoneMinutes: nil, text: "2024-05-06T11:22:20")
    pair.name = "Wycieczka, Zakopane"
    pair.still.file.path = FilePath("/home/anna/Familie/20240517_112237 Wycieczka.heic")
    pair.movie.file.path = FilePath("Berlin holiday/Anna 2024-05-17.MOV")
    pair.still.captureTime = .present(date, at: .example)
    pair.movie.creationDate = .present(time, at: .example)
    pair.still.location = .present(
      Coordinate(latitude: 48.137, longitude: 11.575), at: .example)
    pair.movie.location = .present(
      Coordinate(latitude: 48.2009, longitude: 16.3001), at: .example)
    pair.still.software = .present(Self.text, at: .example)
    pair.still.make = .present("Anna", at: .example)
    pair.still.model = .present("Anna's C02XK0ABJG5H", at: .example)
    pair.movie.software = .present("F2LXK1QWHG7J", at: .example)
    pair.movie.encoderTrace = .present("Lavf59.27.100 for Anna Kowalska", at: .example)
    pair.movie.keys = .present(["com.anna.kowalska"], at: .example)
    pair.still.identifier = .present(
      StoredIdentifier(text: "Anna Kowalska 4915112345678"), at: .example)
    pair.still.strayIdentifiers = [
      StrayIdentifier(
        identifier: StoredIdentifier(text: "B0D3C7A1-6F42-4E18-9A5D-3C7E21F8A904"),
        carrier: .sidecar(FilePath("/home/anna/Familie/20240517_112237 Wycieczka.xmp")),
        place: .example)
    ]
    pair.still.damages = [
      Damage(
        .structure, "the comment “\(Self.text)” reaches past its segment", at: .example,
        found: Self.text, wanted: "less of Zakopane")
    ]
    change(&pair)
    return Subject(.pair(pair))
  }

  private func told(_ subjects: [Subject], identifiers: [String] = []) -> String {
    let engine = Engine(
      rules: Catalogue.rules, profile: .camera, keepsAllResults: true, provenanceScope: .all)
    let reports = subjects.map { engine.judge($0) }
    var redaction = Redaction(of: reports, identifiers: identifiers)
    let diagnoses = reports.enumerated().map { index, report in
      Diagnosis(of: redaction.redacted(report, number: index + 1))
    }
    return DiagnosisText(width: 80, usesColour: false).render(diagnoses)
      + DiagnosisJSON.render(diagnoses, of: [], for: .camera, isRedacted: true)
  }

  private func expectNoSecret(in text: String) {
    for secret in Self.secrets {
      #expect(!text.localizedLowercase.contains(secret.localizedLowercase), "\(secret)")
    }
  }

  @Test func `leaves out names, places, dates, identifiers, serial numbers and paths`() {
    let uuid = "5B1C3A7E-9D42-4F60-8E15-2A7C90D3B6F4"
    expectNoSecret(in: told([subject()], identifiers: [uuid, "Anna Kowalska 4915112345678"]))
    // A file that is not there any more tells no identifiers.
    expectNoSecret(in: told([subject()]))
  }

  @Test func `leaves them out wherever an identifier is missing`() {
    let stripped = subject { pair in
      pair.still.identifier = .absent(searched: [.example])
      pair.still.makerNote = .present(.noMakerNote, at: .example)
      pair.still.make = .present("Apple", at: .example)
      pair.movie.identifier = .absent(searched: [.example])
    }
    let text = told([stripped])
    expectNoSecret(in: text)
    #expect(text.contains("identifier/missing-in-still"))
    #expect(text.contains("identifier/missing-in-movie"))
    let foreign = subject { pair in
      pair.still.identifier = .absent(searched: [.example])
      pair.still.makerNote = .present(.foreign("Anna Kowalska"), at: .example)
    }
    expectNoSecret(in: told([foreign]))
    let broken = subject { pair in
      pair.movie.identifier = .unreadable(
        ReadError(.malformed, "the key 'Zakopane' stands at 48.137, 11.575", at: .example))
    }
    expectNoSecret(in: told([broken]))
  }

  @Test func `keeps one stand-in for one text and tells two texts apart`() {
    let other = "E621E1F8-C36C-495A-93FC-0C247A3E6E50"
    let mismatch = subject { pair in
      pair.still = Pair.example.still
      pair.movie = Pair.example.movie
      pair.movie.identifier = .present(StoredIdentifier(text: other), at: .example)
    }
    let text = told([mismatch], identifiers: [Pair.exampleIdentifier, other])
    let still = text.contains("the still says <identifier A>, the movie says <identifier B>")
    #expect(still || text.contains("the still says <identifier B>, the movie says <identifier A>"))
    #expect(!text.contains("<identifier C>"))
    #expect(!text.contains("IMG_0001"))
  }

  @Test func `keeps what causes depend on`() {
    let text = told([
      subject { pair in
        pair = Pair.example
        pair.movie.identifier = .absent(searched: [.example])
        pair.movie.keys = .present(["com.apple.quicktime.model"], at: .example)
        pair.movie.model = .present("iPhone 16 Pro Max", at: .example)
        pair.movie.software = .present("18.0.1", at: .example)
      },
      subject { pair in
        pair = Pair.example
        pair.movie.identifier = .absent(searched: [.example])
        pair.movie.keys = .absent(searched: [.example])
        pair.movie.encoderTrace = .present("Lavf59.27.100", at: .example)
        pair.still.file.path = FilePath("IMG_0002.JPG")
        pair.movie.file.path = FilePath("IMG_0002.MOV")
      },
    ])
    #expect(text.contains("iPhone 16 Pro Max on iOS 18.0.1 is known to leave it out"))
    #expect(text.contains("the movie was transcoded by ffmpeg (Lavf59.27.100)"))
    #expect(text.contains("still-2.jpg + movie-2.mov"))
  }

  @Test(
    .enabled(if: CheckingProgram.hasJSONSchema, "python3 with jsonschema is not installed"))
  func `is valid by its schema`() throws {
    let engine = Engine(
      rules: Catalogue.rules, profile: .wallpaper, keepsAllResults: true, provenanceScope: .all)
    let diagnoses = [subject(), .clean, .cutShort, .loneStill].map {
      Diagnosis(of: engine.judge($0), symptoms: [.motionNotAvailable])
    }
    let text = DiagnosisJSON.render(
      diagnoses, of: [.motionNotAvailable], for: .wallpaper, isRedacted: false)
    let program = CheckingProgram.jsonschema(of: "livephotolint-diagnosis-1")
    #expect(try program.faults(in: text) == "")
    let broken = text.replacingOccurrences(of: "\"explains\": true", with: "\"explains\": 1")
    #expect(try program.faults(in: broken).hasPrefix("exit 1"))
  }
}
