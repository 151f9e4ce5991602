import DecoderProtocol

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads what a decoder process says until it ends, up to a deadline.
struct DecoderListener<Reply: Codable & Sendable> {
  enum Outcome {
    case ended(ChildProcess.End, Reply?)
    case failure(DecoderFailure)
    case late
    /// A line is longer than any true one.
    case tooLong
    /// A line is no answer.
    case garbled
  }

  private let child: ChildProcess
  private let deadline: ContinuousClock.Instant
  /// What came since the last whole line.
  private var rest: [UInt8] = []
  /// The end of what came on standard error.
  private var words: [UInt8] = []
  private var reply: Reply?
  private var failure: DecoderFailure?

  init(_ child: ChildProcess, deadline: ContinuousClock.Instant) {
    self.child = child
    self.deadline = deadline
  }

  /// The last line on standard error, where there is one; at most 300 characters.
  var complaint: String? {
    let lines = String(decoding: words, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.last.map { String($0.prefix(300)) }
  }

  mutating func listen(_ progress: (Double) -> Void) -> Outcome {
    var open = [child.output, child.errors]
    while !open.isEmpty {
      var requests = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = unsafe poll(&requests, nfds_t(requests.count), millisecondsLeft)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return .late }
      for request in requests where request.revents != 0 {
        let piece = DecoderListener.read(request.fd)
        if piece.isEmpty {
          open.removeAll { $0 == request.fd }
        } else if request.fd == child.errors {
          words = (words + piece).suffix(4096)
        } else if let outcome = take(piece, progress) {
          return outcome
        }
      }
    }
    return lastWord()
  }

  /// What the process came to, once it says no more.
  private func lastWord() -> Outcome {
    // A process that has closed its streams ends at once, or was told by a file to hang.
    while child.ended() == nil {
      if millisecondsLeft == 0 { return .late }
      _ = poll(nil, 0, 1)
    }
    guard rest.isEmpty else { return .garbled }
    if let failure { return .failure(failure) }
    return .ended(child.ended() ?? .exited(0), reply)
  }

  private mutating func take(_ piece: [UInt8], _ progress: (Double) -> Void) -> Outcome? {
    rest += piece
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      guard let answer = try? DecoderWire.value(DecoderAnswer<Reply>.self, of: line),
        answer.protocol == DecoderWire.version
      else { return versionMismatch(in: line) ?? .garbled }
      rest.removeSubrange(...end)
      reply = answer.reply ?? reply
      failure = answer.failure ?? failure
      if let part = answer.progress { progress(part) }
    }
    return rest.count > DecoderWire.lineLimit ? .tooLong : nil
  }

  /// The failure, where a line is of another version of the protocol.
  private func versionMismatch(in line: some Sequence<UInt8>) -> Outcome? {
    guard let header = try? DecoderWire.value(VersionHeader.self, of: line),
      header.protocol != DecoderWire.version
    else { return nil }
    return .failure(.versionMismatch(tool: DecoderWire.version, decoder: header.protocol))
  }

  private var millisecondsLeft: Int32 {
    let left = deadline - .now
    let (seconds, attoseconds) = left.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    // Rounded up, so that the last millisecond is not spent turning round.
    return Int32(
      clamping: seconds.multipliedReportingOverflow(by: 1000).partialValue
        + attoseconds / 1_000_000_000_000_000 + (left > .zero ? 1 : 0))
  }

  private static func read(_ descriptor: Int32) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, filled in
      var got: Int
      repeat {
        got = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      } while got < 0 && errno == EINTR
      filled = max(0, got)
    }
  }
}
