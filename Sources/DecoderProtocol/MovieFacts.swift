package import Validator

/// What a movie is.
///
/// All times are seconds of the movie's own timeline: in QuickTime and MP4 with edit lists applied,
/// elsewhere as the packets say. It need not begin at 0.
package struct MovieProbe: Codable, Sendable, Equatable {
  /// The names of the container format, as libavformat gives them: `mov,mp4,m4a,3gp,3g2,mj2`.
  package var container: String
  /// In seconds; nil where neither the container nor the packets tell.
  package var duration: Double?
  /// Picture tracks, the one that players choose first; pictures that are attached are left out.
  package var videoStreams: [VideoStream]
  package var audioStreams: [AudioStream]
  /// The container's metadata by key, at most 200 entries, each at most 4 KiB long.
  package var metadata: [String: String]

  package init(
    container: String, duration: Double?, videoStreams: [VideoStream],
    audioStreams: [AudioStream], metadata: [String: String]
  ) {
    self.container = container
    self.duration = duration
    self.videoStreams = videoStreams
    self.audioStreams = audioStreams
    self.metadata = metadata
  }
}

/// A number that was written as a fraction.
package struct Ratio: Codable, Sendable, Equatable {
  package var numerator: Int
  package var denominator: Int

  package init(_ numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Nil where the denominator is 0.
  package var value: Double? {
    denominator == 0 ? nil : Double(numerator) / Double(denominator)
  }
}

/// A picture track.
package struct VideoStream: Codable, Sendable, Equatable {
  package var index: Int
  /// The coding, as libavcodec names it: `h264`, `hevc`, `vp9`.
  package var codec: String
  /// The size of the stored pictures, in pixels.
  package var codedWidth: Int
  package var codedHeight: Int
  /// The size in which they are shown: pixels made square, and turned.
  package var displayWidth: Int
  package var displayHeight: Int
  /// The form of the pixels, as libavutil names it: `yuv420p`, `yuv420p10le`.
  package var pixelFormat: String?
  package var orientation: Orientation
  /// How much wider a pixel is than high; 1:1 where the movie says nothing.
  package var sampleAspect: Ratio
  /// Frames a second on average; nil where unknown.
  package var frameRate: Ratio?
  /// How many frames are shown; nil where not all packets were read.
  package var frameCount: Int?
  /// When the first frame is shown.
  package var startTime: Double?
  /// From when the first frame is shown to when the last one ends.
  package var duration: Double?
  /// When key frames are shown, ascending; the first 10,000.
  package var keyFrameTimes: [Double]
  package var colour: ColourTags

  package init(
    index: Int, codec: String, codedWidth: Int, codedHeight: Int, displayWidth: Int,
    displayHeight: Int, pixelFormat: String?, orientation: Orientation, sampleAspect: Ratio,
    frameRate: Ratio?, frameCount: Int?, startTime: Double?, duration: Double?,
    keyFrameTimes: [Double], colour: ColourTags
  ) {
    self.index = index
    self.codec = codec
    self.codedWidth = codedWidth
    self.codedHeight = codedHeight
    self.displayWidth = displayWidth
    self.displayHeight = displayHeight
    self.pixelFormat = pixelFormat
    self.orientation = orientation
    self.sampleAspect = sampleAspect
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.startTime = startTime
    self.duration = duration
    self.keyFrameTimes = keyFrameTimes
    self.colour = colour
  }
}

/// What a movie or picture says of its colours, by libavutil's names; nil where it says nothing.
package struct ColourTags: Codable, Sendable, Equatable {
  /// The three lights: `bt709`, `bt2020`, `smpte432` for Display P3.
  package var primaries: String?
  /// The curve of brightness: `bt709`, `arib-std-b67` for HLG, `smpte2084` for PQ.
  package var transfer: String?
  /// How the channels come from red, green and blue: `bt709`, `smpte170m`, `bt2020nc`.
  package var matrix: String?
  /// Whether the values leave room at both ends, `tv`, or not, `pc`.
  package var range: String?

  package init(
    primaries: String? = nil, transfer: String? = nil, matrix: String? = nil, range: String? = nil
  ) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.range = range
  }

  /// Whether the values are those of HLG or PQ.
  package var isHighDynamicRange: Bool { transfer == "arib-std-b67" || transfer == "smpte2084" }
}

/// A sound track.
package struct AudioStream: Codable, Sendable, Equatable {
  package var index: Int
  /// The coding, as libavcodec names it: `aac`, `pcm_s16le`, `opus`.
  package var codec: String
  package var channels: Int
  /// Samples a second.
  package var sampleRate: Int

  package init(index: Int, codec: String, channels: Int, sampleRate: Int) {
    self.index = index
    self.codec = codec
    self.channels = channels
    self.sampleRate = sampleRate
  }
}

/// The frame of a movie that a still shows best.
package struct FrameMatch: Codable, Sendable, Equatable {
  /// When it is shown in the movie's timeline, in seconds.
  package var time: Double
  /// How alike the two are: 1 for equal pictures, near 0 for pictures with nothing in common.
  package var score: Double
  /// The score in the middle of all frames: near `score` where the movie hardly changes.
  package var medianScore: Double
  /// How many frames were looked at.
  package var frameCount: Int

  package init(time: Double, score: Double, medianScore: Double, frameCount: Int) {
    self.time = time
    self.score = score
    self.medianScore = medianScore
    self.frameCount = frameCount
  }
}

/// A clip that was written.
package struct WrittenClip: Codable, Sendable, Equatable {
  /// What became of a track.
  package struct Track: Codable, Sendable, Equatable {
    /// The coding, as libavcodec names it.
    package var codec: String
    /// Whether it was encoded anew, rather than taken over sample by sample.
    package var isEncoded: Bool
    package var sampleCount: Int

    package init(codec: String, isEncoded: Bool, sampleCount: Int) {
      self.codec = codec
      self.isEncoded = isEncoded
      self.sampleCount = sampleCount
    }
  }

  package var video: Track
  /// Nil where the clip has no sound.
  package var audio: Track?
  /// When the clip's first frame is shown in the source's timeline, in seconds; 0 in the clip's own.
  package var sourceStart: Double
  /// From the first frame to the end of the last, in seconds.
  package var duration: Double

  package init(video: Track, audio: Track?, sourceStart: Double, duration: Double) {
    self.video = video
    self.audio = audio
    self.sourceStart = sourceStart
    self.duration = duration
  }
}
