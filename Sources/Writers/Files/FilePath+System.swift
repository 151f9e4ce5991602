package import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension FilePath {
  /// The bytes with their closing NUL, as the system takes them.
  package var terminated: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// The path of another name in the same folder.
  package func sibling(_ name: some Collection<UInt8>) -> FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return FilePath(bytes: Array(name))
    }
    return FilePath(bytes: bytes[...slash] + Array(name))
  }

  /// The path of another name in the same folder.
  package func sibling(_ name: String) -> FilePath { sibling(Array(name.utf8)) }
}

/// Why the last call to the system failed, as the system says it.
package enum SystemReason {
  package static var last: String { text(errno) }

  /// What the system says of an error number.
  static func text(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
}
