import Validator
import Writers

/// What the command line of `fix` asks for.
struct FixOptions: Sendable {
  var paths: [String] = []
  var isDryRun = false
  /// The folder that new files go to.
  var output: String?
  var isInPlace = false
  /// Whether files of the output folder may be replaced.
  var replaces = false
  var profile = Profile.photos
  var request = MendRequest()
  var format = FixFormat.text
  var isQuiet = false
  var showsProgress = true
  var colour = ColourChoice.auto
}

/// The forms in which a mend can be told.
enum FixFormat: String, CaseIterable, Sendable {
  case text, json
}

extension FixOptions {
  /// Reads the words after the command's name.
  init(_ arguments: [String]) throws(UsageError) {
    self.init()
    paths = try FixOptions.parser.parse(arguments, into: &self)
    guard !paths.isEmpty else {
      throw UsageError("fix needs a still and a movie, a folder or a bundle")
    }
    guard output == nil || !isInPlace else {
      throw UsageError("--output and --in-place exclude each other")
    }
    guard !replaces || output != nil else {
      throw UsageError("--force goes with --output; --in-place keeps what it replaces")
    }
  }

  static let parser = ArgumentParser<FixOptions>(options: [
    Option("--dry-run", short: "-n", help: "show the plan only, whatever else is given") {
      options, _ in options.isDryRun = true
    },
    Option(
      "--output", short: "-o", "DIR",
      help: "write the mended files into this folder, in the subfolders of the old ones"
    ) { options, values throws(UsageError) in
      guard !values[0].isEmpty else { throw UsageError("--output needs a folder") }
      options.output = values[0]
    },
    Option(
      "--in-place",
      help: "write the mended files in the place of the old ones, which are kept as NAME.bak"
    ) { options, _ in options.isInPlace = true },
    Option("--force", help: "let files of the output folder be replaced") { options, _ in
      options.replaces = true
    },
    Option(
      "--identifier", "UUID",
      help: "write this identifier into both halves; without it the still's own, the movie's or a "
        + "new one is taken"
    ) { options, values throws(UsageError) in
      guard StoredIdentifier(text: values[0]).isUUID else {
        throw UsageError(
          "--identifier needs a UUID such as 14880F5C-7BC7-4FE1-A6C0-3CFA3E0C4E4B, not "
            + "'\(values[0])'")
      }
      options.request.identifier = values[0].uppercased()
    },
    Option(
      "--still-time", "SECONDS",
      help:
        "mark this moment of the movie as that of the still; without it a mark inside the movie "
        + "stays, and a missing one goes to the middle"
    ) { options, values throws(UsageError) in
      guard let seconds = Double(values[0]), seconds >= 0, seconds < 1e6 else {
        throw UsageError("--still-time needs a number of seconds, not '\(values[0])'")
      }
      options.request.stillTime = seconds
    },
    Option(
      "--select", "RULES",
      help: "mend the faults of these rules only: ids and families such as identifier/*, with "
        + "commas between"
    ) { options, values throws(UsageError) in
      options.request.selection.selected += try CheckOptions.patterns(in: values[0])
    },
    Option("--ignore", "RULES", help: "leave the faults of these rules as they are") {
      options, values throws(UsageError) in
      options.request.selection.ignored += try CheckOptions.patterns(in: values[0])
    },
    Option(
      "--profile", "NAME", choices: Profile.allCases.map(\.rawValue),
      help: "judge for photos (default), wallpaper or camera"
    ) { options, values throws(UsageError) in
      options.profile = try choice(of: values[0], for: "profile")
    },
    Option(
      "--format", "FORMAT", choices: FixFormat.allCases.map(\.rawValue),
      help: "tell it as text (default) or json"
    ) {
      options, values throws(UsageError) in
      options.format = try choice(of: values[0], for: "format")
    },
    .quiet(\.isQuiet, help: "tell only what could not be mended, and no summary"),
    .noProgress(\.showsProgress),
    .colour(\.colour),
  ])
}
