package import Validator

extension Rule {
  /// Exif states the size that the picture has.
  package static let geometryExifSizeStale = Rule(
    "geometry/exif-size-stale",
    title: "Exif states the picture's size",
    breaks: [.provenance],
    levels: Levels(photos: .note, wallpaper: .note, camera: .warning),
    grade: .documented,
    sources: [
      .specification(
        "Exif 2.32", "4.6.5, tags 0xA002 and 0xA003, PixelXDimension, PixelYDimension"),
      .measurement("camera stills state their stored size, before any turn"),
      .measurement("a render of Photos on iOS 16.3.1 keeps the size before its pixels were turned"),
    ],
    rationale: """
      Cameras write the size of the stored picture into Exif. Another size tells that the picture was \
      scaled or cropped since, by a program that did not say so.
      """,
    remedy: """
      Nothing needs to be done for playing. To mend it: exiftool "-ExifImageWidth<ImageWidth" \
      "-ExifImageHeight<ImageHeight" still.jpg.
      """,
    staysQuiet: """
      Width and height may have changed places, as Photos leaves them when it turns the pixels. \
      Exif need not state a size.
      """,
    symptoms: [],
    mend: .pixelSize,
    check: .still(alone: true) { still, _ in
      if let error = still.exifPixelSize.readError ?? still.pixelSize.readError {
        return .unreadable(error, in: still.file.path)
      }
      guard case .present(let stated, let place) = still.exifPixelSize else {
        return .notApplicable("Exif states no size")
      }
      guard let stored = still.pixelSize.value else {
        return .notApplicable("the still has no picture")
      }
      let turned = PixelSize(width: stored.height, height: stored.width)
      if stated == stored || stated == turned { return .pass }
      return .fail(
        Finding(
          "Exif says the picture is \(stated), it is \(stored)",
          [
            Evidence(
              in: still.file.path, at: place, found: stated.description, wanted: stored.description)
          ]))
    })
}
