import Validator

/// Tells the shares of a run to programs, as `Schemas/livephotolint-statistics-1.schema.json`
/// describes it.
enum StatisticsJSON {
  static func render(_ statistics: Statistics) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("schema", "livephotolint-statistics/1")
      json.tool()
      json.member("profile", statistics.summary.profile.rawValue)
      if let sample = statistics.summary.sample { json.sample(sample) }
      json.key("summary")
      json.object { json in json.totals(statistics.summary.totals) }
      json.problems(statistics.summary.problems)
      json.key("shares")
      json.object { json in
        for severity in Severity.allCases.reversed() {
          json.share(severity.name, statistics.worst[severity] ?? 0, of: statistics)
        }
        json.share("unreadable", statistics.unjudged, of: statistics)
        json.share("clean", statistics.clean, of: statistics)
      }
      json.rules("rules", statistics.rules, of: statistics)
      json.rules("causes", statistics.causes, of: statistics)
      json.groups("devices", statistics.devices)
      json.groups("generators", statistics.generators)
      json.groups("folders", statistics.folders)
    }
    return json.text
  }
}

extension JSONWriter {
  fileprivate mutating func share(_ name: String, _ count: Int, of statistics: Statistics) {
    key(name)
    object(.oneLine) { json in
      json.member("subjects", count)
      json.shareMembers(count, of: statistics)
    }
  }

  private mutating func shareMembers(_ count: Int, of statistics: Statistics) {
    let share = statistics.share(count)
    key("share")
    decimal(share.value)
    guard statistics.isOfPart else { return }
    key("low")
    decimal(share.limits.lowerBound)
    key("high")
    decimal(share.limits.upperBound)
  }

  fileprivate mutating func rules(
    _ name: String, _ rows: [Statistics.RuleRow], of statistics: Statistics
  ) {
    key(name)
    array { json in
      for row in rows {
        json.object(.oneLine) { json in
          json.member("rule", row.rule)
          if let severity = row.severity { json.member("severity", severity.name) }
          json.member("failed", row.failed)
          if row.unreadable > 0 { json.member("unreadable", row.unreadable) }
          json.shareMembers(row.failed, of: statistics)
        }
      }
    }
  }

  fileprivate mutating func groups(_ name: String, _ groups: Statistics.Groups) {
    key(name)
    object { json in
      json.key("rows")
      json.array { json in
        for row in groups.rows { json.group(row) }
      }
      if let others = groups.others {
        json.member("otherCount", groups.otherCount)
        json.key("others")
        json.group(others)
      }
    }
  }

  private mutating func group(_ row: Statistics.GroupRow) {
    object(.oneLine) { json in
      json.member("name", row.name)
      json.member("subjects", row.subjects)
      json.member("errors", row.errors)
      json.member("failures", row.failures)
      if let cause = row.cause {
        json.member("cause", cause.rule)
        json.member("causeSubjects", cause.subjects)
      }
    }
  }
}
