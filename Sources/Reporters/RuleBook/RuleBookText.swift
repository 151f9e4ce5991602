package import Validator

extension RuleBook {
  /// A title is broken in a column of its own only where it gets so many columns.
  private static let leastTitleWidth = 30

  /// The rules in aligned columns: id, levels, title.
  ///
  /// - Parameter width: the columns to fill; nil for one rule a line.
  package func list(width: Int? = nil) -> String {
    let idWidth = rules.map(\.id.count).max() ?? 0
    let levelWidth = rules.map(\.shownLevels.count).max() ?? 0
    let start = idWidth + levelWidth + 4
    var page = TextPage(width: width ?? .max, usesColour: false)
    for rule in rules {
      let head = "\(column(rule.id, idWidth))  \(column(rule.shownLevels, levelWidth))"
      if let width, width - start < RuleBook.leastTitleWidth {
        page.paragraph([TextSpan(rule.id), TextSpan(rule.shownLevels)])
        page.paragraph([TextSpan(rule.title)], indent: 4, hanging: 0)
      } else {
        page.paragraph([TextSpan(whole: head + " "), TextSpan(rule.title)], hanging: start)
      }
    }
    return page.text
  }

  private func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// The pages of some of the rules, for a terminal.
  ///
  /// - Parameters:
  ///   - wanted: rules of this book.
  ///   - width: the columns to fill.
  ///   - usesColour: whether headings stand out.
  package func pages(of wanted: [Rule], width: Int, usesColour: Bool) -> String {
    wanted.map { rule in
      var page = TextPage(width: width, usesColour: usesColour)
      page.write(self.page(of: rule))
      return page.text
    }.joined(separator: "\n\n")
  }
}

extension TextPage {
  fileprivate mutating func write(_ page: RulePage) {
    let rule = page.rule
    paragraph([TextSpan("\(rule.id):", .heading), TextSpan(rule.title)])
    blankLine()
    let breaks = rule.breaks.map(\.rawValue).joined(separator: ", ")
    paragraph([TextSpan("\(rule.levelSentence) Breaks: \(breaks).")], indent: 2, hanging: 0)
    for section in page.sections {
      blankLine()
      paragraph([TextSpan(section.heading, .heading)])
      paragraph([TextSpan(section.prose)], indent: 2, hanging: 0)
      for point in section.points { paragraph([TextSpan("- \(point)")], indent: 2) }
    }
  }
}
