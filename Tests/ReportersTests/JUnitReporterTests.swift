import Foundation
import FoundationXML
import Reporters
import Testing
import Validator

@Suite struct `A JUnit report` {
  @Test func `looks as it did`() throws {
    try expect(try ReportFormat.junit.render(.example()), matchesSnapshot: "report.junit.xml")
  }

  @Test func `asks for all results`() {
    #expect(ReportFormat.junit.needsAllResults)
    #expect(!ReportFormat.json.needsAllResults)
  }

  @Test(
    .enabled(if: CheckingProgram.hasXMLLint, "xmllint is not installed"),
    arguments: [Severity.error, .warning, .note, nil])
  func `is valid by its schema`(failOn: Severity?) throws {
    let xml = try ReportFormat.junit.render(.example(), options: ReportOptions(failOn: failOn))
    #expect(try CheckingProgram.xmllint.faults(in: xml) == "")
    #expect(
      try CheckingProgram.xmllint.faults(in: ReportFormat.junit.render(.example(of: []))) == "")
  }

  @Test(
    .enabled(if: CheckingProgram.hasXMLLint, "xmllint is not installed"),
    arguments: [
      ("type=\"error\"", "type=\"fatal\""),
      ("movie/duration", "movie/fragmented"),
      ("<skipped message=", "<skipped reason="),
      ("<properties>", "<properties><oddity/>"),
      (" classname=", " class="),
      ("</testsuites>", ""),
    ])
  func `is refused by its schema when it is damaged`(original: String, damaged: String) throws {
    let xml = try ReportFormat.junit.render(.example())
    #expect(xml.contains(original))
    let broken = xml.replacing(original, with: damaged)
    #expect(try CheckingProgram.xmllint.faults(in: broken).hasPrefix("exit "))
  }

  @Test(
    arguments: [
      (Severity.error, 2), (.warning, 4), (.note, 5), (nil, 0),
    ] as [(Severity?, Int)])
  func `fails the cases at or above the severity that counts`(failOn: Severity?, failures: Int)
    throws
  {
    let xml = try ReportFormat.junit.render(.example(), options: ReportOptions(failOn: failOn))
    let document = try XMLDocument(data: Data(xml.utf8))
    #expect(try document.nodes(forXPath: "//failure").count == failures)
    #expect(try document.nodes(forXPath: "//system-out").count == 5 - failures)
    #expect(try document.nodes(forXPath: "//error[@type='unreadable']").count == 2)
    #expect(document.rootElement()?.attribute(forName: "failures")?.stringValue == "\(failures)")
  }

  @Test(.enabled(if: CheckingProgram.hasXMLLint, "xmllint is not installed"))
  func `has an erring case for each input that could not be judged`() throws {
    let example = Report.example(of: [.clean])
    let report = Report(
      profile: example.profile, rules: example.rules, subjects: example.subjects,
      problems: [
        InputProblem(path: FilePath("gone \u{1B} & <a>.jpg"), message: "cannot be opened: \u{7}"),
        InputProblem(path: FilePath("clean/IMG_0001.JPG"), message: "twice"),
        InputProblem(path: FilePath(""), message: "is nothing"),
      ])
    let xml = try ReportFormat.junit.render(report)
    #expect(try CheckingProgram.xmllint.faults(in: xml) == "")
    let document = try XMLDocument(data: Data(xml.utf8))
    #expect(document.rootElement()?.attribute(forName: "errors")?.stringValue == "3")
    let held = try document.nodes(forXPath: "//testcase[error]/@name").map { $0.stringValue ?? "" }
    #expect(
      held == [
        "input · gone \\x1B & <a>.jpg", "input · clean/IMG_0001.JPG #2", "input · .",
      ])
  }

  /// A report of a pair whose movie cannot be opened.
  private func reportOfUnopened(problems: [InputProblem]) -> Report {
    let path = FilePath("clean/IMG_0001.MOV")
    let movie = Movie(
      file: MediaFile(path: path, size: 0, type: nil),
      unreadable: ReadError(
        .notOpened, "cannot be opened: no such file", at: Place("file", offset: 0, length: 0)))
    let pair = Subject.pair("clean/IMG_0001") { $0.movie = movie }
    let example = Report.example(of: [pair, Subject(.movie(movie))])
    return Report(
      profile: example.profile, rules: example.rules, subjects: example.subjects,
      problems: problems)
  }

  @Test func `tells a file that cannot be opened once, among the inputs`() throws {
    let problem = InputProblem(
      path: FilePath("clean/IMG_0001.MOV"), message: "cannot be opened: no such file")
    let xml = try ReportFormat.junit.render(reportOfUnopened(problems: [problem]))
    let document = try XMLDocument(data: Data(xml.utf8))
    let held = try document.nodes(forXPath: "//testcase[error]/@classname")
      .map { $0.stringValue ?? "" }
    #expect(held == ["input.clean/IMG_0001_MOV #2"])
    #expect(document.rootElement()?.attribute(forName: "errors")?.stringValue == "1")
    let reasons = try document.nodes(forXPath: "//skipped/@message").map { $0.stringValue ?? "" }
    #expect(
      reasons.contains(
        "not checked: clean/IMG_0001.MOV could not be read, as its suite among the inputs says"))
    #expect(xml.matches(of: /cannot be opened/).count == 2, "as message and as text of one case")
    if CheckingProgram.hasXMLLint {
      #expect(try CheckingProgram.xmllint.faults(in: xml) == "")
    }
  }

  @Test func `tells a file that cannot be opened in its own suite where no other has it`() throws {
    let other = InputProblem(path: FilePath("clean"), message: "is something else")
    let xml = try ReportFormat.junit.render(reportOfUnopened(problems: [other]))
    let document = try XMLDocument(data: Data(xml.utf8))
    let held = try document.nodes(forXPath: "//testcase[error]/@classname")
      .map { $0.stringValue ?? "" }
    #expect(held.contains { $0.hasPrefix("pair.clean/") })
  }

  @Test func `counts what it holds, in each suite and in all`() throws {
    let xml = try ReportFormat.junit.render(.example())
    let document = try XMLDocument(data: Data(xml.utf8))
    let elements = try document.nodes(forXPath: "//testsuites | //testsuite")
    #expect(elements.count == 1 + Subject.examples.count)
    for case let element as XMLElement in elements {
      for (attribute, path) in [
        ("tests", ".//testcase"), ("failures", ".//failure"), ("errors", ".//error"),
        ("skipped", ".//skipped"),
      ] {
        if element.name == "testsuites", attribute == "skipped" { continue }
        let held = try element.nodes(forXPath: path).count
        #expect(element.attribute(forName: attribute)?.stringValue == "\(held)")
      }
    }
  }

  @Test func `gives no name twice`() throws {
    // One still beside two movies, as --pair allows, and one pair told of twice.
    var other = Subject.clean
    if case .pair(var pair) = other.content {
      pair.movie.file.path = FilePath("clean/IMG_0001(1).MOV")
      other = Subject(.pair(pair))
    }
    let xml = try ReportFormat.junit.render(.example(of: [.clean, other, .clean]))
    let document = try XMLDocument(data: Data(xml.utf8))
    for path in ["//testcase/@name", "//testsuite/@name"] {
      let names = try document.nodes(forXPath: path).map { $0.stringValue ?? "" }
      #expect(Set(names).count == names.count)
    }
    #expect(xml.contains("identifier/mismatch · clean/IMG_0001.JPG #3"))
  }

  @Test func `puts everything that is known into a failure`() throws {
    let xml = try ReportFormat.junit.render(.example(of: [.hostile]))
    let document = try XMLDocument(data: Data(xml.utf8))
    let failure = try #require(
      document.nodes(forXPath: "//testcase[starts-with(@name, 'movie/transcoded')]/failure").first)
    #expect(
      failure.stringValue == """
        error: the movie was written by Lavf59.27.100
        at trip "Zoë & <Łódź>"/\\x1B[31mIMG\\n\\u{202E}4 🏔️.MOV: moov/udta/©swr, \
        offset 4294967297 (0x100000001), 1 byte
          found  Lavf59.27.100
        why: An encoder rewrote the movie.
        fix: Take the movie of the camera.
        """)
  }
}
