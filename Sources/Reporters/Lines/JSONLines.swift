package import Validator

/// Tells a report to programs, an object a line, as `Schemas/livephotolint-lines-1.schema.json`
/// describes it.
///
/// Each line stands by itself: nothing needs to be kept until the end, on either side. A subject has a
/// number; an `amend` line with that number takes the place of all that was said of it before.
package struct JSONLines: Sendable {
  private let options: ReportOptions

  package init(_ options: ReportOptions) {
    self.options = options
  }

  /// The first line.
  package func run(_ profile: Profile) -> [UInt8] {
    line("run") { json in
      json.member("schema", "livephotolint-lines/1")
      json.tool()
      json.member("profile", profile.rawValue)
    }
  }

  /// The line of a subject; nil where it was not asked for.
  package func subject(_ report: SubjectReport, number: Int) -> [UInt8]? {
    options.lists(report) ? line("subject", report, number) : nil
  }

  /// The line that takes the place of a subject's earlier one.
  package func amend(_ report: SubjectReport, number: Int) -> [UInt8] {
    line("amend", report, number)
  }

  /// The last line: without it, the report was cut short.
  ///
  /// - Parameters:
  ///   - summary: what the run came to, amendments included.
  ///   - subjects: how many subject lines there are.
  ///   - amendments: how many amend lines there are.
  package func summary(_ summary: RunSummary, subjects: Int, amendments: Int) -> [UInt8] {
    line("summary") { json in
      if let sample = summary.sample { json.sample(sample) }
      json.key("lines")
      json.object { json in
        json.member("subject", subjects)
        json.member("amend", amendments)
      }
      json.key("summary")
      json.object { json in json.totals(summary.totals) }
      json.problems(summary.problems)
    }
  }

  func render(_ report: Report) -> String {
    var bytes = run(report.profile)
    var count = 0
    for (number, subject) in report.subjects.enumerated() {
      guard let line = self.subject(subject, number: number) else { continue }
      bytes += line
      count += 1
    }
    bytes += summary(report.summary, subjects: count, amendments: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func line(_ kind: String, _ report: SubjectReport, _ number: Int) -> [UInt8] {
    line(kind) { json in
      json.member("number", number)
      json.key("subject")
      json.subject(report, options)
      if let traits = report.traits {
        json.key("traits")
        json.traits(traits)
      }
    }
  }

  private func line(_ kind: String, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(.oneLine) { json in
      json.member("line", kind)
      body(&json)
    }
    return json.bytes
  }
}

extension JSONWriter {
  /// Writes who took a subject, when and with what: only what is there.
  fileprivate mutating func traits(_ traits: SubjectTraits) {
    object { json in
      let texts = [
        ("stillIdentifier", traits.stillIdentifier), ("movieIdentifier", traits.movieIdentifier),
        ("make", traits.make), ("model", traits.model), ("software", traits.software),
        ("captured", traits.captured), ("encoder", traits.encoder),
      ]
      for case (let name, let text?) in texts { json.member(name, text) }
      if let size = traits.pixelSize {
        json.member("width", size.width)
        json.member("height", size.height)
      }
      if let duration = traits.duration {
        json.key("duration")
        json.decimal(duration)
      }
    }
  }
}
