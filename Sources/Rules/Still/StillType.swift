package import Validator

extension Rule {
  /// The still is in one of the two formats that cameras write.
  package static let stillType = Rule(
    "still/type",
    title: "the still is a JPEG or a HEIC picture",
    breaks: [.pairs, .interop],
    levels: .always(.warning),
    grade: .reported,
    sources: [
      .measurement("camera stills are JPEG or HEIC, without exception"),
      .publication("https://github.com/RhetTbull/osxphotos/issues/2128"),
      .publication("https://github.com/RhetTbull/makelive/issues/28"),
    ],
    rationale: """
      Cameras write JPEG or HEIC. Photos on the Mac was seen to join a WebP with its movie, but \
      nobody has shown that an iPhone does, and importers give up on other types.
      """,
    remedy: """
      Convert the picture to JPEG or HEIC with ImageIO (CGImageDestination) and pass the MakerNote \
      dictionary with key 17 on, so that the identifier stays.
      """,
    staysQuiet: """
      A JPEG is as good as a HEIC. The identifier of another type of picture is still read and judged.
      """,
    symptoms: [.savedAsStill, .invalidResource],
    check: .still(alone: false) { still, _ in
      switch still.file.type {
      case .jpeg, .heic: return .pass
      case nil, .unknown, .empty: return .unreadable(unknownType(of: still), in: still.file.path)
      case .quicktime, .mp4, .plist, .zip:
        return .notApplicable("the still's file holds no picture")
      case .png, .webp, .avif, .tiff, .gif, .apng:
        let name = still.file.type?.rawValue.uppercased() ?? ""
        return .fail(
          Finding(
            "the still is \(name), neither JPEG nor HEIC",
            [
              Evidence(
                in: still.file.path, at: Place("", offset: 0, length: 12), found: name,
                wanted: "JPEG, HEIC")
            ]))
      }
    })
}

private func unknownType(of still: Still) -> ReadError {
  still.pixelSize.readError
    ?? ReadError(
      .unsupported, "the still is no known picture format", at: Place("", offset: 0, length: 0))
}
