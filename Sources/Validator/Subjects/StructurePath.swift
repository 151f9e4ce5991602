/// A path into a file's structure, such as `moov/trak[3]/mdia/hdlr`.
///
/// Readers make one for every fact of every file, so it is literals with numbers rather than a
/// built string: nothing is allocated until a report shows it.
package struct StructurePath: Hashable, Sendable {
  /// The path of what holds the rest, such as `meta/iloc[*]/Exif`; may be empty.
  private let base: String
  private let baseNumber: Int32
  private let template: String
  private let number: Int32

  /// Creates a path from a literal.
  ///
  /// - Parameters:
  ///   - template: the path; a `*` in it stands for the number, a `#` for the number in four
  ///     hexadecimal digits.
  ///   - number: an index or a tag.
  package init(_ template: String, _ number: Int = 0) {
    self.init(base: "", 0, template: template, Int32(clamping: number))
  }

  private init(base: String, _ baseNumber: Int32, template: String, _ number: Int32) {
    self.base = base
    self.baseNumber = baseNumber
    self.template = template
    self.number = number
  }

  /// The path of a part of this one: a slash and the part's own literal and number.
  ///
  /// Only a path that has been appended to before is copied into a string.
  package func appending(_ part: String, _ partNumber: Int = 0) -> StructurePath {
    base.isEmpty
      ? StructurePath(base: template, number, template: part, Int32(clamping: partNumber))
      : StructurePath(base: description, 0, template: part, Int32(clamping: partNumber))
  }
}

extension StructurePath: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self.init(value)
  }
}

extension StructurePath: CustomStringConvertible {
  /// The path as reports show it.
  package var description: String {
    let own = StructurePath.filled(template, with: number)
    return base.isEmpty ? own : StructurePath.filled(base, with: baseNumber) + "/" + own
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
