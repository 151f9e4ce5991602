import Readers
import Reporters
import Rules
import Validator

/// Judges the specimens that rules fail on and takes out what the rules say of them.
struct SpecimenExcerpts: Sendable {
  /// The folder that holds a folder for each specimen, named `<family>-<rule>-fail-<what>`.
  let corpus: FilePath

  /// The failures by the id of their rule, in the order of the specimens' names.
  func callAsFunction() async throws -> [String: [RuleExcerpt]] {
    let specimens: [Directory.Entry]
    do {
      specimens = try Directory.entries(of: corpus).filter { $0.kind == .folder }
    } catch {
      throw UsageError("\(corpus): \(error.reason)")
    }
    var excerpts: [String: [RuleExcerpt]] = [:]
    for rule in Catalogue.rules {
      let prefix = rule.id.replacing("/", with: "-") + "-fail-"
      for specimen in specimens where specimen.name.starts(with: prefix.utf8) {
        let folder = corpus.appending(specimen.name)
        if let excerpt = try await excerpt(of: rule, from: folder) {
          excerpts[rule.id, default: []].append(excerpt)
        }
      }
    }
    return excerpts
  }

  /// What a rule says of a specimen, in the first profile that runs the rule.
  private func excerpt(of rule: Rule, from folder: FilePath) async throws -> RuleExcerpt? {
    let profile = Profile.allCases.first { rule.severity(in: $0) != nil } ?? .photos
    let plan = ReadingPlan(readsLivePhotoInfo: profile != .photos)
    let run = CheckRun(
      paths: [folder], namedPairs: [],
      judge: Judge(
        reader: MediaReader(plan: plan), engine: Engine(rules: Catalogue.rules, profile: profile)),
      jobs: 1, progress: Progress(nil) { _ in })
    let sink = CollectingSink()
    _ = try await run(sink)
    return sink.reports.lazy
      .compactMap { RuleExcerpt(of: rule, in: $0, for: profile, from: folder) }.first
  }
}
