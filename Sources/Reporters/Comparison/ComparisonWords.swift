import Validator

// What comes of a comparison in sentences, as text and JSON both tell it.

extension HalfComparison {
  /// The verdict in a sentence without a final stop.
  var sentence: String {
    let media = half == .still ? "picture" : "video"
    switch verdict {
    case .identical: return "the same file, byte for byte"
    case .sameMedia:
      return "the same coded \(mediaKept); \(changes)"
    case .excerpt:
      return "cut from the reference: the samples are its own, none is coded anew; \(changes)"
    case .partlySame:
      return
        "most of the coded \(media) is the reference's, not all of it: changed or damaged, not "
        + "coded anew; \(changes)"
    case .reencoded:
      return "re-encoded: the same shot with another coded \(media); \(changes)"
    case .otherShot:
      return "another shot: the coded \(media) differs, and so does what a copy keeps"
    case .different:
      return "another coded \(media); nothing in the files tells whether it is the same shot coded "
        + "anew or another one"
    case .mediaMissing:
      let isLost = coded.contains { $0.state == .lost }
      return "the \(isLost ? "candidate" : "reference") has no \(media) to compare; \(changes)"
    case .notCompared:
      return "whether the coded \(media) is the same could not be told; \(changes)"
    }
  }

  /// Which coded parts are the same.
  private var mediaKept: String {
    let names = coded.filter(\.isEqual).map(\.name)
    guard half == .movie else { return "picture" }
    let shown = names.filter { $0 == "video" || $0 == "sound" }
    return shown.isEmpty ? "samples" : shown.joined(separator: " and ")
  }

  private var changes: String {
    let counts = [
      (count(of: .changed), "changed"), (count(of: .lost), "lost"), (count(of: .added), "added"),
    ]
    let told = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if differences.isEmpty { return "nothing else differs" }
    if differences.count == 1, differences[0].key == "layout" {
      return "no part differs but in where it stands, or in bytes that are not decoded"
    }
    return "of the parts around it " + told.joined(separator: ", ")
  }
}

extension CodedComparison {
  /// What became of it, as a clause.
  var sentence: String {
    let own = referenceCount ?? 0
    let copy = candidateCount ?? 0
    let counts = own == copy ? counted(own, noun) : "\(own) → \(counted(copy, noun))"
    switch state {
    case .equal: return copy == 1 ? "byte-equal" : "\(counted(copy, noun)), all byte-equal"
    case .excerpt:
      return "\(counts), the candidate's are all in the reference, in a row and byte-equal"
    case .different:
      if own == 1, copy == 1 { return "the coded bytes differ" }
      if equalCount == 0 { return "\(counts), none byte-equal" }
      let first = firstDifferent.map { ", the first that differs is \($0)" } ?? ""
      return "\(counts), \(equalCount) of the candidate's are byte-equal to one of the reference"
        + first
    case .lost: return "only in the reference (\(counted(own, noun)))"
    case .added: return "only in the candidate (\(counted(copy, noun)))"
    case .notCompared:
      let read = equalCount > 0 ? "; byte-equal of what was read: \(equalCount)" : ""
      return "not compared: \(problem ?? "it could not be read")\(read)"
    }
  }
}

extension Comparison.Group {
  /// What stands over the differences of a group that no rule fails on.
  var heading: String? {
    switch rank {
    case .fault: nil
    case .read: "In parts that rules look at, though none fails over it on the candidate alone"
    case .other: "In parts that no rule looks at"
    case .shot: "Differs from shot to shot"
    }
  }
}
