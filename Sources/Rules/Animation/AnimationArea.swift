package import Validator

/// The smallest limit that was seen in the system's message, in pixels; it grows with the device.
private let archivedArea: UInt64 = 718_080

extension Rule {
  /// A widget with the picture can be archived.
  package static let animationArea = Rule(
    "animation/area",
    title: "the picture is small enough to be archived with a widget",
    breaks: [.looks],
    levels: .always(.warning),
    grade: .reported,
    sources: [
      .widgetArchiveLimit,
      .publication("https://github.com/TortugaPower/BookPlayer/issues/1282"),
      .publication("https://github.com/wikimedia/wikipedia-ios/pull/4413"),
    ],
    rationale: """
      WidgetKit archives what a widget shows. Where a picture has too many pixels for the device, \
      that fails with a line in the log, \"Widget archival failed due to image being too large\", \
      and the widget stays empty.
      """,
    remedy: """
      Scale it down to what the widget shows, at most some 840×840 pixels: gifsicle --resize-fit \
      840x840 in.gif -o out.gif.
      """,
    staysQuiet: """
      Files with one frame are not looked at. The limit differs from device to device; this is the \
      smallest that was reported.
      """,
    symptoms: [],
    check: .animation { animation, _ in
      animation.judgeSize { size, place in
        let area = UInt64(size.width) * UInt64(size.height)
        guard area > archivedArea else { return .pass }
        return .fail(
          Finding(
            "the picture of \(size) has \(area) pixels, a widget may show \(archivedArea)",
            [
              Evidence(
                in: animation.file.path, at: place, found: "\(area) pixels",
                wanted: "at most \(archivedArea) pixels")
            ]))
      }
    })
}
