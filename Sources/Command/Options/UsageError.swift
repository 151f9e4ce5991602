import Validator

/// A command line that cannot be carried out: told in one line, exit code 2.
struct UsageError: Error, Equatable {
  let message: String

  /// Fewer letters begin too many words.
  private static let leastBeginning = 3

  init(_ message: String) {
    self.message = message
  }

  /// An unknown word, with the known one that is nearest to it.
  static func unknown(_ kind: String, _ word: String, among known: [String]) -> UsageError {
    let nearest = nearest(to: word, among: known)
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return UsageError("unknown \(kind) '\(word)'\(hint)")
  }

  /// An unknown word where there are few known ones, with all of them.
  static func unknownChoice(_ kind: String, _ word: String, among known: [String]) -> UsageError {
    let list = "known are \(known.joined(separator: ", "))"
    let hint = nearest(to: word, among: known).map { "did you mean '\($0)'? (\(list))" } ?? list
    return UsageError("unknown \(kind) '\(word)'; \(hint)")
  }

  /// The known word that begins like this one, else the one that takes the fewest changes to reach;
  /// nil where none is near.
  static func nearest(to word: String, among known: [String]) -> String? {
    if word.drop(while: { $0 == "-" }).count >= leastBeginning,
      let whole = known.first(where: { $0.hasPrefix(word) })
    {
      return whole
    }
    let ranked = known.map { (word: $0, distance: distance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }),
      best.distance <= max(2, word.count / 3)
    else { return nil }
    return best.word
  }

  /// How many letters must be put in, taken out, changed or swapped with the next one.
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        var best = min(last[column + 1] + 1, current[column] + 1)
        best = min(best, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
