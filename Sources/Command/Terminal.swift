import Reporters
import Validator

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Standard streams, the environment and the end of the process: all that is the system's.
enum Terminal {
  enum Stream: Int32, Sendable {
    case output = 1
    case errors = 2
  }

  /// Whether a stream leads to a person.
  static func isInteractive(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// How many columns there are: `COLUMNS`, else what the terminal says, else 100.
  static var width: Int {
    if let columns = environment("COLUMNS").flatMap(Int.init), columns > 0 { return columns }
    var size = winsize()
    guard unsafe ioctl(Stream.output.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 100
    }
    return Int(size.ws_col)
  }

  /// The value of an environment variable; nil where it is not set or empty.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Writes all of a text; false where the stream takes no more.
  @discardableResult
  static func write(_ text: String, to stream: Stream) -> Bool {
    write(Array(text.utf8), to: stream.rawValue)
  }

  /// Tells something about the run itself on standard error, under the tool's name.
  static func remark(_ text: String) {
    write("\(Tool.name): \(ShownText.escaped(text))\n", to: .errors)
  }

  /// Writes a file by way of a temporary one beside it, so that nobody ever reads half a report.
  ///
  /// - Throws: the system's reason, as text.
  static func write(_ text: String, toFile path: String) throws(UsageError) {
    let temporary = path + ".partial-\(getpid())"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw UsageError("\(path): cannot be written: \(systemMessage())")
    }
    let isWritten = write(Array(text.utf8), to: descriptor)
    let reason = systemMessage()
    guard close(descriptor) == 0, isWritten, unsafe rename(temporary, path) == 0 else {
      let message = isWritten ? systemMessage() : reason
      unsafe unlink(temporary)
      throw UsageError("\(path): cannot be written: \(message)")
    }
  }

  /// Ends the process, with a fault of its own told as one: Swift ends a process that would go on
  /// with a wrong number, and a script must be able to tell that from a finding.
  static func reportFaults() {
    for fault in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE] {
      signal(fault) { _ in
        let message: StaticString = """

          livephotolint: a fault of the tool itself ended the run. Please report it with the file \
          that was judged.

          """
        // Only calls that are safe in a signal handler.
        _ = unsafe Glibc.write(2, message.utf8Start, message.utf8CodeUnitCount)
        _exit(70)
      }
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes[start...].withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return false }
      start += written
    }
    return true
  }

  private static func systemMessage() -> String { unsafe String(cString: strerror(errno)) }
}

extension Terminal {
  /// The lines of standard input, without empty ones.
  static func lines() -> [String] {
    var lines: [String] = []
    while let line = readLine() {
      if !line.isEmpty { lines.append(line) }
    }
    return lines
  }

  /// Ends the process.
  static func exit(_ code: Int32) -> Never { Glibc.exit(code) }
}
