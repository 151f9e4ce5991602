package import Validator

extension Rule {
  /// The timed metadata says which track it describes.
  package static let wallpaperUnlinkedTrack = Rule(
    "wallpaper/unlinked-track",
    title: "the timed-metadata tracks refer to the video track",
    breaks: [.wallpaper],
    levels: Levels(photos: nil, wallpaper: .note, camera: .note),
    grade: .claimed,
    sources: [
      .timedMetadata,
      .publication("https://github.com/RhetTbull/makelive/pull/33"),
      .measurement("camera movies refer to the video by cdsc; renders of Photos do not"),
    ],
    rationale: """
      A cdsc reference says which track the metadata describes. Whether the Lock Screen needs it \
      is in dispute: one tool was reported to work only with it, others work without. \
      \(contentDecidesToo)
      """,
    remedy: """
      Add the reference with AVAssetWriterInput's addTrackAssociation(withTrackOf:type:) and \
      AVAssetTrack.AssociationType.metadataReferent.
      """,
    staysQuiet: """
      A reference to a track that is not there counts as one: iOS 12 was measured to write the \
      duration of the track for its id.
      """,
    symptoms: [.motionNotAvailable],
    check: .pair { pair, _ in
      let movie = pair.movie
      return movie.judgeVideo { video in
        let tracks = movie.tracks.value ?? []
        let timed = tracks.filter { track in
          track.timedKeys.contains { key in
            key.name == stillTimeKey || key.name.hasSuffix(livePhotoInfoKey)
          }
        }
        guard !timed.isEmpty else {
          return .notApplicable("the movie has no timed metadata of a Live Photo")
        }
        let others = Set(tracks.map(\.id)).subtracting([video.id])
        let unlinked = timed.filter { track in
          !track.references.contains { reference in
            reference.type == "cdsc" && !others.isSuperset(of: reference.trackIDs)
          }
        }
        guard !unlinked.isEmpty else { return .pass }
        let numbers = unlinked.map { "\($0.number)" }.joined(separator: ", ")
        return .fail(
          Finding(
            "timed metadata does not refer to the video: no cdsc from "
              + (unlinked.count == 1 ? "track \(numbers)" : "tracks \(numbers)"),
            unlinked.map {
              Evidence(
                in: movie.file.path, at: $0.place, found: "no cdsc to the video",
                wanted: "cdsc to track id \(video.id)")
            }))
      }
    })
}
