import CSystem
import Readers
import Reporters
import Validator
import Writers

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
  static var width: Int { width(of: .output) }

  /// How many columns prose takes.
  static var proseWidth: Int { min(width, HelpText.widest) }

  /// Whether lines are to be broken: where somebody reads them, not where a program takes them.
  static var breaksLines: Bool { isInteractive(.output) || environment("COLUMNS") != nil }

  /// How many columns there are where a stream leads.
  static func width(of stream: Stream) -> Int {
    if let columns = environment("COLUMNS").flatMap(Int.init), columns > 0 { return columns }
    var size = winsize()
    guard unsafe ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
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

  /// Writes a report to standard output.
  ///
  /// - Throws: the system's reason, where it takes no more; `ClosedPipe`, where nobody reads it.
  static func writeOutput(_ text: String) throws { try writeOutput(Array(text.utf8)) }

  /// Writes a part of a report to standard output.
  static func writeOutput(_ bytes: [UInt8]) throws {
    guard write(bytes, to: Stream.output.rawValue) else {
      if errno == EPIPE { throw ClosedPipe() }
      throw UsageError("standard output: cannot be written: \(systemMessage())")
    }
  }

  /// Opens a device or FIFO as it is; nil where the system does not.
  static func openForWriting(_ path: FilePath) -> Int32? {
    let descriptor = unsafe open(path.terminated, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    return descriptor < 0 ? nil : descriptor
  }

  static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  /// Has a write to a pipe that nobody reads fail, so that half-written files can be removed; without
  /// this the system ends the process there.
  static func outliveClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Ends the process as the system does where nobody reads its output: quietly, and a shell sees why.
  static func endAtClosedPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    exit(128 + SIGPIPE)
  }

  /// Takes the numbers of standard streams that were closed, so that no file of the run gets one
  /// and a remark never lands in a report; writing to them still fails.
  static func holdStandardStreams() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }

  /// Makes the allocator ask the system for memory in large steps and keep what it has.
  ///
  /// Reading a file takes and gives back some buffers of kilobytes; without this glibc asks the
  /// system anew for many of them, measured as a tenth of the time of 1,000 pairs.
  static func keepMemory() {
    mallopt(M_TOP_PAD, 1 << 20)
    mallopt(M_TRIM_THRESHOLD, 16 << 20)
    mallopt(M_MMAP_THRESHOLD, 1 << 20)
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

  /// Writes all bytes; false where the descriptor takes no more, with the reason in `errno`.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
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
  /// The words of the command line, the program's name first.
  static var arguments: [String] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return TypedText.text(
        of: unsafe Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
    }
  }

  /// All bytes of standard input.
  static func allInput() -> [UInt8] {
    var input: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        unsafe read(0, buffer.baseAddress, buffer.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return input }
      input += piece[..<count]
    }
  }

  /// Ends the process.
  static func exit(_ code: Int32) -> Never { Glibc.exit(code) }
}
