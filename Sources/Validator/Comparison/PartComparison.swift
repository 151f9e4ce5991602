/// Compares the parts of two files, each with its counterpart.
///
/// Where a part stands is never a difference, what it says and whether it is there are.
package struct PartComparison {
  /// Siblings of one kind that only one file has are told one by one up to this many.
  private static let toldSiblings = 3
  /// Keys of a lost or added part that are kept; Exif of a camera has some 120 tags.
  private static let keptKeys = 400

  /// What files of every format may hold, so that it is missed where it is not there.
  private static let commonParts: Set<String> = ["Exif", "XMP"]

  private let half: Half
  private var differences: [Difference] = []

  private init(_ half: Half) {
    self.half = half
  }

  /// What differs, in the order of the reference.
  package static func differences(
    in half: Half, reference: ComparedPart, candidate: ComparedPart
  ) -> [Difference] {
    var comparison = PartComparison(half)
    comparison.compare(reference, candidate, key: "")
    return comparison.differences
  }

  private mutating func compare(_ reference: ComparedPart, _ candidate: ComparedPart, key: String) {
    let isOtherBytes =
      reference.digest.flatMap { own in candidate.digest.map { own != $0 } } ?? false
    if reference.value != candidate.value || isOtherBytes {
      differences.append(
        Difference(
          half, key, reference: Difference.Spot(reference), candidate: Difference.Spot(candidate)))
    }
    let counterparts = Dictionary(
      candidate.children.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    var lost: [ComparedPart] = []
    for part in reference.children {
      if let counterpart = counterparts[part.key] {
        compare(part, counterpart, key: ComparedPart.key(key, part.key))
      } else {
        lost.append(part)
      }
    }
    let known = Set(reference.children.map(\.key))
    let isOfOneForm = reference.form == candidate.form
    func isTold(_ part: ComparedPart) -> Bool {
      isOfOneForm || PartComparison.commonParts.contains(part.key)
    }
    note(lost.filter(isTold), isLost: true, below: key)
    note(
      candidate.children.filter { !known.contains($0.key) && isTold($0) }, isLost: false,
      below: key)
  }

  /// Takes down parts that one file has alone, many of one kind as one.
  private mutating func note(_ parts: [ComparedPart], isLost: Bool, below key: String) {
    var groups: [(kind: String, parts: [ComparedPart])] = []
    var positions: [String: Int] = [:]
    for part in parts {
      let kind = StructureNode.unnumbered(part.key)
      if let index = positions[kind] {
        groups[index].parts.append(part)
      } else {
        positions[kind] = groups.count
        groups.append((kind, [part]))
      }
    }
    for group in groups {
      if group.parts.count <= PartComparison.toldSiblings {
        for part in group.parts { note([part], part.key, isLost, key) }
      } else {
        note(group.parts, group.kind + "[…]", isLost, key)
      }
    }
  }

  private mutating func note(
    _ parts: [ComparedPart], _ name: String, _ isLost: Bool, _ parentKey: String
  ) {
    guard let first = parts.first else { return }
    var spot = Difference.Spot(first)
    if parts.count > 1 { spot.value = "\(parts.count) parts, the first: \(spot.value)" }
    let key = ComparedPart.key(parentKey, name)
    var difference = Difference(
      half, key, reference: isLost ? spot : nil, candidate: isLost ? nil : spot)
    difference.count = parts.count
    difference.holds = Array(
      parts.flatMap { $0.keysBelow(ComparedPart.key(parentKey, $0.key)) }
        .prefix(PartComparison.keptKeys))
    differences.append(difference)
  }
}
