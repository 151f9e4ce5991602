/// A path into a file's structure, such as `moov/trak[3]/mdia/hdlr`.
///
/// Readers make one for every fact of every file, so it is literals with numbers rather than a
/// built string: nothing is allocated or counted until a report shows it.
package struct StructurePath: Sendable {
  /// The path of what holds the rest, such as `meta/iloc[*]/Exif`; may be empty.
  private(set) var base: PathTemplate = ""
  private(set) var baseNumber: Int32 = 0
  let template: PathTemplate
  let number: Int32

  /// Creates a path from a literal.
  ///
  /// - Parameters:
  ///   - template: the path; a `*` in it stands for the number, a `#` for the number in four
  ///     hexadecimal digits.
  ///   - number: an index or a tag.
  package init(_ template: StaticString, _ number: Int = 0) {
    self.template = PathTemplate(template)
    self.number = Int32(clamping: number)
  }

  /// Creates a path from the parts of another.
  init(base: PathTemplate, baseNumber: Int32, template: PathTemplate, number: Int32) {
    self.base = base
    self.baseNumber = baseNumber
    self.template = template
    self.number = number
  }

  /// The path of a part of this one: a slash and the part's own literal and number.
  ///
  /// There is room for one part: a further one takes the place of the first.
  package func appending(_ part: StaticString, _ partNumber: Int = 0) -> StructurePath {
    var path = StructurePath(part, partNumber)
    path.base = hasPart ? base : template
    path.baseNumber = hasPart ? baseNumber : number
    return path
  }

  /// Whether it is a part under a base.
  var hasPart: Bool { !base.isEmpty }
}

extension StructurePath: ExpressibleByStringLiteral {
  package init(stringLiteral value: StaticString) {
    self.init(value)
  }
}

extension StructurePath: Hashable {
  /// Whether both were made alike, which spares building the texts.
  private func isSame(as other: StructurePath) -> Bool {
    number == other.number && baseNumber == other.baseNumber
      && template.isSame(as: other.template) && base.isSame(as: other.base)
  }

  package static func == (left: StructurePath, right: StructurePath) -> Bool {
    left.isSame(as: right) || left.description == right.description
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}

extension StructurePath: CustomStringConvertible {
  /// The path as reports show it.
  package var description: String {
    let own = StructurePath.filled(template.text, with: number)
    return hasPart
      ? StructurePath.filled(base.text, with: baseNumber) + "/" + own : own
  }

  private static func filled(_ template: String, with number: Int32) -> String {
    guard template.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "#") })
    else { return template }
    var shown = ""
    for character in template {
      switch character {
      case "*": shown += String(number)
      case "#":
        let digits = String(number, radix: 16, uppercase: true)
        shown += String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      default: shown.append(character)
      }
    }
    return shown
  }
}
