/// How well the fact behind a rule is known.
package enum Grade: String, Sendable, CaseIterable {
  /// By the owner of the format.
  case documented
  /// On camera files of several devices.
  case measured
  /// In a published analysis of Apple's software, consistent with field reports.
  case observed
  /// In field reports.
  case reported
  /// By one voice.
  case claimed

  /// The most severe level that a rule of this grade may have.
  package var cap: Severity {
    switch self {
    case .documented, .measured, .observed: .error
    case .reported: .warning
    case .claimed: .note
    }
  }
}

/// What a failure of a rule spoils.
package enum Promise: String, Sendable, CaseIterable {
  /// Photos joins the halves.
  case pairs
  /// It plays on a long press.
  case moves
  /// It plays as it was shot: not turned, cropped or jumping.
  case looks
  /// It moves on the Lock Screen.
  case wallpaper
  /// Other software can use it.
  case interop
  /// The file is whole.
  case integrity
  /// It is what it claims to be.
  case provenance
  /// App Store review accepts it.
  case review
}

/// Where the fact behind a rule comes from.
package struct Source: Sendable, Equatable {
  /// What was read or measured, with clause or address.
  package let text: String

  /// A published specification or documentation page.
  package static func specification(_ title: String, _ clause: String) -> Source {
    Source(text: "\(title), \(clause)")
  }

  /// A measurement on real files.
  package static func measurement(_ what: String) -> Source {
    Source(text: "measured: \(what)")
  }

  /// A public report, analysis or source file.
  package static func publication(_ address: String) -> Source {
    Source(text: address)
  }
}
