/// The English words of which a text without a purpose is made.
///
/// A text is vague only if it has no other word than these: any verb that says what happens to
/// the photos (save, share, scan, edit) makes it a purpose.
enum EnglishWords {
  /// Words that ask.
  ///
  /// At least one must be there, for the others occur in other languages too.
  static let requests: Set<String> = [
    "access", "accessing", "allow", "allows", "ask", "asks", "grant", "has", "have", "needed",
    "need", "needs", "please", "request", "requests", "require", "required", "requires", "the",
    "use", "used", "uses", "using", "want", "wants", "would", "your",
  ]

  /// Words that say nothing about a purpose, those of promises in general among them.
  static let fillers: Set<String> = [
    "$app", "a", "an", "and", "app", "app's", "app’s", "application", "are", "be", "best",
    "better", "can", "correctly", "experience", "feature", "features", "for", "full", "fully",
    "function", "functional", "functionality", "functioning", "functions", "in", "is", "it",
    "like", "must", "normally", "of", "on", "operate", "or", "order", "our", "permission",
    "permissions", "properly", "purpose", "purposes", "run", "so", "that", "this", "to", "us",
    "we", "will", "with", "work", "working", "works", "you",
  ]

  /// What a key's resource is called.
  ///
  /// Keys that are not here are not judged.
  static let resources: [String: Set<String>] = [
    UsageKey.photoAdd: photos,
    UsageKey.photoRead: photos,
    UsageKey.camera: ["camera", "cameras", "device", "device's", "phone"],
    UsageKey.microphone: ["mic", "microphone", "microphones", "device", "device's", "phone"],
    "NSLocationWhenInUseUsageDescription": ["location", "gps"],
    "NSLocationAlwaysAndWhenInUseUsageDescription": ["location", "gps"],
    "NSContactsUsageDescription": ["address", "book", "contact", "contacts"],
    "NSCalendarsUsageDescription": ["calendar", "calendars"],
  ]

  private static let photos: Set<String> = [
    "album", "albums", "camera", "galleries", "gallery", "image", "images", "libraries", "library",
    "media", "photo", "photos", "picture", "pictures", "roll", "video", "videos",
  ]
}
