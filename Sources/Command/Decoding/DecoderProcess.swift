import DecoderProtocol
import Readers
import Validator

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Has tasks done by `livephotolint-decode`, each in a process of its own.
///
/// The process may crash, hang or be killed without harm to this one; what it has written is removed
/// then.
struct DecoderProcess: Sendable {
  /// The decoder's executable.
  let program: FilePath
  var limits: DecoderLimits

  init(program: FilePath, limits: DecoderLimits = DecoderLimits()) {
    self.program = program
    self.limits = limits
  }

  /// Finds the decoder: named by `LIVEPHOTOLINT_DECODE`, else beside this executable, else in
  /// `../libexec/livephotolint` from there, else in a folder of `PATH`.
  ///
  /// - Throws: `missing`, with the places that were searched.
  init(limits: DecoderLimits = DecoderLimits()) throws(DecoderError) {
    let places = DecoderProcess.places
    guard let program = places.first(where: DecoderProcess.isExecutable) else {
      throw .missing(searched: places)
    }
    self.init(program: program, limits: limits)
  }

  /// Does a task and waits for it.
  ///
  /// - Parameters:
  ///   - task: what to do.
  ///   - timeLimit: how long it may take, after which the process is killed.
  ///   - progress: told the part that is done, 0 to 1, from time to time.
  /// - Throws: `DecoderError` with a whole clause that names the file; no output is left then, and
  ///   what was there before under its name is unchanged.
  func run<Task: DecoderTask>(
    _ task: Task, timeLimit: Duration = .seconds(600), progress: (Double) -> Void = { _ in }
  ) throws(DecoderError) -> Task.Reply {
    let file = task.inputs.first ?? program
    let child: ChildProcess
    do throws(ChildProcess.SystemError) {
      child = try ChildProcess(program, environment: DecoderProcess.environment)
    } catch {
      throw DecoderError(.missing, "\(program): the decoder cannot be started: \(error.text)")
    }
    defer {
      // Renamed where all went well, so that there is something only where it did not.
      _ = child.kill()
      if let output = task.output {
        let partial = output.partial(ofProcess: child.identifier)
        unsafe unlink(partial.bytes.map { CChar(bitPattern: $0) } + [0])
      }
    }
    guard let request = try? DecoderWire.line(DecoderRequest(task, limits: limits)) else {
      throw .noAnswer(on: file, "cannot be asked: a number of the request is none", complaint: nil)
    }
    child.send(request)
    var listener = DecoderListener<Task.Reply>(child, deadline: .now + timeLimit)
    let outcome = listener.listen(progress)
    let complaint = listener.complaint
    switch outcome {
    case .late: throw .timedOut(on: file, after: timeLimit)
    case .tooLong: throw .noAnswer(on: file, "sends more than is read", complaint: complaint)
    case .garbled: throw .noAnswer(on: file, "answers in no known form", complaint: complaint)
    case .failure(let failure): throw .failed(failure, complaint: complaint)
    case .ended(.killed(let signal), _):
      throw .crashed(signal: signal, on: file, limits: limits, complaint: complaint)
    case .ended(.exited, let reply?): return reply
    case .ended(.exited(let code), nil):
      throw .noAnswer(on: file, "ended without an answer, with code \(code)", complaint: complaint)
    }
  }

  // MARK: Where it is

  private static let name = Array("livephotolint-decode".utf8)

  private static var places: [FilePath] {
    if let named = Terminal.environment("LIVEPHOTOLINT_DECODE") { return [FilePath(named)] }
    var folders: [FilePath] = []
    if let executable = Directory.resolved(FilePath("/proc/self/exe")) {
      let folder = FilePath(bytes: Array(executable.folder))
      folders = [folder, folder.appending("../libexec/livephotolint".utf8)]
    }
    folders += (Terminal.environment("PATH") ?? "").split(separator: ":")
      .map { FilePath(String($0)) }
    return folders.map { $0.appending(name) }
  }

  private static func isExecutable(_ path: FilePath) -> Bool {
    guard Directory.kind(of: path) == .regular else { return false }
    return unsafe access(path.bytes.map { CChar(bitPattern: $0) } + [0], X_OK) == 0
  }

  /// What the dynamic loader and the libraries may need, and no more.
  private static var environment: [String] {
    // A crash is told of by its signal; the runtime's own account of it takes seconds.
    ["SWIFT_BACKTRACE=enable=no", "LC_ALL=C"]
      + ["PATH", "LD_LIBRARY_PATH", "TMPDIR"].compactMap { name in
        Terminal.environment(name).map { "\(name)=\($0)" }
      }
  }
}
