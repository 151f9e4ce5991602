package import Validator

/// Tells moving pictures from others by their first bytes.
package enum PictureKind {
  /// How much of a PNG is searched: `acTL` stands before the first picture data, behind a colour
  /// profile at most.
  static let headLength = 8 * 1024

  /// Whether a file is a GIF or an animated PNG.
  package static func isAnimation(_ file: FilePath) -> Bool {
    guard let source = try? FileSource(file) else { return false }
    return (try? source.bytes(at: 0, count: headLength)).map { isAnimation($0) } ?? false
  }

  /// Whether a file that begins so is a GIF or an animated PNG.
  static func isAnimation(_ head: [UInt8]) -> Bool {
    if head.starts(with: "GIF8".utf8) { return true }
    return head.starts(with: [0x89, 0x50, 0x4E, 0x47]) && head.contains("acTL")
  }
}
