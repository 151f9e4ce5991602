import Readers
import Reporters
import Rules
import Validator

extension Subcommand {
  static let compare = Subcommand(
    name: "compare",
    usage: """
      livephotolint compare [OPTION…] REFERENCE CANDIDATE
             livephotolint compare [OPTION…] STILL MOVIE STILL MOVIE
      """,
    summary: "holds a Live Photo against one that works, or a copy against its original",
    details: """
      REFERENCE and CANDIDATE are each a still, a movie, a .pvt bundle, a .livp archive, a folder
      with one pair, or the path of a pair without its extension: shots/IMG_0001. Tells whether the
      candidate is the reference's copy, byte for byte, with other metadata, or coded anew, or
      another shot; then every difference, what the rules mind first. Where parts stand in a file is
      no difference.

      Exit codes: 0 nothing differs; 1 something does; 2 wrong usage; 3 an input could not be
      opened; 70 a fault of the tool itself.

      Examples:
        livephotolint compare native/IMG_0001 export/IMG_0001
        livephotolint compare original.HEIC from-messenger.heic
        livephotolint compare --all a.HEIC a.MOV b.HEIC b.MOV
      """,
    optionHelp: CompareOptions.parser.help(width:),
    run: { arguments in try await CompareCommand(options: CompareOptions(arguments))() })
}

/// `livephotolint compare`: holds two pairs, or two files of one medium, against each other.
struct CompareCommand: Sendable {
  let options: CompareOptions

  /// Runs the command.
  ///
  /// - Returns: the exit code.
  /// - Throws: where what was named is not one pair or file on each side.
  func callAsFunction() async throws -> Int32 {
    do {
      let finder = SideFinder(profile: options.profile)
      let reference = try await finder.side(of: options.reference)
      return try tell(reference, try await finder.side(of: options.candidate), finder.judge)
    } catch let error as ReadError {
      Terminal.remark(error.reason)
      return 3
    }
  }

  /// Compares two sides and tells of it.
  private func tell(_ reference: ComparedSide, _ candidate: ComparedSide, _ judge: Judge) throws
    -> Int32
  {
    let shared = [Half.still, .movie].filter {
      reference.files[$0] != nil && candidate.files[$0] != nil
    }
    guard let own = reference.report(on: shared, judge),
      let other = candidate.report(on: shared, judge)
    else {
      throw UsageError(
        "the reference is a \(reference.medium) and the candidate a \(candidate.medium): name two "
          + "stills, two movies or two pairs")
    }
    let halves = shared.compactMap { half in
      compared(half, reference.files[half], candidate.files[half])
    }
    let comparison = Comparison(
      halves, reference: own, candidate: other, profile: options.profile)
    try write(comparison)
    if !options.isQuiet { remark(on: reference, candidate, shared) }
    return comparison.isSame ? 0 : 1
  }

  private func compared(_ half: Half, _ reference: OpenedFile?, _ candidate: OpenedFile?)
    -> HalfComparison?
  {
    guard let reference, let candidate else { return nil }
    return HalfComparison(
      half, reference: reference.compared, candidate: candidate.compared,
      haveEqualBytes: haveEqualBytes(reference.source, candidate.source))
  }

  private func write(_ comparison: Comparison) throws {
    switch options.format {
    case .json: try Terminal.writeOutput(ComparisonJSON.render(comparison))
    case .text:
      let text = ComparisonText(
        width: min(Terminal.width, 120), usesColour: options.colour.usesColour,
        showsAll: options.showsAll, isQuiet: options.isQuiet)
      try Terminal.writeOutput(text.render(comparison))
    }
  }

  /// Tells which file of a pair has nothing to be compared with.
  private func remark(
    on reference: ComparedSide, _ candidate: ComparedSide, _ shared: [Half]
  ) {
    for (side, other) in [(reference, "candidate"), (candidate, "reference")] {
      for half in [Half.still, .movie] where !shared.contains(half) {
        guard let file = side.files[half] else { continue }
        Terminal.remark(
          "\(file.path): not compared, as the \(other) has no \(half.rawValue)")
      }
    }
  }
}
