import Reporters
import Rules
import Support
import Testing
import Validator

@Suite struct `Reports that were kept` {
  @Test func `read the same`() throws {
    let engine = Engine(rules: Catalogue.rules, profile: .camera, provenanceScope: .all)
    let table = RuleTable(Catalogue.rules)
    let first = ReadSubject.all(below: Corpus.path).map { engine.judge($0.subject) }
    let kept = try first.map { try SubjectReport(record: $0.record, rules: table) }
    let original = Report(profile: .camera, rules: Catalogue.rules, subjects: first)
    let again = Report(profile: .camera, rules: Catalogue.rules, subjects: kept)
    for format in ReportFormat.allCases {
      let isEqual = try format.render(original) == format.render(again)
      #expect(isEqual, "\(format)")
    }
  }
}
