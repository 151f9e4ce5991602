package import Validator

/// A source that gives no more bytes once a time is over: one file must not stop a run.
package struct TimedSource: ByteSource {
  private let whole: any ByteSource
  private let limit: Duration
  private let end: ContinuousClock.Instant

  /// Creates a source whose time begins now.
  package init(_ whole: any ByteSource, limit: Duration) {
    self.whole = whole
    self.limit = limit
    end = .now + limit
  }

  package var size: UInt64 { whole.size }

  package func bytes(at offset: UInt64, count: Int) throws(ReadError) -> [UInt8] {
    guard ContinuousClock.now < end else {
      throw ReadError(
        .limit, "reading the file took longer than \(limit.inSeconds) s, the limit for one file",
        at: Place("file", offset: offset, length: UInt64(clamping: count)))
    }
    return try whole.bytes(at: offset, count: count)
  }
}

extension Duration {
  /// Seconds as they are typed: `10`, `0.5`.
  fileprivate var inSeconds: String {
    let (seconds, fraction) = components
    guard fraction != 0 else { return "\(seconds)" }
    return "\(Double(seconds) + Double(fraction) / 1e18)"
  }
}
