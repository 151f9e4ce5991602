import Readers
import Validator

/// Two files that the user names as the halves of one Live Photo.
struct NamedPair {
  let still: String
  let movie: String

  /// The two files in the order of their roles; nil where the paths are something else.
  init?(_ typed: [String]) {
    guard typed.count == 2, !typed.contains("-") else { return nil }
    let paths = typed.map { FilePath(typed: $0) }
    guard paths.allSatisfy({ Directory.kind(of: $0) != .folder && !$0.isLivePhotoArchive }) else {
      return nil
    }
    let isSwapped = NamedPair.half(of: paths[0]) == .movie && NamedPair.half(of: paths[1]) != .movie
    (still, movie) = isSwapped ? (typed[1], typed[0]) : (typed[0], typed[1])
  }

  /// Whether the names of the two files say nothing of a bond; what an archive holds has names of its
  /// own.
  var hasUnlikeNames: Bool {
    let paths = [FilePath(typed: still), FilePath(typed: movie)]
    return !paths.contains(where: \.isArchive)
      && BaseName(of: paths[0].name).key != BaseName(of: paths[1].name).key
  }

  /// What a file's bytes make it, else its name.
  private static func half(of path: FilePath) -> Half? {
    let byExtension = MediaFile(path: path, size: 0, type: nil).halfByExtension
    guard let bytes = try? SourceBytes(FileSource(path)) else { return byExtension }
    return FileType(head: bytes.firstBytes, size: bytes.size).half ?? byExtension
  }
}
