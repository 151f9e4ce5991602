package import Validator

/// What a still is written as.
package enum StillFormat: String, CaseIterable, Codable, Sendable {
  case jpeg, heic
}

/// Writes a picture as JPEG or HEIC: upright, of the same size, transparent parts over white.
package struct ConvertStill: DecoderTask {
  package typealias Reply = WrittenStill
  package static let name = "convert"

  /// JPEG, PNG, WebP, TIFF or HEIC.
  package var still: FilePath
  package var output: FilePath?
  package var format: StillFormat
  /// 0 to 100.
  package var quality: Int

  package init(still: FilePath, output: FilePath, format: StillFormat, quality: Int = 95) {
    self.still = still
    self.output = output
    self.format = format
    self.quality = quality
  }

  package var inputs: [FilePath] { [still] }
}

/// A still that was written.
package struct WrittenStill: Codable, Sendable, Equatable {
  /// In pixels, upright.
  package var width: Int
  package var height: Int
  /// When the frame is shown in the movie's timeline, in seconds; nil where it came from a still.
  package var time: Double?
  /// The colours of the source, as it says.
  package var colour: ColourTags

  package init(width: Int, height: Int, time: Double?, colour: ColourTags) {
    self.width = width
    self.height = height
    self.time = time
    self.colour = colour
  }
}
