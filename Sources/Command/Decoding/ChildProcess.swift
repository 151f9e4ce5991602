import Synchronization
import Validator

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that runs in a process of its own, with a stream to it and two from it.
///
/// One that is still running when the object goes is killed.
final class ChildProcess {
  /// How a process ended.
  enum End: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  let identifier: pid_t
  /// The ends on this side; closed with the object.
  let output: Int32
  let errors: Int32
  private let input: Int32
  private var end: End?

  /// The processes that have not been seen to end.
  private static let running = Mutex<Set<pid_t>>([])

  /// Ends every process at once, for a program that is being stopped.
  static func killAll() {
    for process in running.withLock({ $0 }) {
      Glibc.kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  /// Starts a program without arguments.
  ///
  /// - Throws: the system's error number.
  init(_ program: FilePath, environment: [String]) throws(SystemError) {
    let inputEnds = try Self.ends()
    let outputEnds = try Self.ends()
    let errorEnds = try Self.ends()
    let theirs = [inputEnds.0, outputEnds.1, errorEnds.1]
    defer { for descriptor in theirs { close(descriptor) } }

    var process: pid_t = 0
    let error = Self.spawn(program, environment, standardStreams: theirs, &process)
    guard error == 0 else {
      for descriptor in [inputEnds.1, outputEnds.0, errorEnds.0] { close(descriptor) }
      throw SystemError(number: error)
    }
    identifier = process
    Self.running.withLock { _ = $0.insert(process) }
    (input, output, errors) = (inputEnds.1, outputEnds.0, errorEnds.0)
  }

  deinit {
    if end == nil { _ = kill() }
    for descriptor in [input, output, errors] { close(descriptor) }
  }

  private static func spawn(
    _ program: FilePath, _ environment: [String], standardStreams: [Int32],
    _ process: inout pid_t
  ) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (target, descriptor) in standardStreams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
    }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    let path = program.bytes.map { CChar(bitPattern: $0) } + [0]
    var arguments = unsafe [strdup(path), nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe arguments.indices { unsafe free(arguments[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    return unsafe posix_spawn(&process, path, &actions, &attributes, &arguments, &variables)
  }

  /// Two ends of a stream, closed in other programs; a socket, because only that can be written to
  /// without SIGPIPE.
  private static func ends() throws(SystemError) -> (Int32, Int32) {
    var pair: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, SocketKind.stream, 0, &pair) == 0 else {
      throw SystemError(number: errno)
    }
    return (pair[0], pair[1])
  }

  /// Sends all of some bytes and closes the stream; a process that no longer reads is no error here.
  func send(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let sent = unsafe bytes[start...].withUnsafeBytes { buffer in
        unsafe Glibc.send(input, buffer.baseAddress, buffer.count, SocketKind.noSignal)
      }
      if sent < 0 && errno == EINTR { continue }
      guard sent > 0 else { break }
      start += sent
    }
    shutdown(input, Int32(SHUT_WR))
  }

  /// How it ended; nil where it is still running.
  func ended() -> End? {
    if end == nil { collect(waiting: false) }
    return end
  }

  /// Ends it at once.
  func kill() -> End {
    if end == nil {
      Glibc.kill(identifier, SIGKILL)
      collect(waiting: true)
    }
    return end ?? .killed(signal: SIGKILL)
  }

  private func collect(waiting: Bool) {
    var status: Int32 = 0
    var got: pid_t
    repeat {
      got = unsafe waitpid(identifier, &status, waiting ? 0 : WNOHANG)
    } while got < 0 && errno == EINTR
    guard got == identifier else { return }
    Self.running.withLock { _ = $0.remove(identifier) }
    // The macros WIFEXITED, WEXITSTATUS and WTERMSIG, which do not reach Swift.
    let signal = status & 0x7F
    end = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
  }

  /// An error of the system.
  struct SystemError: Error {
    let number: Int32

    var text: String { unsafe String(cString: strerror(number)) }
  }

  private enum SocketKind {
    static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    static let noSignal = Int32(MSG_NOSIGNAL)
  }
}
