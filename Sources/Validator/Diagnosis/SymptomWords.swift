extension Symptom {
  /// The symptoms that a person's words describe, such as `3302` or `it doesn't move`.
  ///
  /// A phrase fits where all its words stand in the text, in any order and form. Where one symptom's
  /// words are all among another's, the text means the latter.
  package static func described(by text: String) -> [Symptom] {
    let words = Set(SymptomWords.words(of: text))
    let fits = allCases.compactMap { symptom -> (symptom: Symptom, words: Set<String>)? in
      let phrases = ([symptom.rawValue] + symptom.phrases).map { Set(SymptomWords.words(of: $0)) }
      let fitting = phrases.filter { $0.isSubset(of: words) }
      return fitting.max { $0.count < $1.count }.map { (symptom, $0) }
    }
    return fits.filter { fit in
      !fits.contains { fit.words.isStrictSubset(of: $0.words) }
    }.map(\.symptom)
  }

  /// The symptoms that share most words with a text, best first; slips of a letter count as shared.
  ///
  /// - Parameters:
  ///   - text: what a person typed.
  ///   - isSlip: whether two words may be meant as one.
  package static func nearest(
    to text: String, isSlip: (_ typed: String, _ known: String) -> Bool
  ) -> [Symptom] {
    // Nobody describes a symptom in more words, and comparing them takes time.
    let words = SymptomWords.words(of: text).prefix(40)
    let ranked = allCases.enumerated().map { order, symptom in
      let shared =
        ([symptom.rawValue] + symptom.phrases).map { phrase in
          let known = SymptomWords.words(of: phrase)
          let hits = known.count { word in words.contains { $0 == word || isSlip($0, word) } }
          return Double(hits) / Double(max(1, known.count))
        }.max() ?? 0
      return (symptom: symptom, shared: shared, order: order)
    }
    return ranked.filter { $0.shared >= 0.5 }
      .sorted { ($1.shared, $0.order) < ($0.shared, $1.order) }
      .prefix(3).map(\.symptom)
  }

  /// How people put it, besides the name itself.
  private var phrases: [String] {
    switch self {
    case .twoItems:
      [
        "two items", "two assets", "two files", "two separate", "photo and video separate",
        "separate video", "split in two", "2 items", "2 assets", "not paired", "does not pair",
      ]
    case .savedAsStill:
      [
        "saved as still", "still picture", "still image", "still photo", "not live", "no live",
        "normal photo", "plain photo", "only a photo", "only photo", "saved does not move",
        "not recognized", "not recognised", "no live badge",
      ]
    case .longPressDoesNothing:
      [
        "long press", "press and hold", "does not move", "does not play", "not moving",
        "not playing", "does not animate", "not animated", "no motion", "never plays",
      ]
    case .invalidResource: ["3302", "invalidResource", "invalid resource"]
    case .missingResource: ["3303", "missingResource", "missing resource"]
    case .internalError: ["-1", "internalError", "internal error"]
    case .wrongMotion:
      [
        "wrong movie", "wrong video", "wrong motion", "other movie", "another movie",
        "other video", "another video", "different video", "different movie", "another shot",
      ]
    case .motionNotAvailable:
      [
        "motion not available", "motion unavailable", "lock screen", "lockscreen", "wallpaper",
        "dynamic not available",
      ]
    case .turned:
      [
        "turned", "mirrored", "rotated", "rotation", "sideways", "upside down", "flipped",
        "lying down", "wrong orientation",
      ]
    case .jumps: ["jumps", "zooms", "shifts", "stretched", "cropped", "flickers", "flashes"]
    case .blackFrame:
      [
        "black", "wrong cover", "blank", "wrong cover frame", "wrong key photo", "wrong thumbnail",
      ]
    case .liveOnMacOnly: ["mac iphone", "mac only", "only mac", "live on mac"]
    case .doesNotOpen:
      [
        "does not open", "not open", "cannot open", "can not open", "corrupt", "corrupted",
        "damaged", "broken file", "unreadable", "grey", "gray",
      ]
    case .splitsElsewhere:
      [
        "two items other software", "other software", "immich", "photoprism", "google photos",
        "nextcloud", "server", "two items elsewhere",
      ]
    case .wrongDate:
      [
        "wrong date", "wrong time", "wrong place", "wrong location", "wrong day", "wrong year",
        "wrong timeline",
      ]
    case .accessCrash: ["crash photos", "crash camera", "crashes on save", "app crashes"]
    case .uploadRefused: ["90683", "missing purpose string"]
    case .manifestRefused: ["91053", "91055", "91056", "privacy manifest"]
    case .extensionRefused: ["90360", "90361", "90363", "extension refused"]
    case .reviewRejected: ["review rejected", "5.1.1"]
    case .wrongLanguage: ["prompt wrong language", "permission wrong language"]
    case .activityDoesNotStart: ["live activity does not start", "activity throws"]
    case .widgetMissing: ["widget missing", "widget does not appear"]
    }
  }
}

/// A person's words made comparable.
enum SymptomWords {
  /// The words of a text without their endings, negations as `not`; a number keeps its minus.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      // doesn't, with any apostrophe or none, is one word.
      case "'", "\u{2019}", "\u{02BC}": continue
      case "-", "\u{2212}":
        if word.isEmpty || word == "-" {
          word = "-"
        } else {
          words.append(word)
          word = ""
        }
      case _ where scalar.properties.isAlphabetic || scalar.properties.numericType != nil:
        if word == "-", scalar.properties.numericType == nil { word = "" }
        word.unicodeScalars.append(scalar)
      default:
        words.append(word)
        word = ""
      }
    }
    words.append(word)
    return words.filter { !$0.isEmpty && $0 != "-" && !idle.contains($0) }.flatMap(plain)
  }

  /// Words that tell nothing.
  private static let idle: Set<String> = ["the", "a", "an", "is", "are", "it", "its", "on", "in"]

  private static let negations: Set<String> = [
    "doesnt", "dont", "isnt", "wont", "cant", "cannot", "didnt", "arent", "wouldnt", "never",
  ]

  private static func plain(_ word: String) -> [String] {
    if negations.contains(word) { return ["not"] }
    // “does” carries nothing beside “not”.
    if ["does", "do", "did", "will", "can", "be"].contains(word) { return [] }
    var stem = Substring(word)
    for ending in ["ing", "ed", "s"] where stem.count > ending.count + 2 && stem.hasSuffix(ending) {
      stem = stem.dropLast(ending.count)
      break
    }
    if stem.count > 3, stem.hasSuffix("e") { stem = stem.dropLast() }
    return [String(stem)]
  }
}
