import Validator

/// What the command line of `compare` asks for.
struct CompareOptions: Sendable {
  /// The reference: one path, or a still and a movie.
  var reference: [String] = []
  var candidate: [String] = []
  var profile = Profile.photos
  var format = ComparisonFormat.text
  /// Whether the differences that matter least are written out too.
  var showsAll = false
  var isQuiet = false
  var colour = ColourChoice.auto
}

/// The forms in which a comparison can be told.
enum ComparisonFormat: String, CaseIterable, Sendable {
  case text, json
}

extension CompareOptions {
  /// Reads the words after the command's name.
  init(_ arguments: [String]) throws(UsageError) {
    self.init()
    let paths = try CompareOptions.parser.parse(arguments, into: &self)
    guard paths.count == 2 || paths.count == 4 else {
      throw UsageError(
        "compare needs a REFERENCE and a CANDIDATE, each one path, or the still and the movie of "
          + "each: 2 or 4 paths, not \(paths.count)")
    }
    guard !paths.contains("") else { throw UsageError("a path is empty") }
    reference = Array(paths.prefix(paths.count / 2))
    candidate = Array(paths.suffix(paths.count / 2))
  }

  static let parser = ArgumentParser<CompareOptions>(options: [
    Option(
      "--profile", "NAME", choices: Profile.allCases.map(\.rawValue),
      help: "rank by what matters to photos (default), wallpaper or camera"
    ) { options, values throws(UsageError) in
      options.profile = try choice(of: values[0], for: "profile")
    },
    Option(
      "--format", "FORMAT", choices: ComparisonFormat.allCases.map(\.rawValue),
      help: "tell it as text (default) or json, which leaves nothing out"
    ) {
      options, values throws(UsageError) in
      options.format = try choice(of: values[0], for: "format")
    },
    Option("--all", help: "write out every difference, also those that no rule minds") {
      options, _ in options.showsAll = true
    },
    .quiet(
      \.isQuiet,
      help: "show differences only: no summary, no remarks; nothing where nothing "
        + "differs"),
    .colour(\.colour),
  ])
}
