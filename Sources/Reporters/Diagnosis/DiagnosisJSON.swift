package import Validator

/// Tells diagnoses to programs, as `Schemas/livephotolint-diagnosis-1.schema.json` describes it.
package enum DiagnosisJSON {
  /// The name of the format and its version.
  private static let schema = "livephotolint-diagnosis/1"

  /// The diagnoses as one document.
  ///
  /// - Parameters:
  ///   - diagnoses: of one run, sorted by path.
  ///   - symptoms: what is reported of all of them.
  ///   - profile: the profile that was judged for.
  ///   - isRedacted: whether personal text was left out.
  package static func render(
    _ diagnoses: [Diagnosis], of symptoms: [Symptom], for profile: Profile, isRedacted: Bool
  ) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("schema", schema)
      json.tool()
      json.member("profile", profile.rawValue)
      json.key("redacted")
      json.boolean(isRedacted)
      json.key("symptoms")
      json.strings(symptoms.map(\.rawValue))
      json.key("subjects")
      json.array { json in
        for diagnosis in diagnoses { json.diagnosis(diagnosis) }
      }
    }
    return json.text
  }
}

extension JSONWriter {
  fileprivate mutating func strings(_ values: [String]) {
    array(.oneLine) { json in
      for value in values { json.string(value) }
    }
  }

  fileprivate mutating func diagnosis(_ diagnosis: Diagnosis) {
    let subject = diagnosis.subject
    object { json in
      json.head(of: subject)
      json.member("conclusion", diagnosis.conclusion.rawValue)
      json.key("causes")
      json.array { json in
        for cause in diagnosis.causes { json.cause(cause, of: subject) }
      }
      json.key("cleared")
      json.strings(diagnosis.cleared.map(\.id))
      json.key("outside")
      json.array { json in
        for cause in diagnosis.outside { json.outside(cause) }
      }
    }
  }

  private mutating func cause(_ cause: Cause, of subject: SubjectReport) {
    let result = cause.result
    object { json in
      json.key("rules")
      json.strings(cause.rules.map(\.id))
      json.member("state", result.state.rawValue)
      if let severity = result.severity { json.member("severity", severity.name) }
      json.key("explains")
      json.boolean(cause.explains)
      json.member("weight", cause.weight)
      json.key("breaks")
      json.strings(result.rule.breaks.map(\.rawValue))
      json.member("grade", result.rule.grade.rawValue)
      json.member("message", result.message)
      json.key("evidence")
      json.array { json in
        for evidence in result.evidence { json.evidence(evidence) }
      }
      if result.state == .fail {
        json.member("rationale", result.rule.rationale)
        json.member("remedy", Remedy(of: result, in: subject).text)
      }
      json.key("commands")
      json.strings(cause.commands)
    }
  }

  private mutating func outside(_ cause: OutsideCause) {
    object { json in
      json.member("text", cause.text)
      json.member("remedy", cause.remedy)
      json.member("grade", cause.grade.rawValue)
      json.member("source", cause.source.text)
    }
  }
}
