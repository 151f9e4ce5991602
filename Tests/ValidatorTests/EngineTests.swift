import Support
import Testing
import Validator

@Suite struct `The engine` {
  /// A rule on pairs that says what it is told to.
  private func rule(
    _ id: String, _ outcome: Outcome, breaks: [Promise] = [.pairs], replaces: [String] = [],
    levels: Levels = .always(.error), grade: Grade = .documented
  ) -> Rule {
    Rule(
      id, title: "the example holds", breaks: breaks, levels: levels, grade: grade, sources: [],
      rationale: "", remedy: "do this", staysQuiet: "", symptoms: [], replaces: replaces,
      check: .pair { _, _ in outcome })
  }

  private var failure: Outcome { .fail(Finding("it is wrong", [])) }
  private var unreadable: Outcome {
    .unreadable(ReadError(.malformed, "the box is cut", at: .example), in: FilePath("a"))
  }

  private func judge(
    _ rules: [Rule], profile: Profile = .photos, selection: Selection = Selection()
  ) -> SubjectReport {
    Engine(rules: rules, profile: profile, selection: selection, keepsAllResults: true)
      .judge(Subject(.pair(.example)))
  }

  private func states(_ report: SubjectReport) -> [RuleResult.State] { report.results.map(\.state) }

  @Test func `a failing rule silences those that it replaces`() {
    let report = judge([
      rule("a/exact", failure, replaces: ["b/*"]), rule("b/general", failure),
      rule("b/other", unreadable), rule("c/else", failure),
    ])
    #expect(states(report) == [.fail, .notApplicable, .notApplicable, .fail])
    #expect(report.results[1].message == "explained by a/exact")
    #expect(report.counts.fail == 2)
  }

  @Test func `a silenced rule silences nothing`() {
    let report = judge([
      rule("a/first", failure, replaces: ["b/second"]),
      rule("b/second", failure, replaces: ["c/third"]), rule("c/third", failure),
    ])
    #expect(states(report) == [.fail, .notApplicable, .fail])
  }

  @Test func `a passing rule silences nothing`() {
    #expect(
      states(judge([rule("a/exact", .pass, replaces: ["b/*"]), rule("b/general", failure)]))
        == [.pass, .fail])
  }

  @Test func `rules outside the profile or the selection are not run`() {
    let wallpaper = Levels(photos: nil, wallpaper: .error, camera: .error)
    let rules = [rule("a/one", failure), rule("wallpaper/two", failure, levels: wallpaper)]
    #expect(states(judge(rules)) == [.fail, .notRun])
    #expect(judge(rules).results[1].message == "not part of profile photos")
    let ignoring = judge(rules, selection: Selection(ignored: ["a/*"]))
    #expect(ignoring.results[0].message == "switched off by --ignore")
    let selecting = judge(rules, profile: .camera, selection: Selection(selected: ["a/one"]))
    #expect(states(selecting) == [.fail, .notRun])
  }

  @Test func `the grade caps the severity`() {
    #expect(judge([rule("a/b", failure, grade: .reported)]).results[0].severity == .warning)
    #expect(judge([rule("a/b", failure, grade: .claimed)]).results[0].severity == .note)
  }

  @Test func `a finding may be milder than its rule and never worse`() {
    let mild = Outcome.fail(Finding("it is odd", [], atMost: .note))
    #expect(judge([rule("a/b", mild)]).results[0].severity == .note)
    let worse = Outcome.fail(Finding("it is odd", [], atMost: .error))
    #expect(judge([rule("a/b", worse, levels: .always(.note))]).results[0].severity == .note)
  }

  @Test func `faults alone are kept unless all are asked for`() {
    let engine = Engine(
      rules: [rule("a/a", .pass), rule("a/b", failure), rule("a/c", unreadable)], profile: .photos)
    let report = engine.judge(Subject(.pair(.example)))
    #expect(states(report) == [.fail, .unreadable])
    #expect(report.counts.pass == 1)
  }

  @Suite struct `The verdict` {
    private func verdict(
      _ results: [(Promise, RuleResult.State, Severity?)], wallpaper: Bool = false
    )
      -> Verdict
    {
      Verdict(
        results: results.map { promise, state, severity in
          RuleResult(
            rule: Rule(
              "a/b", title: "", breaks: [promise], levels: .always(.error), grade: .documented,
              sources: [], rationale: "", remedy: "", staysQuiet: "", symptoms: [],
              check: .pair { _, _ in .pass }), state: state, severity: severity)
        }, judgesWallpaper: wallpaper)
    }

    @Test func `nothing wrong is yes, and Lock Screen motion unknown where it is not judged`() {
      let all = verdict([(.pairs, .pass, nil)])
      #expect(all.pairs == .yes && all.moves == .yes && all.looks == .yes)
      #expect(all.wallpaper == .unknown)
      #expect(verdict([], wallpaper: true).wallpaper == .yes)
    }

    @Test func `an error outweighs the unreadable, which outweighs a warning`() {
      #expect(verdict([(.pairs, .unreadable, nil), (.pairs, .fail, .error)]).pairs == .no)
      #expect(verdict([(.pairs, .fail, .warning), (.pairs, .unreadable, nil)]).pairs == .unknown)
      #expect(verdict([(.moves, .fail, .warning)]).moves == .risk)
      #expect(verdict([(.moves, .fail, .note)]).moves == .yes)
    }

    @Test func `nothing is better than what it rests on`() {
      let unpaired = verdict([(.pairs, .fail, .error)], wallpaper: true)
      #expect(unpaired.moves == .no && unpaired.looks == .no && unpaired.wallpaper == .no)
      let still = verdict([(.moves, .fail, .warning)], wallpaper: true)
      #expect(still.pairs == .yes && still.looks == .yes && still.wallpaper == .risk)
    }
  }
}
