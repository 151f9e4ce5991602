import DecoderProtocol

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads one request from standard input, does its task and answers on standard output.
@main
enum Main {
  static func main() {
    guard CommandLine.argc == 1, isatty(0) == 0 else {
      let hint: StaticString =
        "livephotolint-decode: is started by livephotolint make and takes no arguments\n"
      _ = unsafe write(2, hint.utf8Start, hint.utf8CodeUnitCount)
      exit(2)
    }
    ProcessLimits.prepare()
    LibraryLog.listen()
    do throws(DecoderFailure) {
      try answer(Stream.firstLine())
    } catch {
      Stream.send(DecoderAnswer<NoReply>(failure: error))
    }
  }

  private static let tasks: [any PerformableTask.Type] = [
    ProbeMovie.self, MatchFrame.self, WriteCover.self, ConvertStill.self, CutClip.self,
  ]

  private static func answer(_ line: [UInt8]) throws(DecoderFailure) {
    let version: VersionHeader = try value(of: line)
    guard version.protocol == DecoderWire.version else {
      throw .versionMismatch(tool: version.protocol, decoder: DecoderWire.version)
    }
    let header: RequestHeader = try value(of: line)
    guard let task = tasks.first(where: { $0.name == header.task }) else {
      throw DecoderFailure(.malformedRequest, "the decoder knows no task \(header.task)")
    }
    ProcessLimits.apply(header.limits)
    try perform(task, line)
  }

  private static func perform<Task: PerformableTask>(_ task: Task.Type, _ line: [UInt8])
    throws(DecoderFailure)
  {
    let request: DecoderRequest<Task> = try value(of: line)
    Stream.send(DecoderAnswer(reply: try request.parameters.perform(ProgressReport())))
  }

  private static func value<Value: Decodable>(of line: [UInt8]) throws(DecoderFailure) -> Value {
    do {
      return try DecoderWire.value(Value.self, of: line)
    } catch {
      throw DecoderFailure(.malformedRequest, "the decoder's request cannot be read: \(error)")
    }
  }
}

/// A task with the work that it stands for.
protocol PerformableTask: DecoderTask {
  /// Does it.
  ///
  /// - Throws: a failure whose message names the file.
  func perform(_ progress: ProgressReport) throws(DecoderFailure) -> Reply
}

/// Tells how far a task is, at most once a hundredth.
final class ProgressReport {
  private var told = 0.0

  func report(_ part: Double) {
    guard part.isFinite, part >= told + 0.01, part <= 1 else { return }
    told = part
    Stream.send(DecoderAnswer<NoReply>(progress: part))
  }
}

/// Standard input and output.
private enum Stream {
  /// The bytes up to the first newline, or the end.
  static func firstLine() throws(DecoderFailure) -> [UInt8] {
    var line: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while line.count < DecoderWire.lineLimit {
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return line }
      if let end = piece[..<count].firstIndex(of: UInt8(ascii: "\n")) {
        return line + piece[..<end]
      }
      line += piece[..<count]
    }
    throw DecoderFailure(.malformedRequest, "the decoder's request is too long")
  }

  /// Sends a line; ends the process where nobody reads it.
  static func send(_ answer: some Encodable) {
    guard let line = try? DecoderWire.line(answer) else {
      fatalError("an answer holds a number that is none")
    }
    var start = 0
    while start < line.count {
      let count = unsafe line[start...].withUnsafeBytes { buffer in
        unsafe write(STDOUT_FILENO, buffer.baseAddress, buffer.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { exit(1) }
      start += count
    }
  }
}
