package import Validator

/// What tables tell of one result in a single column.
package enum ResultText {
  /// The evidence as a JSON array, with the members that JSON reports have.
  package static func evidence(of result: RuleResult) -> String {
    var json = JSONWriter()
    json.array(.oneLine) { json in
      for evidence in result.evidence { json.evidence(evidence) }
    }
    return String(decoding: json.bytes.dropLast(), as: UTF8.self)
  }

  /// What to do about a failure; nil for other results.
  package static func remedy(of result: RuleResult, in subject: SubjectReport) -> String? {
    result.state == .fail ? Remedy(of: result, in: subject).text : nil
  }
}
