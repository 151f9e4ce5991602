import DecoderProtocol
import Readers
import Validator
import Writers

// What the halves say of the shot.
extension PairMaker {
  /// What one half tells the other, where that does not say it itself.
  struct Texts {
    /// For a still without Exif, as one is that was coded anew.
    var shot = StillChanges.Shot()
    /// For `moov/meta`, by key.
    var ofMovie: [String: String]
    /// What is lost, as clauses.
    var remarks: [String] = []
  }

  /// A movie that is written anew keeps the clip's texts; one without a date gets the still's, and a
  /// cover the clip's.
  func texts(for job: MakeJob, _ clip: ClipPlan.Clip) -> Texts {
    var ofMovie = clip.probe.metadata.filter { $0.key.hasPrefix("com.apple.quicktime.") }
    // That of another shot, and what stands for a track of its own.
    for name in ["content.identifier", "still-image-time"] {
      ofMovie["com.apple.quicktime.\(name)"] = nil
    }
    var texts = Texts(ofMovie: ofMovie)
    if let path = job.still, case .still(let still)? = judge.reader.read(path, meantAs: .still) {
      texts.shot = StillChanges.Shot(of: still)
      let dateKey = "com.apple.quicktime.creationdate"
      texts.ofMovie[dateKey] = ofMovie[dateKey] ?? still.captureTime.value?.quickTimeDate
      if case .foreign = still.makerNote.value, still.file.type == .jpeg || still.file.type == .heic
      {
        texts.remarks.append(
          "the MakerNote of \(still.make.value ?? "the camera") makes room for Apple's")
      }
    }
    texts.shot.captureTime = texts.shot.captureTime ?? clip.movie?.creationDate.value
    return texts
  }
}
