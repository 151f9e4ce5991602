import FoundationEssentials

/// The version of what the tool and its decoder say to each other.
package enum DecoderWire {
  /// Raised whenever a request, reply or failure changes its form or meaning.
  package static let version = 1

  /// The longest line that either side reads, in bytes.
  package static let lineLimit = 16 << 20

  /// A value as one line of JSON with its newline.
  package static func line(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try Array(encoder.encode(value)) + CollectionOfOne(UInt8(ascii: "\n"))
  }

  /// The value of a line of JSON.
  package static func value<Value: Decodable>(_ type: Value.Type, of line: some Sequence<UInt8>)
    throws -> Value
  {
    try JSONDecoder().decode(type, from: Data(line))
  }
}

/// What can be read of a request before its task is known.
package struct RequestHeader: Codable, Sendable {
  package var `protocol`: Int
  package var limits: DecoderLimits
  package var task: String
}

/// The version alone, which every form of the protocol has.
package struct VersionHeader: Codable, Sendable {
  package var `protocol`: Int
}

/// The one line that the tool sends.
package struct DecoderRequest<Task: DecoderTask>: Codable, Sendable {
  package var `protocol`: Int
  package var limits: DecoderLimits
  package var task: String
  package var parameters: Task

  package init(_ task: Task, limits: DecoderLimits) {
    `protocol` = DecoderWire.version
    self.limits = limits
    self.task = Task.name
    parameters = task
  }
}

/// A line that the decoder sends: how far it is, or its last word.
package struct DecoderAnswer<Reply: Codable & Sendable>: Codable, Sendable {
  package var `protocol` = DecoderWire.version
  /// The part of the work that is done, 0 to 1.
  package var progress: Double?
  /// The result; nothing follows it.
  package var reply: Reply?
  /// Why there is no result; nothing follows it.
  package var failure: DecoderFailure?

  package init(progress: Double) { self.progress = progress }
  package init(reply: Reply) { self.reply = reply }
  package init(failure: DecoderFailure) { self.failure = failure }
}

/// The reply of an answer that has none.
package struct NoReply: Codable, Sendable {}
