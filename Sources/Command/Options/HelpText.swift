/// Text of help, filled to the width of a terminal.
enum HelpText {
  /// Longer lines of prose are hard to read.
  static let widest = 100

  /// A second column begins at most so far to the right.
  private static let widestHead = 34
  /// Narrower than this a second column cannot be read; its text goes below the head.
  private static let leastColumn = 30
  /// Narrower than this nothing can be read, so the terminal may wrap.
  private static let leastWidth = 24

  /// An option as help shows it.
  struct Option {
    var shortName: String?
    /// The long name and what its values stand for.
    let names: [String]
    let text: String

    var head: String {
      (shortName.map { "\($0), " } ?? "    ") + names.joined(separator: " ")
    }
  }

  /// The options that every command has.
  static var commonOptions: [Option] {
    [
      Option(shortName: "-h", names: ["--help"], text: "show this help"),
      Option(shortName: "-V", names: ["--version"], text: "show the version of the tool"),
    ]
  }

  /// Heads with their texts in a second column, where there is room for one.
  static func columns(_ rows: [(head: String, text: String)], width: Int) -> String {
    let aligned = min(widestHead, (rows.map(\.head.count).max() ?? 0) + 2)
    let hasColumn = width - aligned >= leastColumn
    let indent = hasColumn ? aligned : 8
    return rows.map { head, text in
      let lines = filled(text, width: width - indent)
      let gap = String(repeating: " ", count: indent)
      guard hasColumn, head.count + 2 <= indent else {
        return ([wrapped(head, width: width)] + lines.map { gap + $0 }).joined(separator: "\n")
      }
      return head.padded(to: indent) + lines.joined(separator: "\n" + gap)
    }.joined(separator: "\n")
  }

  /// Prose whose lines were broken for the source: lines that begin with a space stay lines of their
  /// own, others run on to the next blank line.
  static func prose(_ text: String, width: Int) -> String {
    var paragraphs: [String] = []
    var runsOn = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let standsAlone = line.isEmpty || line.hasPrefix(" ")
      if runsOn, !standsAlone {
        paragraphs[paragraphs.count - 1] += " " + line
      } else {
        paragraphs.append(line)
      }
      runsOn = !standsAlone
    }
    return paragraphs.map { wrapped($0, width: width) }.joined(separator: "\n")
  }

  /// The forms of a call, one a line, with a title before the first.
  static func usage(_ forms: String, width: Int) -> String {
    let title = "Usage: "
    let lines = forms.split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.enumerated().map { index, form in
      let start = index == 0 ? title : String(repeating: " ", count: title.count)
      let gap = "\n" + String(repeating: " ", count: title.count + 4)
      return start
        + filled(String(form), width: width - title.count - 4, first: width - title.count)
        .joined(separator: gap)
    }.joined(separator: "\n")
  }

  /// One line in as many as it takes, the further ones indented more than the first.
  static func wrapped(_ line: String, width: Int) -> String {
    let indent = line.prefix { $0 == " " }.count
    guard line.count > width else { return line }
    let further = indent == 0 ? 0 : indent + 4
    let lines = filled(line, width: width - further, first: width - indent)
    return lines.enumerated().map { index, text in
      String(repeating: " ", count: index == 0 ? indent : further) + text
    }.joined(separator: "\n")
  }

  /// Words in lines of at most so many columns; a longer word stands by itself.
  static func filled(_ text: String, width: Int, first: Int? = nil) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      let room = max(leastWidth, lines.count == 1 ? first ?? width : width)
      if let last = lines.last, last.count + 1 + word.count <= room {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
