import Validator

/// What the command line of `diagnose` asks for.
struct DiagnoseOptions: Sendable {
  var paths: [String] = []
  /// What people report; empty for “saved but does not move”.
  var symptoms: [Symptom] = []
  /// The profile to judge for; nil for the one that the symptoms ask for.
  var chosenProfile: Profile?
  var format = DiagnosisFormat.text
  var isRedacted = false
  var isQuiet = false
  var showsProgress = true
  var colour = ColourChoice.auto

  var profile: Profile {
    chosenProfile ?? (symptoms.contains { $0.profile == .wallpaper } ? .wallpaper : .photos)
  }
}

/// The forms in which a diagnosis can be told.
enum DiagnosisFormat: String, CaseIterable, Sendable {
  case text, json
}

extension DiagnoseOptions {
  /// Reads the words after the command's name.
  init(_ arguments: [String]) throws(UsageError) {
    self.init()
    paths = try DiagnoseOptions.parser.parse(arguments, into: &self)
    guard !paths.isEmpty else {
      throw UsageError("diagnose needs a still and a movie, a folder or a file")
    }
  }

  static let parser = ArgumentParser<DiagnoseOptions>(options: [
    Option(
      "--symptom", "WORDS",
      help:
        "what is reported, in words close to a known symptom: 'two items', 'motion not available', 3302, -1; may be "
        + "given several times"
    ) { options, values throws(UsageError) in
      options.symptoms += try symptoms(in: values[0]).filter { !options.symptoms.contains($0) }
    },
    Option(
      "--profile", "NAME", choices: Profile.allCases.map(\.rawValue),
      help:
        "judge for photos, wallpaper or camera; default: wallpaper where a symptom is about the "
        + "Lock Screen, else photos"
    ) { options, values throws(UsageError) in
      options.chosenProfile = try choice(of: values[0], for: "profile")
    },
    Option(
      "--redact",
      help: "leave out places, dates, names, identifiers and paths, for a public bug report"
    ) { options, _ in options.isRedacted = true },
    Option(
      "--format", "FORMAT", choices: DiagnosisFormat.allCases.map(\.rawValue),
      help: "tell it as text (default) or json"
    ) {
      options, values throws(UsageError) in
      options.format = try choice(of: values[0], for: "format")
    },
    .quiet(
      \.isQuiet,
      help:
        "show what the files explain only: nothing of files that explain nothing or of what lies "
        + "outside them, no remarks"),
    .noProgress(\.showsProgress),
    .colour(\.colour),
  ])

  /// The symptoms that a person's words describe.
  ///
  /// - Throws: for words that describe none, with the nearest and all that there are.
  private static func symptoms(in words: String) throws(UsageError) -> [Symptom] {
    let described = Symptom.described(by: words)
    guard described.isEmpty else { return described }
    let nearest = Symptom.nearest(to: words) { typed, known in
      known.utf8.count >= 4 && typed.utf8.count <= 20
        && UsageError.distance(typed, known) <= max(1, known.utf8.count / 4)
    }
    let hint =
      nearest.isEmpty
      ? "" : "; did you mean \(nearest.map { "'\($0.rawValue)'" }.joined(separator: " or "))?"
    let all = Symptom.allCases.map(\.rawValue).joined(separator: "; ")
    throw UsageError("unknown symptom '\(words)'\(hint) - known are: \(all)")
  }
}
