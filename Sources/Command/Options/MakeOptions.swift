import DecoderProtocol
import Validator

/// What the command line of `make` asks for.
struct MakeOptions: Sendable {
  /// A still and a movie, a movie, folders, or with `loopClip` stills.
  var paths: [String] = []
  /// The folder that the results go into.
  var output: String?
  /// A file with a row for each pair.
  var pairs: String?
  /// A prepared clip that goes with each of the stills as it is.
  var loopClip: String?
  /// The key photo time in seconds from the start of the clip; nil to find it.
  var stillTime: Double?
  /// Where the movie begins, in seconds from the start of the clip; nil to lay it round the key photo.
  var start: Double?
  /// The longest that a movie may be, in seconds.
  var maxDuration = 3.0
  var stillFormat: StillFormat?
  /// What codecs are turned into that Photos does not play.
  var codec = VideoCodec.h264
  var bundle: BundleForm?
  /// The identifier to write; nil for a new one for each pair.
  var identifier: String?
  var replacesFiles = false
  var format = MakeReportFormat.text
  var isQuiet = false
  var showsProgress = true
}

/// What video can be coded as.
enum VideoCodec: String, CaseIterable, Sendable {
  case h264, hevc
}

/// The forms in which a Live Photo can be kept in one piece.
enum BundleForm: String, CaseIterable, Sendable {
  /// A folder as Photos exports it.
  case pvt
  /// A zip archive as several tools exchange it.
  case livp
}

/// The forms in which `make` can tell what it made.
enum MakeReportFormat: String, CaseIterable, Sendable {
  case text, json
}

extension MakeOptions {
  /// Reads the words after the command's name.
  init(_ arguments: [String]) throws(UsageError) {
    self.init()
    paths = try MakeOptions.parser.parse(arguments, into: &self)
    guard output != nil else {
      throw UsageError("make needs a folder for what it makes: -o DIR")
    }
    guard !paths.contains("") else { throw UsageError("a path is empty") }
    if pairs != nil, !paths.isEmpty || loopClip != nil {
      throw UsageError("--pairs names all stills and movies; no other may stand beside it")
    }
    if pairs == nil, paths.isEmpty {
      throw UsageError("make needs a still and a movie, a movie, a folder or --pairs FILE")
    }
    if let stillTime, let start, !(start...start + maxDuration).contains(stillTime) {
      throw UsageError(
        "the key photo at \(stillTime) s lies outside the movie from \(start) s to "
          + "\(start + maxDuration) s")
    }
  }

  static let parser = ArgumentParser<MakeOptions>(options: [
    Option(
      "--output", short: "-o", "DIR",
      help: "put the results into this folder; it is made if need be"
    ) { options, values in options.output = values[0] },
    Option(
      "--still-time", "SECONDS",
      help:
        "the key photo time, from the start of the clip; default: where the still fits best, for a "
        + "cover out of the clip its middle"
    ) { options, values throws(UsageError) in
      options.stillTime = try seconds(values[0], for: "--still-time")
    },
    Option(
      "--start", "SECONDS",
      help: "where the movie begins in the clip; default: so that the key photo is in its middle"
    ) { options, values throws(UsageError) in
      options.start = try seconds(values[0], for: "--start")
    },
    Option(
      "--max-duration", "SECONDS",
      help: "cut longer clips to this length, on key frames where that can be; default: 3"
    ) { options, values throws(UsageError) in
      options.maxDuration = try seconds(values[0], for: "--max-duration")
      guard options.maxDuration > 0 else { throw UsageError("--max-duration needs more than 0") }
    },
    Option(
      "--loop-clip", "CLIP",
      help: "a prepared clip to go with each STILL as it is, whether it shows the still or not"
    ) { options, values in options.loopClip = values[0] },
    Option(
      "--pairs", "FILE",
      help:
        "make all pairs of a list: CSV with a header, or JSON lines, with movie and, where wanted, "
        + "still, name, still-time, start"
    ) { options, values in options.pairs = values[0] },
    Option(
      "--still-format", "FORMAT",
      help: "jpeg or heic, for a cover out of the clip and for stills that Photos does not pair; "
        + "default: jpeg; a JPEG or HEIC still is kept as it is unless this says otherwise"
    ) { options, values throws(UsageError) in
      options.stillFormat = try choice(of: values[0], for: "format")
    },
    Option(
      "--codec", "CODEC",
      help: "h264 (default) or hevc, for clips that must be coded anew"
    ) { options, values throws(UsageError) in
      options.codec = try choice(of: values[0], for: "codec")
    },
    Option(
      "--bundle", "FORM",
      help: "put each pair into one .pvt folder or one .livp archive"
    ) { options, values throws(UsageError) in
      options.bundle = try choice(of: values[0], for: "bundle")
    },
    Option(
      "--identifier", "UUID", help: "write this identifier; default: a new one for each pair"
    ) { options, values throws(UsageError) in
      guard StoredIdentifier(text: values[0]).isUUID else {
        throw UsageError("--identifier needs a UUID, not '\(values[0])'")
      }
      options.identifier = values[0].uppercased()
    },
    Option("--force", help: "replace files of the same names in the output folder") {
      options, _ in options.replacesFiles = true
    },
    Option(
      "--format", "FORMAT", choices: MakeReportFormat.allCases.map(\.rawValue),
      help: "tell what was made as text (default) or json"
    ) {
      options, values throws(UsageError) in
      options.format = try choice(of: values[0], for: "format")
    },
    .quiet(\.isQuiet, help: "tell of failures only"),
    .noProgress(\.showsProgress),
  ])

  /// A time of the command line or a list: a number of seconds that is not negative.
  static func seconds(_ text: String, for name: String) throws(UsageError) -> Double {
    guard let seconds = Double(text), seconds.isFinite, (0...86_400).contains(seconds) else {
      throw UsageError("\(name) needs a number of seconds, such as 1.5, not '\(text)'")
    }
    return seconds
  }
}
