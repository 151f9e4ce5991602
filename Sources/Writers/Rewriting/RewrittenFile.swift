package import Readers
package import Validator

/// A file as it will be once its replacements are made, readable before it is written.
///
/// What stays is never loaded: it is read, and written, from the source as it is asked for.
package struct RewrittenFile: ByteSource {
  /// What stands somewhere in the new file.
  package enum Stretch: Sendable, Equatable {
    /// Bytes of the source, unchanged.
    case kept(Range<UInt64>)
    /// New bytes.
    case new([UInt8])

    var length: UInt64 {
      switch self {
      case .kept(let range): range.upperBound - range.lowerBound
      case .new(let bytes): UInt64(bytes.count)
      }
    }
  }

  /// The file that is changed.
  package let source: any ByteSource
  /// What changes, in the order of the source.
  package let replacements: [Replacement]
  /// The new file from its beginning to its end.
  package let stretches: [Stretch]
  package let size: UInt64

  /// Creates the new file.
  ///
  /// - Throws: where replacements overlap or lie outside the source: they were made for another file.
  package init(_ source: any ByteSource, _ replacements: [Replacement]) throws(RewriteError) {
    // What is put in between two parts comes before what replaces the second.
    let sorted = replacements.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var stretches: [Stretch] = []
    var at: UInt64 = 0
    for replacement in sorted {
      guard replacement.range.lowerBound >= at, replacement.range.upperBound <= source.size else {
        throw RewriteError(
          "two changes meet in one place, or lie outside the file",
          at: Place(
            replacement.path, offset: replacement.range.lowerBound,
            length: replacement.range.upperBound - replacement.range.lowerBound))
      }
      if replacement.range.lowerBound > at {
        stretches.append(.kept(at..<replacement.range.lowerBound))
      }
      if !replacement.bytes.isEmpty { stretches.append(.new(replacement.bytes)) }
      at = replacement.range.upperBound
    }
    if at < source.size { stretches.append(.kept(at..<source.size)) }
    self.source = source
    self.replacements = sorted
    self.stretches = stretches
    size = stretches.reduce(0) { $0 + $1.length }
  }

  /// Where a replacement's new bytes stand in the new file.
  package func newRange(of replacement: Replacement) -> Range<UInt64> {
    let before = replacements.prefix { $0 != replacement }
    let start = before.reduce(replacement.range.lowerBound) {
      $0 - ($1.range.upperBound - $1.range.lowerBound) + UInt64($1.bytes.count)
    }
    return start..<(start + UInt64(replacement.bytes.count))
  }

  package func bytes(at offset: UInt64, count: Int) throws(ReadError) -> [UInt8] {
    var result: [UInt8] = []
    var start: UInt64 = 0
    for stretch in stretches where result.count < count {
      defer { start += stretch.length }
      let at = offset + UInt64(result.count)
      guard at >= start, at - start < stretch.length else { continue }
      let wanted = min(UInt64(count - result.count), stretch.length - (at - start))
      switch stretch {
      case .new(let bytes):
        let from = Int(at - start)
        result += bytes[from..<(from + Int(wanted))]
      case .kept(let range):
        let piece = try source.bytes(at: range.lowerBound + (at - start), count: Int(wanted))
        result += piece
        if piece.count < Int(wanted) { return result }
      }
    }
    return result
  }
}
