package import Validator

/// What a run of `make` came to.
package struct MakeReport: Sendable {
  /// A Live Photo that was made.
  package struct Made: Sendable {
    /// What was written: a still and a movie, or one bundle.
    package var files: [FilePath]
    /// Nil where the cover came out of the clip.
    package var still: FilePath?
    package var clip: FilePath
    package var identifier: String
    /// The key photo time in the movie, in seconds.
    package var stillTime: Double
    /// The length of the movie, in seconds.
    package var duration: Double
    /// How well the still fits the frame at the key photo time, 0 to 1; nil where nobody asked.
    package var fit: Double?
    package var video: Treatment
    /// What the video was coded as, where it was: `H.264`, `HEVC`.
    package var codec: String?
    /// Why the clip did not stay as it is, as clauses.
    package var reasons: [String]
    /// What is worth knowing besides, as clauses: what the check remarked, what was lost.
    package var remarks: [String]

    package init(
      files: [FilePath], still: FilePath?, clip: FilePath, identifier: String, stillTime: Double,
      duration: Double, fit: Double?, video: Treatment, codec: String?, reasons: [String],
      remarks: [String]
    ) {
      self.files = files
      self.still = still
      self.clip = clip
      self.identifier = identifier
      self.stillTime = stillTime
      self.duration = duration
      self.fit = fit
      self.video = video
      self.codec = codec
      self.reasons = reasons
      self.remarks = remarks
    }
  }

  /// What became of a clip's video.
  package enum Treatment: String, Sendable, CaseIterable {
    /// The file stays, but for what makes it a Live Photo's.
    case kept
    /// The coded samples stand in a new file.
    case copied
    /// The pictures were coded anew.
    case encoded
  }

  /// A file of which nothing was made.
  package struct Left: Sendable {
    package var path: FilePath
    /// Why, as a clause.
    package var reason: String

    package init(path: FilePath, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// In the order of the command line.
  package var made: [Made]
  /// What should have been made and could not be.
  package var failed: [Left]
  /// Files of a folder that are no pair.
  package var skipped: [Left]

  package init(made: [Made], failed: [Left], skipped: [Left]) {
    self.made = made
    self.failed = failed
    self.skipped = skipped
  }
}
