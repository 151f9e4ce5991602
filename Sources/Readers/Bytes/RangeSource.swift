package import Validator

/// A part of another source, such as a member that an archive holds as it is.
package struct RangeSource: ByteSource {
  private let whole: any ByteSource
  private let start: UInt64
  package let size: UInt64

  /// Creates a source of a part, as far as the whole reaches.
  ///
  /// - Parameters:
  ///   - whole: what it is a part of.
  ///   - start: where it begins there.
  ///   - length: how many bytes it has; nil for all up to the end.
  package init(_ whole: any ByteSource, from start: UInt64, length: UInt64? = nil) {
    self.whole = whole
    self.start = min(start, whole.size)
    size = min(length ?? .max, whole.size - self.start)
  }

  package func bytes(at offset: UInt64, count: Int) throws(ReadError) -> [UInt8] {
    guard offset < size, count > 0 else { return [] }
    return try whole.bytes(at: start + offset, count: Int(min(UInt64(count), size - offset)))
  }
}
