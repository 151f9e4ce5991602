import DecoderProtocol
import Validator

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a task for the decoder has no result.
struct DecoderError: Error, Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// The decoder is not installed, or cannot be started.
    case missing
    /// The decoder says why it could not do it.
    case failed(DecoderFailure.Kind)
    /// The decoder's process was ended by a signal.
    case crashed(signal: Int32)
    /// It took longer than it was given, and was ended.
    case timedOut
    /// It ended without an answer, or with one that cannot be read.
    case noAnswer
  }

  let kind: Kind
  /// A whole clause: which file, what happened, what it means.
  let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension DecoderError {
  static func missing(searched: [FilePath]) -> DecoderError {
    DecoderError(
      .missing,
      """
      the decoder livephotolint-decode is not there (searched: \
      \(searched.map(\.description).joined(separator: ", "))): build it with make build or install \
      it with make install, or name it in LIVEPHOTOLINT_DECODE
      """)
  }

  /// The error of a process that a signal ended.
  static func crashed(
    signal: Int32, on file: FilePath, limits: DecoderLimits, complaint: String?
  ) -> DecoderError {
    let name: String
    let meaning: String
    switch signal {
    case SIGKILL:
      name = "SIGKILL"
      meaning = "the system or a person ended it, the system mostly where memory runs out"
    case SIGXCPU:
      name = "SIGXCPU"
      meaning = "it used up its \(limits.processorSeconds) s of processor time"
    case SIGSEGV, SIGBUS:
      name = signal == SIGSEGV ? "SIGSEGV" : "SIGBUS"
      meaning = "a library read where it must not: the file is damaged or made to do harm"
    case SIGABRT:
      name = "SIGABRT"
      meaning = """
        a library gave up, mostly because its \(limits.addressSpace >> 20) MiB of memory ran out
        """
    case SIGILL, SIGTRAP, SIGFPE:
      name = signal == SIGFPE ? "SIGFPE" : signal == SIGILL ? "SIGILL" : "SIGTRAP"
      meaning = "it met a number or a lack of memory that it cannot go on with"
    default:
      name = "signal \(signal)"
      meaning = "something outside ended it"
    }
    return DecoderError(
      .crashed(signal: signal),
      "\(file): the decoder's process was ended by \(name): \(meaning)\(reason(complaint))")
  }

  static func timedOut(on file: FilePath, after limit: Duration) -> DecoderError {
    DecoderError(
      .timedOut,
      "\(file): the decoder was ended after \(limit.components.seconds) s, its limit of time")
  }

  static func noAnswer(on file: FilePath, _ what: String, complaint: String?) -> DecoderError {
    DecoderError(.noAnswer, "\(file): the decoder \(what)\(reason(complaint))")
  }

  /// The error of a task that the decoder could not do.
  ///
  /// Libraries that do not tell it why tell standard error.
  static func failed(_ failure: DecoderFailure, complaint: String?) -> DecoderError {
    let reason = failure.kind == .fault ? reason(complaint) : ""
    return DecoderError(.failed(failure.kind), failure.message + reason)
  }

  private static func reason(_ complaint: String?) -> String {
    complaint.map { " (its last words: \($0))" } ?? ""
  }
}
