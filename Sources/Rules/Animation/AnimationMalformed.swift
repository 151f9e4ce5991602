package import Validator

extension Rule {
  /// The animation is whole and its frames fit.
  package static let animationMalformed = Rule(
    "animation/malformed",
    title: "the animation is whole and its frames lie within the picture",
    breaks: [.looks, .integrity],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .gif,
      .specification("W3C, Portable Network Graphics, third edition", "11.3.6, APNG chunks"),
    ],
    rationale: """
      A GIF ends with a trailer and a PNG with IEND. Software shows what it can of a file that ends \
      before, drops the last frames, or does not open it at all; frames that reach outside the \
      picture are cut off or make it larger, as each program likes.
      """,
    remedy: """
      Export the animation again from its source. Where that is gone, gifsicle --careful in.gif -o \
      out.gif or ffmpeg -i in.png -plays 0 out.apng writes the frames that are whole into a new file.
      """,
    staysQuiet: """
      Comments, plain texts and extensions of other programs may stand between the frames, and bytes \
      may follow the end.
      """,
    symptoms: [.doesNotOpen],
    check: .animation { animation, _ in
      switch animation.file.type {
      case .empty: return .fail(animation.file.emptiness)
      case .unknown: return .fail(animation.file.unrecognised(as: "animation"))
      default: break
      }
      let findings =
        animation.damages.findings(of: .truncated, in: animation.file)
        + animation.damages.findings(of: .structure, in: animation.file)
      if !findings.isEmpty { return .fail(findings) }
      let lost =
        animation.size.readError ?? animation.frames.readError ?? animation.trailingData.readError
      return lost.map { .unreadable($0, in: animation.file.path) } ?? .pass
    })
}
