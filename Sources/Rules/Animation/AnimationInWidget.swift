package import Validator

extension Rule {
  /// The animation is not meant to move in a widget.
  package static let animationInWidget = Rule(
    "animation/in-widget",
    title: "no animation is left to a widget to play",
    breaks: [.moves],
    levels: .always(.warning),
    grade: .documented,
    sources: [
      .specification("Apple Developer Documentation, WidgetKit", "SwiftUI views for widgets"),
      .specification(
        "Apple Developer Documentation, WidgetKit",
        "Animating data updates in widgets and Live Activities"),
      .publication("https://developer.apple.com/forums/thread/771917"),
      .publication("https://github.com/onevcat/Kingfisher/issues/2340"),
    ],
    rationale: """
      WidgetKit draws a widget once for every entry of its timeline. An Image shows one frame of a \
      GIF or an APNG, and views of UIKit, which could play it, are not allowed there.
      """,
    remedy: """
      Take the frames out, gifsicle --explode in.gif or ffmpeg -i in.gif frame-%03d.png, and show \
      a few of them as entries of the timeline, or change the data of a Live Activity and let the \
      system animate that for up to 2 s.
      """,
    staysQuiet: """
      Animations of the app itself may move. Files with one frame, also GIFs, are still pictures.
      """,
    symptoms: [],
    check: .animation { animation, _ in
      guard animation.isInWidget else {
        return .notApplicable("the file is in no widget target")
      }
      return animation.judgeFrames {
        .fail(
          Finding(
            """
            the file is in a widget target, which shows one of its \(animation.frameCount) frames \
            and does not move
            """,
            [
              Evidence(
                in: animation.file.path, at: animation.frames.place,
                found: "\(animation.frameCount) frames", wanted: "1 frame")
            ]))
      }
    })
}
