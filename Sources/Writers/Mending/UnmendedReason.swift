internal import Validator

/// Why `fix` leaves a fault as it is, and what to do instead.
enum UnmendedReason {
  /// The reason for a result of a rule that `fix` does nothing about.
  static func text(for result: RuleResult) -> String {
    ownText(for: result) ?? familyReasons[result.rule.family]
      ?? "there is no change to it that is safe in every case"
  }

  /// The reason that a rule has for itself, whatever else stands in the way; nil where it has none.
  static func ownText(for result: RuleResult) -> String? { reasons[result.rule.id] }

  /// By rule, as clauses.
  private static let reasons: [String: String] = [
    "pair/missing-movie": "a movie cannot be made up: take it from where the still came from",
    "pair/missing-still":
      "the still is not there: take it from where the movie came from, or let livephotolint make "
      + "take a frame of the movie for it",
    "pair/same-bytes": "there is no motion in these files: take the movie from the original again",
    "pair/crossed":
      "every file is right by itself, and only names say otherwise: rename the files so that those "
      + "of one identifier have one name",
    "pair/ambiguous": "which of the files is meant cannot be told from them",
    "pair/duplicate-copy": "files are never removed",
    "pair/edited-mixed": "an original and an edited half show different pictures",
    "pair/name-only": "nothing but the name says that the files are one shot",
    "pair/name-differs": "files are not moved from folder to folder",
    "pair/bundle-invalid":
      "which files the bundle is meant to hold cannot be told from it, and a broken archive cannot "
      + "be put together: make it anew",
    "pair/extension-mismatch": "a half holds the other medium: its partner is not there",
    "pair/vendor-container":
      "the motion stands inside the still: cut it out at its offset, and livephotolint make makes a "
      + "pair of the still and what was cut out",
    "identifier/missing-in-still":
      "the MakerNote is another maker's, or the file has no place for Apple's: livephotolint make "
      + "writes a still that has",
    "still-time/at-start":
      "the still may well be the first frame: --still-time SECONDS moves the mark",
    "movie/truncated":
      "what is cut off is not in the file: copy the movie from its source again",
    "movie/codec": "the video has to be coded anew, which livephotolint make does",
    "movie/no-video": "there is no video to show: take the movie from the original again",
    "movie/fragmented": "the samples have to be put in order anew, which livephotolint make does",
    "movie/too-long": "which part of the movie is meant cannot be told from it",
    "movie/too-short": "frames cannot be made up",
    "movie/zero-dates": "a date would have to be made up",
    "movie/transcoded": "what the encoder left out is gone: take the movie of the camera",
    "movie/trailing-data": "whether the bytes are needed cannot be told",
    "movie/structure": "which of the contradicting parts is right cannot be told",
    "still/truncated": "what is cut off is not in the file: copy the still from its source again",
    "still/structure": "which of the contradicting parts is right cannot be told",
    "still/type":
      "the picture has to be coded anew, which livephotolint make does",
    "still/trailing-data": "whether the bytes are needed cannot be told",
    "still/makernote-damaged":
      "what stood in the note is lost, and what is left of it cannot be trusted",
    "still/auxiliary-lost": "what is lost is not in the file",
    "still/colour-profile-missing": "which colours are meant cannot be told",
    "geometry/orientation-differs":
      "which half is right cannot be told from the files: look at both, then turn the one that is "
      + "wrong",
    "geometry/aspect-differs": "pixels would have to be cut off one half",
    "geometry/mirror-differs":
      "which half is right cannot be told from the files: look at both",
    "geometry/orientation-invalid": "which turn is meant cannot be told from the track matrix",
  ]

  /// By family, for rules without a reason of their own.
  private static let familyReasons = [
    "capture": "it tells of the shot, and what the shot was cannot be made up",
    "wallpaper": "motion data and frames for the Lock Screen cannot be made up",
    "identifier": "the still is of a type that fix does not write: livephotolint make makes a "
      + "JPEG or HEIC of it",
    "geometry": "the still is of a type that fix does not write",
    "still": "the still is of a type that fix does not write",
  ]
}
