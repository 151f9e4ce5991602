package import Validator

/// Tells a comparison to programs, as `Schemas/livephotolint-comparison-1.schema.json` describes it.
package enum ComparisonJSON {
  /// The name of the format and its version.
  private static let schema = "livephotolint-comparison/1"

  /// The comparison as one document, with nothing left out.
  package static func render(_ comparison: Comparison) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("schema", schema)
      json.tool()
      json.member("profile", comparison.profile.rawValue)
      json.key("same")
      json.boolean(comparison.isSame)
      json.key("halves")
      json.array { json in
        for half in comparison.halves { json.half(half) }
      }
      json.key("groups")
      json.array { json in
        for group in comparison.groups { json.group(group) }
      }
      json.key("failsOnBoth")
      json.names(of: comparison.sharedFaults)
      json.key("failsOnReferenceOnly")
      json.names(of: comparison.referenceFaults)
    }
    return json.text
  }
}

extension JSONWriter {
  fileprivate mutating func names(of faults: [RuleResult]) {
    array(.oneLine) { json in
      for fault in faults { json.string(fault.rule.id) }
    }
  }

  private mutating func strings(_ values: [String]) {
    array { json in
      for value in values { json.string(value) }
    }
  }

  fileprivate mutating func half(_ half: HalfComparison) {
    let role: ReportedFile.Role = half.half == .still ? .still : .movie
    object { json in
      json.member("half", half.half.rawValue)
      json.key("reference")
      json.file(ReportedFile(role, half.reference))
      json.key("candidate")
      json.file(ReportedFile(role, half.candidate))
      json.member("verdict", half.verdict.rawValue)
      json.member("message", half.sentence)
      json.key("reasons")
      json.strings(half.reasons)
      json.key("coded")
      json.array { json in
        for part in half.coded { json.coded(part) }
      }
      json.key("notCompared")
      json.strings(half.notCompared)
    }
  }

  private mutating func coded(_ part: CodedComparison) {
    object(.oneLine) { json in
      json.member("name", part.name)
      json.member("state", part.state.rawValue)
      json.member("unit", part.noun)
      if let count = part.referenceCount { json.member("reference", count) }
      if let count = part.candidateCount { json.member("candidate", count) }
      json.member("equal", part.equalCount)
      if let first = part.firstDifferent { json.member("firstDifferent", first) }
      if let problem = part.problem { json.member("problem", problem) }
    }
  }

  fileprivate mutating func group(_ group: Comparison.Group) {
    object { json in
      json.member("rank", group.rank.name)
      if case .fault(let fault) = group.rank {
        json.member("rule", fault.rule.id)
        if let severity = fault.severity { json.member("severity", severity.name) }
        json.member("message", fault.message)
        json.key("evidence")
        json.array { json in
          for evidence in fault.evidence { json.evidence(evidence) }
        }
        json.member("remedy", fault.remedy)
      }
      json.key("differences")
      json.array { json in
        for difference in group.differences { json.difference(difference) }
      }
    }
  }

  private mutating func difference(_ difference: Difference) {
    object { json in
      json.member("half", difference.half.rawValue)
      json.member("key", difference.key)
      json.member("change", difference.change.rawValue)
      if difference.count > 1 { json.member("count", difference.count) }
      if difference.change == .changed, difference.isBeyondShown {
        json.key("beyondValue")
        json.boolean(true)
      }
      if let spot = difference.reference { json.spot("reference", spot) }
      if let spot = difference.candidate { json.spot("candidate", spot) }
      if !difference.holds.isEmpty {
        json.key("holds")
        json.strings(difference.holds)
      }
    }
  }

  private mutating func spot(_ name: String, _ spot: Difference.Spot) {
    key(name)
    object(.oneLine) { json in
      json.member("path", spot.path)
      json.member("offset", spot.offset)
      json.member("length", spot.length)
      json.member("value", spot.value)
    }
  }
}

extension Comparison.Group.Rank {
  fileprivate var name: String {
    switch self {
    case .fault: "fault"
    case .read: "read-by-rules"
    case .other: "other"
    case .shot: "another-shot"
    }
  }
}
