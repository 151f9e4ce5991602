package import Validator

extension Rule {
  /// The still kept the gain map that its MakerNote tells of.
  package static let stillAuxiliaryLost = Rule(
    "still/auxiliary-lost",
    title: "the still kept its gain map",
    breaks: [.looks, .provenance],
    levels: Levels(photos: .note, wallpaper: .note, camera: .warning),
    grade: .reported,
    sources: [
      .measurement("3 of 3 HEICs of iOS 17 to 26 with HDRGain in their MakerNote hold a gain map"),
      .publication("https://github.com/RhetTbull/makelive/issues/11"),
    ],
    rationale: """
      Programs that decode and save a picture keep its MakerNote and lose the gain map, and with it \
      the bright parts on HDR screens. It tells that the still was written anew.
      """,
    remedy: """
      Take the still from the original again and change metadata only, with exiftool or with \
      CGImageDestinationCopyImageSource, which leave the pictures alone.
      """,
    staysQuiet: "HDRHeadroom alone tells nothing: many genuine stills carry it without a gain map.",
    symptoms: [.jumps],
    check: .still(alone: false) { still, _ in
      switch still.appleNote {
      case .unreadable(let error): return .unreadable(error, in: still.file.path)
      case .absent: return .notApplicable("the still has no Apple MakerNote")
      case .present(let note, let place):
        guard note.hasHDRGain else { return .pass }
        switch still.hasGainMap {
        case .unreadable(let error): return .unreadable(error, in: still.file.path)
        case .present(true, _): return .pass
        case .present(false, _), .absent:
          return .fail(
            Finding(
              "the MakerNote tells of a gain map (HDRGain) and the file holds none",
              [Evidence(in: still.file.path, at: place, found: "HDRGain", wanted: "a gain map")]))
        }
      }
    })
}
