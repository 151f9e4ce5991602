import Reporters
import Support
import Testing
import Validator

@Suite struct `A text report of many subjects` {
  private func alike(_ count: Int, in folder: String = "submissions/2024") -> [Subject] {
    (0..<count).map { index in
      Subject.pair("\(folder)/IMG_\(index)") { $0.movie.stillTimes = .absent(searched: []) }
    }
  }

  private func text(_ subjects: [Subject], _ options: ReportOptions = ReportOptions(width: 80))
    throws -> String
  {
    try ReportFormat.text.render(.example(of: subjects), options: options)
  }

  private func headings(_ text: String) -> Int { text.matches(of: /IMG_\d+ · pair by/).count }

  @Test func `is one screen for 20,000 that fail alike`() throws {
    let clean = (0..<50).map { Subject.pair("submissions/2024/GOOD_\($0)") }
    let text = try text(alike(20_000) + alike(30, in: "other") + clean)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 50)
    #expect(text.hasPrefix("20,030 pairs with the same faults · still-time/missing\n"))
    #expect(
      text.contains("  in submissions/2024: 20,000 of its 20,050 subjects (99.8 %)\n"), "\(text)")
    #expect(text.contains("  in other: 30 of its 30 subjects (100.0 %)\n"))
    #expect(text.matches(of: /note still-time\/missing/).count == 1)
    #expect(text.contains("20,080 pairs: 20,030 notes; 50 without a fault"))
    #expect(text.contains("--max-findings 0"))
  }

  @Test func `tells each by itself as long as they are few, or when asked to`() throws {
    let few = try text(alike(20))
    #expect(headings(few) == 20 && !few.contains("with the same faults"))
    #expect(try text(alike(21)).contains("21 pairs with the same faults"))
    let all = try text(alike(40), ReportOptions(mostEntries: nil))
    #expect(headings(all) == 40 && !all.contains("--max-findings"))
  }

  @Test func `says what it leaves out`() throws {
    let subjects = alike(15) + [.hostile, .loneStill]
    let short = try text(subjects, ReportOptions(width: 80, mostEntries: 2))
    #expect(short.contains("left out: 15 with notes or checks that could not be made\n"))
    #expect(short.contains("· pair by") && short.contains("· still"))
    #expect(headings(short) == 0)
    #expect(try !text(subjects).contains("left out"))
    let quiet = try text(subjects, ReportOptions(isQuiet: true, mostEntries: 1))
    #expect(quiet.contains("left out: 1 with warnings, 15 with notes"), "\(quiet)")
  }

  @Test func `keeps the worst of more than it can tell, in whatever order they come`() throws {
    let subjects = (0..<500).map { index in
      Subject.pair("f/IMG_\(index)") { pair in
        if index % 100 == 99 {
          pair.movie.encoderTrace = .present("x", at: Place("moov", offset: 0, length: 1))
        } else if index % 30 == 0 {
          pair.movie.stillTimes = .absent(searched: [])
        }
      }
    }
    let options = ReportOptions(width: 80, mostEntries: 5)
    let forward = try text(subjects, options)
    #expect(forward.matches(of: /error movie\/transcoded/).count == 5)
    #expect(forward.contains("left out: 17 with notes"))
    #expect(try text(subjects.reversed(), options) == forward)
  }

  /// What text tells of subjects of which some come once more.
  private func text(
    _ report: Report, changing changes: [Int: SubjectReport], _ options: ReportOptions
  ) -> String {
    var subjects = report.subjects
    var shelved: Set<Int> = []
    var digest = ReportDigest(for: [.text], profile: .photos, options: options)
    for (number, subject) in subjects.enumerated() where digest.add(subject, number: number) {
      shelved.insert(number)
    }
    for (number, subject) in changes.sorted(by: { $0.key < $1.key }) {
      subjects[number] = subject
      if !digest.amend(subject, number: number) { shelved.remove(number) }
    }
    digest.choose { shelved.contains($0) ? subjects[$0].order : nil }
    return ReportFormat.text.render(digest, report.summary, options: options) { subjects[$0] }
  }

  @Test func `tells another of those alike where the first are changed`() throws {
    let report = Report.example(of: alike(40) + [.clean])
    let changes = Dictionary(uniqueKeysWithValues: (0..<5).map { ($0, report.subjects[40]) })
    let text = text(report, changing: changes, ReportOptions())
    #expect(text.hasPrefix("35 pairs with the same faults"))
    #expect(text.contains("the first: submissions/2024/IMG_10.JPG submissions/2024/IMG_10.MOV"))
  }

  @Test(arguments: [1, 5, 1_000])
  func `tells what changes as if it had been so from the start`(limit: Int) throws {
    let report = Report.example(of: alike(24) + alike(3, in: "other") + [.clean, .loneStill])
    let paths = report.subjects.prefix(27).map { "\($0.sortPath)".dropLast(4) }
    let clean = Report.example(of: paths.map { Subject.pair(String($0)) }).subjects
    let options = ReportOptions(mostEntries: limit)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<8 {
      let numbers = (0..<27).shuffled(using: &random).prefix(Int.random(in: 1...20))
      let changes = Dictionary(uniqueKeysWithValues: numbers.map { ($0, clean[$0]) })
      var subjects = report.subjects
      for number in numbers { subjects[number] = clean[number] }
      var whole = ReportDigest(for: [.text], profile: .photos, options: options)
      for (number, subject) in subjects.enumerated() { whole.add(subject, number: number) }
      let expected = ReportFormat.text.render(whole, report.summary, options: options) {
        subjects[$0]
      }
      #expect(text(report, changing: changes, options) == expected, "\(numbers)")
    }
  }

  @Test func `finds room for others where many turn out to fail alike`() throws {
    // Twenty stand by themselves until the last one makes a group of them.
    let others = (0..<40).map { index in
      Subject.pair("z/IMG_\(100 + index)") { pair in
        pair.movie.encoderTrace = .present("x", at: Place("moov", offset: 0, length: 1))
        if index % 2 == 0 { pair.movie.stillTimes = .absent(searched: []) }
      }
    }
    let subjects = (0..<21).map { index in
      Subject.pair("a/IMG_\(100 + index)") { pair in
        pair.movie.encoderTrace = .present("x", at: Place("moov", offset: 0, length: 1))
        pair.movie.identifier = .absent(searched: [])
      }
    }
    let options = ReportOptions(width: 80, mostEntries: 5)
    let last = try text(Array(subjects.prefix(20)) + others + subjects.suffix(1), options)
    #expect(try text(subjects + others, options) == last)
    #expect(headings(last) + last.matches(of: /with the same faults/).count == 5)
  }
}
