import Validator

// What the words mean that rules are described with: the one place that says so to people.

extension Severity {
  var meaning: String {
    switch self {
    case .error: "The software that the profile stands for refuses the pair, or it does not work."
    case .warning: "Harm is likely, or the halves disagree."
    case .note: "A trait worth knowing."
    }
  }
}

extension Profile {
  var meaning: String {
    switch self {
    case .photos: "Photos joins the halves and plays them. The default."
    case .wallpaper: "As photos, and it moves on the Lock Screen."
    case .camera: "As an untouched capture of a camera would be."
    }
  }
}

extension Grade {
  var meaning: String {
    switch self {
    case .documented: "The owner of the format says so."
    case .measured: "Camera files of several devices show it."
    case .observed: "A published analysis of Apple's software shows it, and field reports agree."
    case .reported: "Field reports say so."
    case .claimed: "One voice says so."
    }
  }

  /// The meaning with the cap on the severity, where there is one.
  var meaningWithCap: String {
    cap == .error ? meaning : "\(meaning) Such a rule is never more than a \(cap.name)."
  }
}

extension Promise {
  var meaning: String {
    switch self {
    case .pairs: "Photos joins the halves."
    case .moves: "It plays on a long press."
    case .looks: "It plays as it was shot: not turned, cropped or jumping."
    case .wallpaper: "It moves on the Lock Screen."
    case .interop: "Other software can use it."
    case .integrity: "The file is whole."
    case .provenance: "It is what it claims to be."
    case .review: "App Store review accepts it."
    }
  }
}

extension RuleResult.State {
  /// The word that reports for people use.
  var word: String {
    switch self {
    case .pass: "pass"
    case .fail: "fail"
    case .notApplicable: "not applicable"
    case .unreadable: "unreadable"
    case .notRun: "not run"
    }
  }

  var meaning: String {
    switch self {
    case .pass: "What the rule asks for holds."
    case .fail: "It does not hold; the bytes that prove it are named."
    case .notApplicable: "The rule does not concern these files; the reason is given."
    case .unreadable:
      "The bytes that the rule needs could not be read; the reason is given. That is never "
        + "counted as absent, and never as a pass."
    case .notRun: "The rule was switched off, or the profile does not hold it."
    }
  }
}

extension Rule {
  /// What people call each family; one that is not named here goes by its own name.
  private static let familyTitles = [
    "pair": "Pairing and packaging", "identifier": "The identifier",
    "still-time": "The moment of the still", "movie": "The movie", "still": "The still",
    "geometry": "Displayed geometry", "capture": "One shot", "wallpaper": "Lock Screen motion",
    "usage": "Permission texts", "localisation": "Permission texts in other languages",
    "plist": "Settings files", "extension": "App extensions",
    "live-activity": "Live Activities", "privacy": "Privacy manifests",
    "animation": "Widget animations",
  ]

  var familyTitle: String { Rule.familyTitles[family] ?? family }

  /// The levels as one word where they are alike, else as `note/warning/note`.
  ///
  /// They stand in the order of the profiles, with `-` where the rule does not run.
  var shownLevels: String {
    let names = Profile.allCases.map { severity(in: $0)?.name ?? "-" }
    return Set(names).count == 1 ? names[0] : names.joined(separator: "/")
  }

  /// The levels as a sentence: `Note in photos, warning in wallpaper and camera`, with its stop.
  var levelSentence: String {
    var groups: [(severity: Severity?, profiles: [String])] = []
    for profile in Profile.allCases {
      let severity = severity(in: profile)
      if let index = groups.firstIndex(where: { $0.severity == severity }) {
        groups[index].profiles.append(profile.rawValue)
      } else {
        groups.append((severity, [profile.rawValue]))
      }
    }
    let clauses = groups.map { group in
      let profiles =
        groups.count == 1 ? "every profile" : group.profiles.joined(separator: " and ")
      return "\(group.severity?.name ?? "not run") in \(profiles)"
    }
    return sentence(clauses.joined(separator: ", "))
  }
}

/// A clause as a sentence: with a capital and a final stop.
func sentence(_ clause: String) -> String {
  capitalised(clause) + "."
}

/// A text with a capital at its front, unless it begins with a name that has none, such as a key.
func capitalised(_ text: String) -> String {
  guard let first = text.first, let word = text.split(separator: " ").first,
    !word.contains(".") || word.hasSuffix(".")
  else { return text }
  return first.uppercased() + text.dropFirst()
}

/// Words as a list in a sentence: `a`, `a and b`, `a, b and c`.
func enumerated(_ words: [String], joinedBy conjunction: String = "and") -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}
