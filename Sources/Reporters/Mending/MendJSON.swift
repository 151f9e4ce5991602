package import Validator

/// Tells mends to programs, as `Schemas/livephotolint-fix-1.schema.json` describes it.
package enum MendJSON {
  /// The name of the format and its version.
  private static let schema = "livephotolint-fix/1"

  /// The mends of a run as one document.
  ///
  /// - Parameter reports: of the subjects with a fault or a change, sorted by path.
  package static func render(_ reports: [MendReport], _ summary: MendSummary) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("schema", schema)
      json.tool()
      json.member("profile", summary.profile.rawValue)
      json.member("mode", summary.mode.rawValue)
      json.member("pairs", summary.pairCount)
      json.member("loneFiles", summary.loneCount)
      json.key("subjects")
      json.array { json in
        for report in reports { json.mend(report) }
      }
    }
    return json.text
  }
}

extension JSONWriter {
  fileprivate mutating func mend(_ report: MendReport) {
    let subject = report.subject
    object { json in
      json.member("kind", subject.kind.rawValue)
      json.member("name", subject.name)
      if let bond = subject.bond { json.member("pairedBy", bond.rawValue) }
      json.member("state", report.state.rawValue)
      if let problem = report.problem { json.member("problem", problem) }
      if let identifier = report.identifier {
        json.key("identifier")
        json.object(.oneLine) { json in
          json.member("text", identifier.text)
          json.member("origin", identifier.origin)
        }
      }
      json.key("faults")
      json.array { json in
        for fault in report.faults { json.fault(fault) }
      }
      json.key("files")
      json.array { json in
        for file in report.files { json.file(file) }
      }
    }
  }

  private mutating func fault(_ fault: MendedFault) {
    object { json in
      json.member("rule", fault.result.rule.id)
      if let severity = fault.result.severity { json.member("severity", severity.name) }
      json.member("message", fault.result.message)
      if let mend = fault.result.mend { json.member("mend", mend.rawValue) }
      json.member("action", fault.isMended ? "mend" : "leave")
      if let reason = fault.reason { json.member("reason", reason) }
    }
  }

  private mutating func file(_ file: MendedFile) {
    object { json in
      json.member("role", file.role.rawValue)
      json.member("path", file.path.description)
      json.member("bytes", file.size)
      json.member("newPath", file.newPath.description)
      json.member("newBytes", file.newSize)
      if let backup = file.backup { json.member("backup", backup.description) }
      json.key("changes")
      json.array { json in
        for change in file.changes { json.change(change) }
      }
    }
  }

  private mutating func change(_ change: MendedBytes) {
    object(.oneLine) { json in
      json.member("path", change.path)
      json.member("purpose", change.purpose)
      json.range("before", change.before)
      json.range("after", change.after)
    }
  }

  private mutating func range(_ name: String, _ range: Range<UInt64>) {
    key(name)
    object(.oneLine) { json in
      json.member("offset", range.lowerBound)
      json.member("length", range.upperBound - range.lowerBound)
    }
  }
}
