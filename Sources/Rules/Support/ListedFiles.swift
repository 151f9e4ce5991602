import Validator

/// How many files or pairs a message names; the evidence lists all that are known.
private let mostNamed = 10

extension Surroundings {
  /// How many entries of a kind are looked for: an identifier may be in thousands of files.
  package static let listLimit = 20

  /// Whether there may be more copies, rivals and other pairs than are listed.
  private var mayBeCut: Bool {
    copies.count + rivals.count + sharers.count >= Surroundings.listLimit
  }

  /// The names of some of the files or pairs around a subject as a message lists them, with how
  /// many it leaves out.
  ///
  /// - Parameters:
  ///   - names: all that are known.
  ///   - noun: what one of them is, such as `file`.
  func listing(_ names: [String], _ noun: String) -> String {
    let shown = names.prefix(mostNamed).joined(separator: ", ")
    let rest = names.count - min(names.count, mostNamed)
    guard mayBeCut else { return rest == 0 ? shown : "\(shown) and \(rest) more" }
    let count = "at least \(names.count) \(noun)\(names.count == 1 ? "" : "s")"
    return rest == 0 ? "\(count): \(shown)" : "\(count), such as \(shown)"
  }
}
