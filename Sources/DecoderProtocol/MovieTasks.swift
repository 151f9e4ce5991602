package import Validator

/// Asks what a movie is, by its own tables and its packets; nothing is decoded but the first frames.
package struct ProbeMovie: DecoderTask {
  package typealias Reply = MovieProbe
  package static let name = "probe"

  package var movie: FilePath

  package init(movie: FilePath) { self.movie = movie }

  package var inputs: [FilePath] { [movie] }
  package var output: FilePath? { nil }
}

/// Asks which frame of a movie a still shows.
package struct MatchFrame: DecoderTask {
  package typealias Reply = FrameMatch
  package static let name = "match"

  package var movie: FilePath
  package var still: FilePath
  /// Where in the movie's timeline the search begins, in seconds.
  package var start: Double
  /// How much of the movie is searched, in seconds.
  package var window: Double
  /// How many frames are looked at, at most.
  package var frameLimit: Int

  package init(
    movie: FilePath, still: FilePath, start: Double = 0, window: Double = 60,
    frameLimit: Int = 3_600
  ) {
    self.movie = movie
    self.still = still
    self.start = start
    self.window = window
    self.frameLimit = frameLimit
  }

  package var inputs: [FilePath] { [movie, still] }
  package var output: FilePath? { nil }
}

/// Writes a frame of a movie as a still: upright, in the size in which it is shown.
package struct WriteCover: DecoderTask {
  package typealias Reply = WrittenStill
  package static let name = "cover"

  package var movie: FilePath
  /// A time in the movie's timeline, in seconds: the frame that is shown then is written.
  package var time: Double
  package var output: FilePath?
  package var format: StillFormat
  /// 0 to 100.
  package var quality: Int

  package init(
    movie: FilePath, time: Double, output: FilePath, format: StillFormat, quality: Int = 95
  ) {
    self.movie = movie
    self.time = time
    self.output = output
    self.format = format
    self.quality = quality
  }

  package var inputs: [FilePath] { [movie] }
}

/// Writes a range of a movie as a QuickTime movie of its own.
package struct CutClip: DecoderTask {
  package typealias Reply = WrittenClip
  package static let name = "clip"

  package enum Video: String, Codable, Sendable {
    /// Takes the coded samples over, from the key frame at or before the start.
    case copy
    /// Encodes anew as H.264, 8 bits, 4:2:0.
    case h264
    /// Encodes anew as HEVC, 8 bits, 4:2:0.
    case hevc
  }

  package enum Audio: String, Codable, Sendable {
    /// Takes AAC, ALAC and PCM over as they are; encodes other sound as AAC.
    case copy
    /// Encodes as AAC.
    case aac
    /// Leaves sound out.
    case none
  }

  package var movie: FilePath
  /// The beginning in the movie's timeline, in seconds.
  package var start: Double
  /// In seconds.
  package var duration: Double
  package var output: FilePath?
  package var video: Video
  package var audio: Audio

  package init(
    movie: FilePath, start: Double, duration: Double, output: FilePath, video: Video, audio: Audio
  ) {
    self.movie = movie
    self.start = start
    self.duration = duration
    self.output = output
    self.video = video
    self.audio = audio
  }

  package var inputs: [FilePath] { [movie] }
}
