import Reporters
import Support
import Testing
import Validator

@Suite struct `A text report` {
  @Test(arguments: [80, 100, 120])
  func `looks as it did`(width: Int) throws {
    let text = try ReportFormat.text.render(.example(), options: ReportOptions(width: width))
    try expect(text, matchesSnapshot: "report-\(width).txt")
  }

  @Test func `tells everything when asked to`() throws {
    let options = ReportOptions(showsAllResults: true)
    try expect(
      try ReportFormat.text.render(.example(), options: options),
      matchesSnapshot: "report-all-results.txt")
  }

  @Test func `lists the worst subjects first and clean ones not at all`() throws {
    let text = try ReportFormat.text.render(.example())
    let headings = text.split(separator: "\n").filter { $0.contains(#/^\S.* · (pair|still) /#) }
    let folders = headings.map { $0.split(separator: "·").last?.split(separator: "/").first }
    #expect(folders == [" trip \"Zoë & <Łódź>\"", " zoo", " note", " cut"])
  }

  @Test func `lists subjects of one severity by path`() throws {
    let subjects = ["b", "a", "c"].map { path in
      Subject.pair(path) { $0.movie.stillTimes = .absent(searched: []) }
    }
    let text = try ReportFormat.text.render(.example(of: subjects))
    let headings = text.split(separator: "\n").filter { $0.contains("· pair") }
    #expect(headings.map(\.first) == ["a", "b", "c"])
  }

  @Test func `lets nothing from a file act on the terminal`() throws {
    let options = ReportOptions(showsAllResults: true)
    let text = try ReportFormat.text.render(.example(), options: options)
    let active = text.unicodeScalars.filter { scalar in
      scalar != "\n"
        && (scalar.properties.generalCategory == .control
          || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value))
    }
    #expect(active.isEmpty)
    #expect(text.contains("\\x1B[31mIMG\\n\\u{202E}4 🏔️"))
    #expect(text.contains("\\u{9B}2J"))
    #expect(text.contains("IMG_\\xFF.JPG"))
  }

  @Test func `colours with SGR sequences alone and changes no word`() throws {
    let plain = try ReportFormat.text.render(.example())
    let coloured = try ReportFormat.text.render(
      .example(), options: ReportOptions(usesColour: true))
    let codes = coloured.matches(of: /\u{1B}\[(0|1|2|36|33|1;31)m/)
    #expect(codes.count == coloured.count { $0 == "\u{1B}" })
    #expect(codes.count > 10)
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    for line in coloured.split(separator: "\n") {
      let sequences = line.matches(of: /\u{1B}\[([0-9;]*)m/).map(\.1)
      // On and off in turn, so that no style runs over the line's end.
      #expect(sequences.enumerated().allSatisfy { ($0 % 2 == 1) == ($1 == "0") })
      #expect(sequences.count % 2 == 0)
    }
  }

  @Test(arguments: [80, 120])
  func `breaks lines at the width where words allow it`(width: Int) throws {
    let text = try ReportFormat.text.render(.example(), options: ReportOptions(width: width))
    for line in text.split(separator: "\n") where line.count > width {
      // Only a path or position is left whole.
      #expect(line.drop { $0 == " " }.split(separator: " ").count <= 5, "\(line)")
    }
  }

  @Test func `shortens long values`() throws {
    let text = try ReportFormat.text.render(.example(), options: ReportOptions(width: 1_000))
    let found = try #require(
      text.split(separator: "\n").first { $0.contains("17.6\\x1B") && $0.contains("found") })
    #expect(found.hasSuffix("…"))
    #expect(found.drop { $0 == " " }.count <= 120 + "found  ".count)
  }

  @Test func `shows outer spaces of values`() throws {
    #expect(try ReportFormat.text.render(.example()).contains("found  \\x20\\x20Editor\\x20\n"))
  }

  @Test func `tells one cause once for all rules it keeps from telling`() throws {
    let text = try ReportFormat.text.render(.example(of: [.cutShort]))
    #expect(text.matches(of: /could not tell/).count == 1)
    #expect(text.contains("rules: movie/fragmented, movie/duration"))
  }

  @Test(arguments: [
    SummaryLine([], "nothing to judge: no still, movie, animation or app was found"),
    SummaryLine([.clean], "1 pair: no fault found"),
    SummaryLine([.clean, .clean], "2 pairs: no fault found"),
    SummaryLine([.noteOnly], "1 pair: 1 note"),
    SummaryLine([.noteOnly, .noteOnly, .clean], "3 pairs: 2 notes; 1 without a fault"),
    SummaryLine([.cutShort], "1 pair: could not be judged in full; 2 checks could not be made"),
    SummaryLine(
      [.clean, .clean, .cutShort],
      "3 pairs: 1 could not be judged in full; 2 checks could not be made; 2 without a fault"),
    SummaryLine([.clean, .loneStill], "1 pair, 1 still: 1 warning; 1 without a fault"),
    SummaryLine([.hostile, .hostile, .hostile], "3 pairs: 6 errors, 3 warnings"),
  ])
  func `sums up in plain grammar`(expected: SummaryLine) throws {
    let text = try ReportFormat.text.render(.example(of: expected.subjects))
    #expect(text.split(separator: "\n").contains { $0 == expected.line }, "\(text)")
  }

  @Test func `counts the inputs that could not be judged`() throws {
    func summary(_ subjects: [Subject], problems: Int) throws -> String {
      let report = Report.example(of: subjects)
      let problem = InputProblem(path: FilePath("gone"), message: "cannot be opened")
      let text = try ReportFormat.text.render(
        Report(
          profile: report.profile, rules: report.rules, subjects: report.subjects,
          problems: [InputProblem](repeating: problem, count: problems)))
      return text.split(separator: "\n").first.map(String.init) ?? ""
    }
    #expect(
      try summary([.clean], problems: 2) == "1 pair: no fault found; 2 inputs could not be judged")
    #expect(try summary([], problems: 1).hasSuffix("was found; 1 input could not be judged"))
  }

  @Test func `says what a pass covers`() throws {
    let text = try ReportFormat.text.render(.example(of: [.clean]))
    #expect(
      text == """
        1 pair: no fault found
        Judged by 6 of 7 rules for the profile photos. A pass covers what the rules look at: pixels and
        sound were not decoded.

        """)
    #expect(try !ReportFormat.text.render(.example()).contains("A pass covers"))
    #expect(try !ReportFormat.text.render(.example(of: [.cutShort])).contains("A pass covers"))
    #expect(
      try ReportFormat.text.render(.example(of: [.clean, .cutShort])).contains("A pass covers"))
  }

  @Test func `promises nothing of the running app`() throws {
    let app = App(name: "LiveMaker", root: FilePath("LiveMaker"), form: .project)
    func scope(_ media: [Subject], _ profile: Profile = .photos) throws -> String {
      let engine = Engine(rules: Rule.examples, profile: profile)
      let report = Report(
        profile: profile, rules: Rule.examples,
        subjects: [engine.judge(app)] + media.map { engine.judge($0) })
      return try ReportFormat.text.render(report).replacing("\n", with: " ")
    }
    let alone = try scope([], .wallpaper)
    #expect(alone.hasPrefix("1 app: no fault found "))
    #expect(
      alone.contains(
        "look at: of apps the settings and sources were read, not the running app. "))
    #expect(!alone.contains("pixels") && !alone.contains("motion"))
    #expect(
      try scope([.clean]).contains(
        "look at: pixels and sound were not decoded; of apps the settings and sources were read, "
          + "not the running app. "))
  }
}

/// Subjects with the line that sums them up.
struct SummaryLine: Sendable, CustomTestStringConvertible {
  let subjects: [Subject]
  let line: String

  init(_ subjects: [Subject], _ line: String) {
    self.subjects = subjects
    self.line = line
  }

  var testDescription: String { line }
}
