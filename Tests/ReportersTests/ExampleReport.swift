import Reporters
import Support
import Validator

/// A report with every state, every severity and the names that break careless reporters.
extension Report {
  static func example(
    of subjects: [Subject] = Subject.examples, profile: Profile = .photos,
    keepsAllResults: Bool = true, keepsTraits: Bool = false
  ) -> Report {
    let engine = Engine(
      rules: Rule.examples, profile: profile, keepsAllResults: keepsAllResults,
      provenanceScope: keepsTraits ? .all : .none, keepsTraits: keepsTraits)
    return Report(
      profile: profile, rules: Rule.examples, subjects: subjects.map { engine.judge($0) })
  }
}

extension Subject {
  /// Sorted by path, as reports are; that is not the order of their faults.
  static let examples: [Subject] = [
    .clean, .cutShort, .noteOnly, .hostile, .loneStill,
  ]

  static let clean = pair("clean/IMG_0001")

  /// A pair that cannot be judged in part: its movie ends early.
  static let cutShort = pair("cut/IMG_0002", bond: .name) { pair in
    pair.movie.fragments = .unreadable(
      ReadError(
        .pastEnd(needed: 500, available: 20), "the box announces 500 bytes, 20 are there",
        at: Place("moov/trak[*]/mdia", offset: 4_096, length: 0)))
  }

  static let noteOnly = pair("note/IMG_0003", bond: .argument) { pair in
    pair.movie.stillTimes = .absent(searched: [Place("moov", offset: 32, length: 2_000)])
  }

  /// Two errors and a warning on a pair whose name and values are set to do harm.
  static let hostile = pair("trip \"Zoë & <Łódź>\"/\u{1B}[31mIMG\n\u{202E}4 🏔️") { pair in
    pair.still.identifier = .present(
      StoredIdentifier(text: "14880F5C-0000-4A4A-8B8B-9C9C9C9C9C9C"),
      at: Place("APP1/Exif/MakerNote/0x#", 0x0011))
    pair.still.software = .present(
      "17.6\u{1B}]0;owned\u{07} \u{9B}2J ]]> " + String(repeating: "very long ", count: 20),
      at: Place("APP1/Exif/0x0131", offset: 120, length: 230))
    pair.movie.encoderTrace = .present(
      "Lavf59.27.100", at: Place("moov/udta/©swr", offset: 0x1_0000_0001, length: 1))
  }

  /// A still without a partner; its name is not UTF-8.
  static let loneStill: Subject = {
    var still = Still.example
    still.file.path = FilePath(bytes: Array("zoo/IMG_".utf8) + [0xFF] + Array(".JPG".utf8))
    still.file.type = nil
    still.file.size = 0
    still.software = .present("  Editor ", at: Place("APP1/Exif/0x0131", offset: 9, length: 10))
    return Subject(.still(still))
  }()

  static func pair(
    _ path: String, bond: Pair.Bond = .identifier, change: (inout Pair) -> Void = { _ in }
  ) -> Subject {
    var pair = Pair.example
    let stem = path.split(separator: "/").last.map(String.init) ?? path
    pair.name = stem
    pair.bond = bond
    pair.still.file.path = FilePath(path + ".JPG")
    pair.movie.file.path = FilePath(path + ".MOV")
    change(&pair)
    return Subject(.pair(pair))
  }
}

extension Place {
  fileprivate init(_ template: StaticString, _ number: Int) {
    self.init(StructurePath(template, number), offset: 1_000, length: 37)
  }
}

extension Rule {
  static let examples: [Rule] = [
    example(
      "identifier/mismatch", breaks: [.pairs], .error,
      rationale: "Photos joins the halves of a Live Photo by one identifier that both carry. With "
        + "two different ones it shows a picture and a video, each on its own.",
      remedy: "Write one identifier into both halves.",
      check: .pair { pair, _ in
        guard
          case .present(let still, let stillPlace) = pair.still.identifier,
          case .present(let movie, let moviePlace) = pair.movie.identifier, still != movie
        else { return .pass }
        return .fail(
          Finding(
            "the still says \(still.text), the movie says \(movie.text)",
            [
              Evidence(
                in: pair.still.file.path, at: stillPlace, found: still.text, wanted: movie.text),
              Evidence(in: pair.movie.file.path, at: moviePlace, found: movie.text),
            ], remedy: "Write \(movie.text) into the still."))
      }),
    example(
      "movie/transcoded", breaks: [.moves], .error,
      rationale: "An encoder rewrote the movie.", remedy: "Take the movie of the camera.",
      check: .movie(alone: false) { movie, _ in
        guard case .present(let trace, let place) = movie.encoderTrace else { return .pass }
        return .fail(
          Finding(
            "the movie was written by \(trace)",
            [Evidence(in: movie.file.path, at: place, found: trace)]))
      }),
    example(
      "movie/fragmented", breaks: [.moves], .error, rationale: "Fragments do not play.",
      remedy: "Write the movie in one piece.", check: .fragments),
    example(
      "movie/duration", breaks: [.looks], .warning, rationale: "Long movies are cut.",
      remedy: "Cut the movie.", check: .fragments),
    example(
      "still-time/missing", breaks: [.moves], .note,
      rationale: "The key photo time tells which frame is the still.", remedy: "Write the time.",
      check: .pair { pair, _ in
        guard case .absent(let searched) = pair.movie.stillTimes else { return .pass }
        return .fail(
          Finding(
            "no timed-metadata track holds a key photo time",
            searched.map { Evidence(in: pair.movie.file.path, at: $0) }))
      }),
    example(
      "still/software", breaks: [.provenance], .warning,
      rationale: "Other software than the camera's wrote the still.",
      remedy: "Take the still of the camera.",
      check: .still(alone: true) { still, _ in
        guard let software = still.software.value, software != "17.6.1" else { return .pass }
        return .fail([
          Finding(
            "the still was written by \(software)",
            [
              Evidence(
                in: still.file.path, at: still.software.place, found: software, wanted: "17.6.1")
            ]),
          Finding("the file is not the camera's", [Evidence(in: still.file.path)]),
        ])
      }),
    example(
      "wallpaper/info-missing", breaks: [.wallpaper],
      levels: Levels(photos: nil, wallpaper: .error, camera: .error),
      rationale: "The Lock Screen needs it.", remedy: "Write it.", check: .subject { _, _ in .pass }
    ),
  ]

  private static func example(
    _ id: String, breaks: [Promise], _ severity: Severity = .error, levels: Levels? = nil,
    rationale: String, remedy: String, check: Check
  ) -> Rule {
    Rule(
      id, title: "an example", breaks: breaks, levels: levels ?? .always(severity),
      grade: .documented, sources: [], rationale: rationale, remedy: remedy,
      staysQuiet: "Nothing.", symptoms: [], check: check)
  }
}

extension Rule.Check {
  /// Passes where the movie could be read for fragments.
  fileprivate static var fragments: Rule.Check {
    .movie(alone: false) { movie, _ in
      movie.fragments.readError.map { .unreadable($0, in: movie.file.path) } ?? .pass
    }
  }
}
