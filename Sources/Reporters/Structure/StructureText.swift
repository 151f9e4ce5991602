package import Validator

/// Tells the structure of a file to people: a line for each part, with where it stands.
package struct StructureText: Sendable {
  private let width: Int
  private let usesColour: Bool

  /// Creates a teller.
  ///
  /// - Parameters:
  ///   - width: the columns that lines are filled to.
  ///   - usesColour: whether terminal colours are written.
  package init(width: Int, usesColour: Bool) {
    self.width = width
    self.usesColour = usesColour
  }

  /// The structure as lines: offset in decimal and hexadecimal, size, indented name, and what it
  /// says; what is damaged stands on a line of its own with `!` before it.
  ///
  /// - Parameters:
  ///   - file: the file as a whole.
  ///   - name: how the heading names it.
  package func render(_ file: StructureNode, named name: String) -> String {
    var page = TextPage(width: width, usesColour: usesColour)
    page.paragraph([
      TextSpan(whole: ShownText.escaped(name) + ":", .heading),
      TextSpan(ShownText.escaped(file.detail, atMost: ShownText.longestMessage) + ","),
      TextSpan(counted(file.length, "byte")),
    ])
    guard !file.children.isEmpty else { return page.text }
    let columns = Columns(of: file)
    page.paragraph([TextSpan(whole: columns.heading, .evidence)])
    for child in file.children { write(child, depth: 0, columns, to: &page) }
    let problems = StructureText.problems(in: file)
    page.blankLine()
    page.paragraph([
      problems == 0
        ? TextSpan("no part is damaged")
        : TextSpan(
          problems == 1 ? "1 part is damaged (!)" : "\(problems) parts are damaged (!)", .error)
    ])
    return page.text
  }

  private func write(_ node: StructureNode, depth: Int, _ columns: Columns, to page: inout TextPage)
  {
    let position = columns.position(of: node)
    let indent = String(repeating: " ", count: 2 * depth)
    let hanging = position.count + 1 + indent.count + 4
    var spans = [
      TextSpan(whole: position, .evidence),
      TextSpan(
        whole: indent + (node.isPointedTo ? "→ " : "")
          + ShownText.escaped(node.name, atMost: ShownText.longestValue),
        node.problem == nil ? .note : .error),
    ]
    let detail = ShownText.escaped(node.detail, atMost: ShownText.longestMessage)
    if let first = detail.split(separator: " ").first {
      // Two spaces end a name, which may hold one itself; a new line needs none.
      let end = spans.reduce(spans.count) { columns, span in
        columns + span.words.reduce(0) { $0 + TextPage.columns(of: $1) }
      }
      let fits = end + 1 + TextPage.columns(of: first) <= width
      spans.append(TextSpan(whole: (fits ? " " : "") + first))
      let rest = detail.dropFirst(first.count).drop { $0 == " " }
      if !rest.isEmpty { spans.append(TextSpan(String(rest))) }
    }
    page.paragraph(spans, hanging: hanging)
    if let problem = node.problem {
      page.paragraph(
        [TextSpan("! " + ShownText.escaped(problem, atMost: ShownText.longestMessage), .error)],
        indent: hanging - 2)
    }
    for child in node.children { write(child, depth: depth + 1, columns, to: &page) }
  }

  private static func problems(in node: StructureNode) -> Int {
    (node.problem == nil ? 0 : 1) + node.children.reduce(0) { $0 + problems(in: $1) }
  }
}

/// The columns of numbers before a part's name, as wide as the numbers of the file ask for.
private struct Columns {
  private let decimal: Int
  private let hexadecimal: Int
  private let size: Int

  init(of file: StructureNode) {
    decimal = max(6, String(file.length).count)
    hexadecimal = max(3, String(file.length, radix: 16).count + 2)
    size = max(5, String(file.length).count)
  }

  var heading: String {
    right("offset", decimal) + right("hex", hexadecimal + 2) + right("bytes", size + 2)
  }

  func position(of node: StructureNode) -> String {
    let hexadecimal = "0x" + String(node.offset, radix: 16, uppercase: true)
    return right(String(node.offset), decimal) + right(hexadecimal, self.hexadecimal + 2)
      + right(node.kind == .omitted ? "" : String(node.length), size + 2)
  }

  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
