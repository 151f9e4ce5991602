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
  package func appending(_ name: some Collection<UInt8>) -> FilePath { appending(Array(name)) }

  /// The same of a name as folders are listed: walks ask for thousands.
  package func appending(_ name: [UInt8]) -> FilePath {
    if bytes.isEmpty { return FilePath(bytes: name) }
    var path: [UInt8] = []
    path.reserveCapacity(bytes.count + 1 + name.count)
    path += bytes
    if bytes.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
    path += name
    return FilePath(bytes: path)
  }

  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.bytes.precedes(right.bytes)
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

extension [UInt8] {
  /// Whether these bytes stand before others in the order of names.
  ///
  /// It is `lexicographicallyPrecedes` in a form that is quick for the thousands of names of a folder.
  package func precedes(_ other: [UInt8]) -> Bool {
    let left = span
    let right = other.span
    for index in 0..<Swift.min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index]
    }
    return left.count < right.count
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
  package var halfByExtension: Half? { Half(extensionOf: path.name) }
}

extension Half {
  private static let extensions: [(extension: StaticString, half: Half)] = [
    ("jpg", .still), ("heic", .still), ("mov", .movie), ("jpeg", .still), ("mp4", .movie),
    ("png", .still), ("heif", .still), ("hif", .still), ("jpe", .still), ("webp", .still),
    ("avif", .still), ("tif", .still), ("tiff", .still), ("dng", .still), ("qt", .movie),
    ("m4v", .movie),
  ]

  /// The medium that a file name's extension stands for.
  ///
  /// A walk asks it of every file: bytes are compared, and no text is made.
  package init?(extensionOf name: ArraySlice<UInt8>) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    let found = name[(dot + 1)...]
    let known = Half.extensions.first { known in
      known.extension.withUTF8Buffer { letters in
        guard letters.count == found.count else { return false }
        // Or with 0x20 makes capital letters small; what is no letter or digit becomes none.
        return unsafe zip(found, letters).allSatisfy { $0 | 0x20 == $1 && $0 >= 0x30 }
      }
    }
    guard let known else { return nil }
    self = known.half
  }
}
