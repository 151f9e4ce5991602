/// Why the decoder could not do what it was asked.
package struct DecoderFailure: Error, Codable, Sendable, Equatable {
  package enum Kind: String, Codable, Sendable {
    /// The tool and its decoder are of different versions.
    case versionMismatch
    /// The request is not one; a fault of the tool.
    case malformedRequest
    /// A file cannot be opened or read.
    case notOpened
    /// The bytes are no movie or no picture in a form that is read.
    case unknownFormat
    /// The movie has no picture track.
    case noVideo
    /// The movie's picture track has no frame.
    case noFrames
    /// There is no decoder for the coding.
    case unsupportedCodec
    /// The coded data cannot be decoded.
    case damaged
    /// A time lies before the first frame or behind the last.
    case outsideMovie
    /// The samples cannot be taken over as they are.
    case needsEncoding
    /// The output cannot be written.
    case notWritten
    /// More memory was needed than the limits allow.
    case outOfMemory
    /// A fault of the decoder or of a library.
    case fault
  }

  package var kind: Kind
  /// A whole clause: which file, what is wrong, what to do where that is known.
  package var message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension DecoderFailure {
  /// The failure of two programs that were not built together.
  package static func versionMismatch(tool: Int, decoder: Int) -> DecoderFailure {
    DecoderFailure(
      .versionMismatch,
      """
      livephotolint speaks version \(tool) of the decoder's protocol, and livephotolint-decode \
      version \(decoder): install both from one build
      """)
  }
}
