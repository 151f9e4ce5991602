package import Validator

/// A piece of work that the decoder does in a process of its own.
package protocol DecoderTask: Codable, Sendable {
  /// What the decoder answers with when it is done.
  associatedtype Reply: Codable & Sendable

  /// The task's name in a request.
  static var name: String { get }

  /// The files that it reads, the one that it is about first.
  var inputs: [FilePath] { get }

  /// The file that it writes; nil where it writes none.
  var output: FilePath? { get }
}

/// What one decoder process may use.
package struct DecoderLimits: Codable, Sendable, Equatable {
  /// Address space in bytes (`RLIMIT_AS`), of which the libraries themselves take a part.
  package var addressSpace: UInt64
  /// Processor time in seconds over all threads (`RLIMIT_CPU`).
  package var processorSeconds: UInt64

  package init(addressSpace: UInt64 = 2 << 30, processorSeconds: UInt64 = 600) {
    self.addressSpace = addressSpace
    self.processorSeconds = processorSeconds
  }
}
