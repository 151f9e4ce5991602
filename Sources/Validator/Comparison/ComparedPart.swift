/// A part of a file as a comparison sees it: what it says, without where it happens to stand.
package struct ComparedPart: Sendable {
  /// What finds its counterpart in the other file; no two parts of one parent share it.
  package var key: String
  /// Its path in its own file, as an inspection names it.
  package var path: String
  /// The first byte, counted from the start of the file.
  package var offset: UInt64
  package var length: UInt64
  /// What it says; empty for a part that only holds others.
  package var value: String
  /// Equal for equal bytes within one run; nil where the bytes are positions or coded media, or
  /// were not read.
  package var digest: Int?
  /// The format of what it holds, such as a codec: parts of two forms need not hold the same.
  package var form: String
  package var children: [ComparedPart]

  package init(
    _ key: String, path: String, offset: UInt64, length: UInt64, value: String = "",
    digest: Int? = nil, form: String = "", children: [ComparedPart] = []
  ) {
    self.key = key
    self.path = path
    self.offset = offset
    self.length = length
    self.value = value
    self.digest = digest
    self.form = form
    self.children = children
  }
}

extension ComparedPart {
  /// Names that a summary of a part's contents shows.
  private static let shownNames = 6

  /// What it says, else the names of what it holds.
  var summary: String {
    guard value.isEmpty, !children.isEmpty else { return value }
    let names = children.prefix(ComparedPart.shownNames).map(\.key).joined(separator: ", ")
    let left = children.count - ComparedPart.shownNames
    return "holds \(names)" + (left > 0 ? " and \(left) more" : "")
  }

  /// The keys of all that it holds, each as a path below a key.
  func keysBelow(_ key: String) -> [String] {
    children.flatMap { child in
      let childKey = ComparedPart.key(key, child.key)
      return [childKey] + child.keysBelow(childKey)
    }
  }

  /// The key of a part as a path.
  static func key(_ parent: String, _ key: String) -> String {
    parent.isEmpty || key.hasPrefix("[") ? parent + key : parent + "/" + key
  }

  /// Gives parts that share a key numbers from the second on.
  package static func numbered(_ parts: [ComparedPart]) -> [ComparedPart] {
    var counts: [String: Int] = [:]
    return parts.map { part in
      let count = counts[part.key, default: 0] + 1
      counts[part.key] = count
      guard count > 1 else { return part }
      var numbered = part
      numbered.key += "[\(count)]"
      return numbered
    }
  }
}

/// One thing that is not the same in two files.
package struct Difference: Sendable, Equatable {
  package enum Change: String, Sendable, CaseIterable {
    /// Only the reference has it.
    case lost
    /// Only the candidate has it.
    case added
    case changed
  }

  /// Where it stands in one of the files, and what it says there.
  package struct Spot: Sendable, Equatable {
    package var path: String
    package var offset: UInt64
    package var length: UInt64
    package var value: String

    package init(path: String, offset: UInt64, length: UInt64, value: String) {
      self.path = path
      self.offset = offset
      self.length = length
      self.value = value
    }

    init(_ part: ComparedPart) {
      self.init(path: part.path, offset: part.offset, length: part.length, value: part.summary)
    }
  }

  package let half: Half
  /// The path by which the two files' parts were found to belong together.
  package let key: String
  package let reference: Spot?
  package let candidate: Spot?
  /// How many parts of one kind it stands for.
  package var count = 1
  /// The keys of what a lost or added part holds.
  package var holds: [String] = []

  package init(_ half: Half, _ key: String, reference: Spot?, candidate: Spot?) {
    self.half = half
    self.key = key
    self.reference = reference
    self.candidate = candidate
  }

  package var change: Change {
    reference == nil ? .added : candidate == nil ? .lost : .changed
  }

  /// Whether both say the same as far as it is written out, and differ in bytes beyond that.
  package var isBeyondShown: Bool { reference?.value == candidate?.value }
}
