/// Markdown as GitHub reads it (GitHub Flavored Markdown), filled to a width.
struct MarkdownPage {
  /// Lines are filled to this many columns, so that changes are seen line by line.
  private static let width = 100

  private(set) var text = ""
  /// Ids that become links to their headings wherever prose names them.
  private let ruleIDs: Set<String>

  init(ruleIDs: Set<String>) {
    self.ruleIDs = ruleIDs
  }

  // MARK: Blocks

  mutating func heading(_ level: Int, _ title: String) {
    block("\(String(repeating: "#", count: level)) \(title)\n")
  }

  /// Writes a paragraph of markdown.
  mutating func paragraph(_ markdown: String) {
    block(MarkdownPage.filled(markdown, indent: "", hanging: ""))
  }

  /// Writes names with what they mean.
  mutating func list(_ entries: [(name: String, meaning: String)]) {
    block(
      entries.map {
        MarkdownPage.filled("`\($0.name)`: \(marked($0.meaning))", indent: "- ", hanging: "  ")
      }.joined())
  }

  /// Writes plain texts as a list; nothing where there are none.
  mutating func points(_ texts: [String]) {
    guard !texts.isEmpty else { return }
    block(
      texts.map { MarkdownPage.filled(marked($0), indent: "- ", hanging: "  ") }.joined())
  }

  mutating func table(_ head: [String], _ rows: [[String]]) {
    let rule = head.map { _ in "---" }
    block(
      ([head, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined())
  }

  mutating func code(_ plain: String) {
    block("```text\n\(plain)\n```\n")
  }

  private mutating func block(_ lines: String) {
    if !text.isEmpty { text += "\n" }
    text += lines
  }

  private static func filled(_ markdown: String, indent: String, hanging: String) -> String {
    var page = TextPage(width: width - hanging.count, usesColour: false)
    page.paragraph([TextSpan(markdown)], hanging: 0)
    return page.text.split(separator: "\n").enumerated().map { index, line in
      (index == 0 ? indent : hanging) + line + "\n"
    }.joined()
  }

  // MARK: Words

  /// A link to the page of a rule.
  func link(to id: String) -> String { "[\(id)](#\(MarkdownPage.anchor(of: id)))" }

  /// The anchor that GitHub gives to a heading: lower case, hyphens for spaces, and without what is
  /// neither letter, digit, hyphen nor underscore.
  static func anchor(of heading: String) -> String {
    heading.lowercased().replacing(" ", with: "-").filter {
      $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
    }
  }

  /// Plain text as markdown that shows the same, with addresses and rule ids as links.
  ///
  /// - Parameter own: the rule whose page it stands on, which needs no link.
  func marked(_ plain: String, linkedBeside own: String? = nil) -> String {
    plain.split(separator: " ", omittingEmptySubsequences: false).map { word in
      if word.hasPrefix("https://") {
        let address = word.prefix { $0 != "," }
        return "<\(address)>\(word.dropFirst(address.count))"
      }
      let id = word.prefix { $0.isLetter || $0 == "-" || $0 == "/" }
      if id != own ?? "", ruleIDs.contains(String(id)) {
        return link(to: String(id)) + word.dropFirst(id.count)
      }
      return MarkdownPage.escaped(word)
    }.joined(separator: " ")
  }

  private static func escaped(_ word: Substring) -> String {
    var escaped = ""
    for (index, character) in zip(word.indices, word) {
      // An underscore inside a word is no emphasis.
      let isInside = index != word.startIndex && word.index(after: index) != word.endIndex
      if "*`<[|\\".contains(character) || (character == "_" && !isInside) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
