package import Validator

/// What is to change in a movie; nil leaves a trait as it is.
package struct MovieChanges: Sendable, Equatable {
  /// The Live Photo identifier, to stand once, as UTF-8, under `com.apple.quicktime.content.identifier`
  /// in a `moov/meta` of QuickTime's shape; others, and those in places where Apple's software does
  /// not look, go.
  package var identifier: String?
  /// Texts of `moov/meta` by their keys, for keys that are not there yet; written with an identifier
  /// only.
  package var addedTexts: [String: String] = [:]
  /// The key photo time, counted from the start of the presentation: one timed-metadata track with one
  /// sample takes the place of all there are.
  package var stillTime: MediaTime?
  /// Whether the file is to open with an `ftyp` of the major brand `qt  `.
  package var isQuickTime = false

  /// Creates changes that change nothing.
  package init() {}
}
