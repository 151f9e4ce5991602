/// What the command line of `inspect` asks for.
struct InspectOptions: Sendable {
  /// One file, or a still and a movie.
  var paths: [String] = []
  var format = StructureFormat.text
  /// The part whose bytes are shown instead of the structure.
  var hexdump: String?
  var colour = ColourChoice.auto
}

/// The forms in which a structure can be told.
enum StructureFormat: String, CaseIterable, Sendable {
  case text, json
}

extension InspectOptions {
  /// Reads the words after the command's name.
  init(_ arguments: [String]) throws(UsageError) {
    self.init()
    paths = try InspectOptions.parser.parse(arguments, into: &self)
    guard (1...2).contains(paths.count) else {
      throw UsageError("inspect needs a file, or a still and a movie")
    }
    guard hexdump == nil || paths.count == 1 else {
      throw UsageError("--hexdump goes with one file")
    }
  }

  static let parser = ArgumentParser<InspectOptions>(options: [
    Option(
      "--format", "FORMAT", choices: StructureFormat.allCases.map(\.rawValue),
      help: "show the structure as text (default) or json"
    ) {
      options, values throws(UsageError) in
      options.format = try choice(of: values[0], for: "format")
    },
    Option(
      "--hexdump", "PART",
      help:
        "show bytes instead: of a part, by its path as a report or --format json names it, such "
        + "as moov/meta/keys, or from OFFSET[,LENGTH] on, in decimal or 0x hexadecimal"
    ) { options, values in options.hexdump = values[0] },
    .colour(\.colour),
  ])
}
