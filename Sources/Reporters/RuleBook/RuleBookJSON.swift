import Validator

extension RuleBook {
  /// The rules for programs; a level is null where the rule does not run.
  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.key("rules")
      json.array { json in
        for rule in rules { json.rule(rule) }
      }
    }
    return json.text
  }
}

extension JSONWriter {
  fileprivate mutating func rule(_ rule: Rule) {
    object { json in
      json.member("id", rule.id)
      json.member("title", rule.title)
      json.member("family", rule.family)
      json.key("levels")
      json.object(.oneLine) { json in
        for profile in Profile.allCases {
          json.key(profile.rawValue)
          if let severity = rule.severity(in: profile) {
            json.string(severity.name)
          } else {
            json.null()
          }
        }
      }
      json.strings("breaks", rule.breaks.map(\.rawValue), .oneLine)
      json.member("grade", rule.grade.rawValue)
      json.strings("sources", rule.sources.map(\.text), .lines)
      json.member("rationale", rule.rationale)
      json.member("remedy", rule.remedy)
      json.member("staysQuiet", rule.staysQuiet)
      json.strings("symptoms", rule.symptoms.map(\.rawValue), .oneLine)
      json.strings("replaces", rule.replaces, .oneLine)
      json.key("mend")
      if let mend = rule.mend { json.string(mend.rawValue) } else { json.null() }
    }
  }

  private mutating func strings(_ name: String, _ values: [String], _ layout: Layout) {
    key(name)
    array(layout) { json in
      for value in values { json.string(value) }
    }
  }
}
