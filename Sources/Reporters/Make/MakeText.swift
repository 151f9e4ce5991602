import Validator

/// Tells what `make` made, for people.
package struct MakeText: Sendable {
  package init() {}

  /// A paragraph for each Live Photo that was made.
  package func render(_ report: MakeReport) -> String {
    let paragraphs = report.made.map(paragraph)
    guard report.made.count + report.failed.count > 1 else { return paragraphs.joined() }
    let failed = report.failed.isEmpty ? "" : ", \(report.failed.count) failed"
    return paragraphs.joined(separator: "\n") + "\n\(report.made.count) made\(failed)\n"
  }

  private func paragraph(_ made: MakeReport.Made) -> String {
    let names = made.files.map { ShownText.escaped($0.description) }.joined(separator: " + ")
    let fit = made.fit.map { ", where the still fits best (\(hundredths($0)))" } ?? ""
    var rows = [
      ("identifier", made.identifier),
      ("key photo", "at \(hundredths(made.stillTime)) s of \(hundredths(made.duration)) s\(fit)"),
      ("video", treatment(made)),
    ]
    rows += made.remarks.map { ("note", ShownText.escaped($0)) }
    return names + "\n"
      + rows.map { "  " + $0.0 + String(repeating: " ", count: 12 - $0.0.count) + $0.1 + "\n" }
      .joined()
  }

  private func treatment(_ made: MakeReport.Made) -> String {
    let reasons = made.reasons.isEmpty ? "" : ": " + made.reasons.joined(separator: "; ")
    return switch made.video {
    case .kept: "kept bit for bit"
    case .copied: "coded samples kept bit for bit in a new file\(reasons)"
    case .encoded: "coded anew\(made.codec.map { " as \($0)" } ?? "")\(reasons)"
    }
  }

  private func hundredths(_ value: Double) -> String {
    let whole = Int((value * 100).rounded())
    let rest = abs(whole % 100)
    return "\(whole / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
