/// The path of a file: its bytes as the system knows them, and a form fit for showing.
///
/// Names on Linux are bytes, not text: a name that is not UTF-8 must still open.
package struct FilePath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The bytes of the path, without a closing NUL.
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The path as text; bytes that are not UTF-8 are shown as `\xNN`.
  package var description: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return FilePath.escaped(bytes)
  }

  /// The bytes after the last slash, or after the `!` that ends an archive's name.
  package var name: ArraySlice<UInt8> { bytes[nameStart...] }

  /// The bytes before the name and its separator; empty where there are none.
  ///
  /// For a member of an archive without folders it is the archive.
  package var folder: ArraySlice<UInt8> { bytes[..<max(0, nameStart - 1)] }

  /// The path of a file beside this one.
  package func sibling(_ name: some Collection<UInt8>) -> FilePath {
    FilePath(bytes: Array(bytes[..<nameStart]) + name)
  }

  private var nameStart: Int {
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return lastMemberMark(from: start).map { $0 + 1 } ?? start
  }

  /// The path of a file in this folder.
  package func appending(_ name: some Collection<UInt8>) -> FilePath {
    if bytes.isEmpty { return FilePath(bytes: Array(name)) }
    var path: [UInt8] = []
    path.reserveCapacity(bytes.count + 1 + name.count)
    path += bytes
    if bytes.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
    path.append(contentsOf: name)
    return FilePath(bytes: path)
  }

  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  private static func escaped(_ bytes: [UInt8]) -> String {
    var shown = ""
    var rest = bytes[...]
    while let byte = rest.first {
      // A scalar is one to four bytes; the shortest valid run is the scalar itself.
      let run = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
      if let run, let text = String(validating: rest.prefix(run), as: UTF8.self) {
        shown += text
        rest = rest.dropFirst(run)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        shown += "\\x" + (digits.count == 1 ? "0" + digits : digits)
        rest = rest.dropFirst()
      }
    }
    return shown
  }
}

/// What a file is, judged from its first bytes alone.
package enum FileType: String, Sendable, CaseIterable {
  case jpeg, heic, png, webp, avif, tiff, quicktime, mp4, gif, apng, plist, zip
  /// Bytes that are none of the others.
  case unknown
  /// A file of no bytes.
  case empty

  /// Which half of a Live Photo the contents could be.
  package var half: Half? {
    switch self {
    case .jpeg, .heic, .png, .webp, .avif, .tiff: .still
    case .quicktime, .mp4: .movie
    case .gif, .apng, .plist, .zip, .unknown, .empty: nil
    }
  }
}

extension FileType {
  /// The extensions, in lower case, that are right for the type, the most usual one first.
  package var pathExtensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
    case .heic: ["heic", "heif", "hif", "heics", "heifs"]
    case .png: ["png"]
    case .webp: ["webp"]
    case .avif: ["avif", "heif", "hif"]
    case .tiff: ["tif", "tiff", "dng"]
    case .quicktime: ["mov", "qt"]
    case .mp4: ["mp4", "m4v", "mov", "qt", "3gp", "3g2"]
    case .gif: ["gif"]
    case .apng: ["png", "apng"]
    case .plist: ["plist"]
    case .zip: ["zip"]
    case .unknown, .empty: []
    }
  }
}

/// One of the two files of a Live Photo.
package enum Half: String, Sendable {
  case still, movie

  /// The half that goes with this one.
  package var other: Half { self == .still ? .movie : .still }
}

/// One file of the run.
package struct MediaFile: Hashable, Sendable {
  package var path: FilePath
  /// Its length in bytes.
  package var size: UInt64
  /// What its first bytes say it is; nil where the file is not there or could not be opened.
  package var type: FileType?

  package init(path: FilePath, size: UInt64, type: FileType?) {
    self.path = path
    self.size = size
    self.type = type
  }

  /// The path's extension in lower case, without the dot; empty where there is none.
  package var pathExtension: String {
    let name = path.name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The file's name without its extension.
  package var stem: String { FilePath(bytes: Array(stemBytes)).description }

  /// The bytes of the file's name without its extension.
  package var stemBytes: ArraySlice<UInt8> {
    let name = path.name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return name
    }
    return name[..<dot]
  }

  /// The medium that systems which go by the extension, as Photos does, take the file for.
  package var halfByExtension: Half? {
    Half(pathExtension: pathExtension)
  }
}

extension Half {
  /// The medium that a file extension stands for.
  ///
  /// - Parameter pathExtension: the extension in lower case, without its dot.
  package init?(pathExtension: String) {
    switch pathExtension {
    case "jpg", "jpeg", "jpe", "heic", "heif", "hif", "png", "webp", "avif", "tif", "tiff", "dng":
      self = .still
    case "mov", "qt", "mp4", "m4v":
      self = .movie
    default:
      return nil
    }
  }
}
