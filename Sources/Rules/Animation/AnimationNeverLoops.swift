package import Validator

extension Rule {
  /// The animation starts again after its last frame.
  package static let animationNeverLoops = Rule(
    "animation/never-loops",
    title: "the animation starts again after its last frame",
    breaks: [.looks],
    levels: .always(.note),
    grade: .documented,
    sources: [
      .specification(
        "W3C, Portable Network Graphics, third edition", "11.3.6.1, acTL, num_plays"),
      .publication("https://bugzilla.mozilla.org/show_bug.cgi?id=1255497"),
      .publication("https://github.com/ImageMagick/ImageMagick/pull/622"),
    ],
    rationale: """
      Without a loop count a GIF plays once and stays on its last frame, which is all that most \
      people get to see of it.
      """,
    remedy: """
      Where it is meant to go on, write the loop count: gifsicle --loopcount=forever in.gif -o \
      out.gif, or ffmpeg -i in.png -c copy -plays 0 out.apng.
      """,
    staysQuiet: """
      A GIF that says one repeat plays twice and passes. Files with one frame have nothing to \
      repeat.
      """,
    symptoms: [],
    check: .animation { animation, _ in
      animation.judgeFrames {
        switch animation.loopCount {
        case .unreadable(let error): return .unreadable(error, in: animation.file.path)
        case .absent(let searched):
          return .fail(
            Finding(
              "the file holds no loop count: its \(animation.frameCount) frames are shown once",
              [Evidence(in: animation.file.path, at: searched.first, wanted: "a loop count")]))
        case .present(let count, let place):
          guard count == 1 else { return .pass }
          return .fail(
            Finding(
              "the file says that its \(animation.frameCount) frames are shown once",
              [
                Evidence(
                  in: animation.file.path, at: place, found: "1 play", wanted: "0, for ever")
              ]))
        }
      }
    })
}
