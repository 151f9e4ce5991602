internal import Validator

extension FilePath {
  /// The folder that holds it; `.` where it is a bare name.
  var parent: FilePath {
    if folder.isEmpty { return bytes.first == UInt8(ascii: "/") ? FilePath("/") : FilePath(".") }
    return FilePath(bytes: Array(folder))
  }

  /// The last part of the path, as text.
  var nameText: String { String(decoding: name, as: UTF8.self) }

  /// The last part without its extension.
  var stem: String {
    let text = nameText
    guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return text }
    return String(text[..<dot])
  }

  /// What stands behind the last full stop of the name, in lower case; empty where there is none.
  var pathExtension: String {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The path of something in this folder; an absolute path stays as it is.
  func appending(path: String) -> FilePath {
    if path.utf8.first == UInt8(ascii: "/") { return FilePath(path).normalised }
    return appending(Array(path.utf8)).normalised
  }

  /// The path of something in this folder as a build setting names it; `$(SRCROOT)` has put this
  /// folder before it where it was used.
  func appending(settingPath path: String) -> FilePath {
    let prefix = description + "/"
    return appending(path: path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path)
  }

  /// The path without `.` and, where a name stands before it, without `..`.
  var normalised: FilePath {
    var parts: [ArraySlice<UInt8>] = []
    let up = Array("..".utf8)
    for part in bytes.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual(up), let last = parts.last, !last.elementsEqual(up) {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    let isAbsolute = bytes.first == UInt8(ascii: "/")
    let joined = Array(parts.joined(separator: [UInt8(ascii: "/")]))
    if joined.isEmpty { return FilePath(isAbsolute ? "/" : ".") }
    return FilePath(bytes: isAbsolute ? [UInt8(ascii: "/")] + joined : joined)
  }

  /// Whether it lies in a folder, at any depth; both paths are normalised.
  func isInside(_ folder: FilePath) -> Bool {
    if folder.bytes.elementsEqual(".".utf8) { return bytes.first != UInt8(ascii: "/") }
    return bytes.count > folder.bytes.count && bytes.starts(with: folder.bytes)
      && (folder.bytes.last == UInt8(ascii: "/") || bytes[folder.bytes.count] == UInt8(ascii: "/"))
  }
}
