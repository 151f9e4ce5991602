import Validator

extension Outcome {
  /// Fails with the findings, or passes where there are none.
  static func passUnless(_ findings: [Finding]) -> Outcome {
    findings.isEmpty ? .pass : .fail(findings)
  }
}

/// A time in seconds as messages show it, to the millisecond.
func wordsForSeconds(_ seconds: Double) -> String {
  "\((seconds * 1000).rounded() / 1000) s"
}

extension Half {
  /// The half with its article, as messages name it.
  var named: String { "the \(rawValue)" }
}

extension FilePath {
  /// The last part of the path, as messages name a file beside another.
  var shownName: String { FilePath(bytes: Array(name)).description }
}

extension FileType {
  /// The contents with their article, as messages name them.
  var named: String {
    switch self {
    case .jpeg: "a JPEG picture"
    case .heic: "a HEIC picture"
    case .png: "a PNG picture"
    case .webp: "a WebP picture"
    case .avif: "an AVIF picture"
    case .tiff: "a TIFF picture"
    case .quicktime: "a QuickTime movie"
    case .mp4: "an MP4 movie"
    case .gif: "a GIF picture"
    case .apng: "an animated PNG picture"
    case .plist: "a property list"
    case .zip: "a ZIP archive"
    case .unknown: "data of an unknown kind"
    case .empty: "no data"
    }
  }
}
