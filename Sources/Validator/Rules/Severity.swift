/// How bad a failure is.
package enum Severity: Int, Comparable, Sendable, CaseIterable {
  /// A trait worth knowing.
  case note
  /// Likely harm, or the halves disagree.
  case warning
  /// The consumer of the profile will refuse the pair, or it will not work.
  case error

  package static func < (left: Severity, right: Severity) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The word that reports and options use.
  package var name: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }
}

/// For whom a pair is judged.
package enum Profile: String, Sendable, CaseIterable {
  /// Photos joins the halves and plays them.
  case photos
  /// Photos, and motion on the Lock Screen.
  case wallpaper
  /// As an untouched camera capture would be.
  case camera
}

/// How severe a rule's failure is in each profile; nil where the rule does not run.
package struct Levels: Sendable, Equatable {
  package let photos: Severity?
  package let wallpaper: Severity?
  package let camera: Severity?

  package init(photos: Severity?, wallpaper: Severity?, camera: Severity?) {
    self.photos = photos
    self.wallpaper = wallpaper
    self.camera = camera
  }

  /// One level in all profiles.
  package static func always(_ severity: Severity) -> Levels {
    Levels(photos: severity, wallpaper: severity, camera: severity)
  }

  package subscript(profile: Profile) -> Severity? {
    switch profile {
    case .photos: photos
    case .wallpaper: wallpaper
    case .camera: camera
    }
  }
}
