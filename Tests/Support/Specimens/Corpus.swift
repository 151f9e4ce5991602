import Foundation

/// Where the corpus lies in a checkout, found from this file's own place in it.
package enum Corpus {
  /// The path of the folder `Corpus`.
  package static let path = packageRoot + "/Corpus"
  /// The path of the coded media.
  package static let mediaPath = path + "/Media"

  private static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
}
