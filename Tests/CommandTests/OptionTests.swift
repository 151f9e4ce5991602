import Reporters
import Testing
import Validator

@testable import Command

@Suite struct `The command line of check` {
  private func message(_ words: String...) -> String? {
    do throws(UsageError) {
      _ = try CheckOptions(words)
      return nil
    } catch { return error.message }
  }

  @Test func `options may stand anywhere and take values in both forms`() throws {
    let options = try CheckOptions([
      "a.heic", "--profile=camera", "b.mov", "--fail-on", "warning", "--pair", "s.jpg", "m.mov",
      "-j", "3", "--", "--odd-name.mov",
    ])
    #expect(options.paths == ["a.heic", "b.mov", "--odd-name.mov"])
    #expect(options.profile == .camera)
    #expect(options.failOn == .warning)
    #expect(options.pairs.map(\.still) == ["s.jpg"] && options.pairs.map(\.movie) == ["m.mov"])
    #expect(options.jobs == 3)
  }

  @Test func `reports may be written to several files`() throws {
    let options = try CheckOptions(["--output", "junit=a=b.xml", "--output", "json=c.json"])
    #expect(options.outputs.map(\.format) == [.junit, .json])
    #expect(options.outputs.map(\.file) == ["a=b.xml", "c.json"])
  }

  @Test func `never fails on nothing`() throws {
    #expect(try CheckOptions(["--fail-on", "never"]).failOn == nil)
  }

  @Test func `rules are selected by id and family`() throws {
    let options = try CheckOptions(["--select", "identifier/*,movie/codec", "--ignore", "pair/*"])
    #expect(options.selection.selected == ["identifier/*", "movie/codec"])
    #expect(options.selection.ignored == ["pair/*"])
  }

  @Test func `a wrong word is answered with the right one`() {
    #expect(message("--profil", "x") == "unknown option '--profil'; did you mean '--profile'?")
    #expect(
      message("--profile", "photo")
        == "unknown profile 'photo'; did you mean 'photos'? (known are photos, wallpaper, camera)")
    #expect(
      message("--fail-on", "warn")
        == "unknown severity 'warn'; did you mean 'warning'? (known are note, warning, error, "
        + "never)")
    #expect(message("--needs", "zzzz")?.contains("known are save, read, capture") == true)
    #expect(
      message("--select", "identifier/mismach")
        == "unknown rule 'identifier/mismach'; did you mean 'identifier/mismatch'?")
    #expect(
      message("--format", "zzzzzzzz")
        == "unknown format 'zzzzzzzz'; known are text, json, jsonl, csv, junit, statistics, "
        + "statistics-json")
  }

  @Test(arguments: ["json", "csv", "junit"])
  func `a format that is taken for an option is known`(format: String) {
    #expect(
      message("--\(format)")
        == "unknown option '--\(format)'; did you mean '--format \(format)'?")
  }

  @Test(arguments: [["-j2"], ["-j", "2"], ["-j=2"], ["--jobs=2"]])
  func `a value may be written in one word with its option`(words: [String]) throws {
    let options = try CheckOptions(words + ["a.heic"])
    #expect(options.jobs == 2 && options.paths == ["a.heic"])
    #expect(try FixOptions(["-oa=b", "a.heic"]).output == "a=b")
    #expect(message("-jx")?.hasPrefix("--jobs needs a number") == true)
    // A switch takes none.
    #expect(message("-q2")?.hasPrefix("unknown option '-q2'") == true)
  }

  @Test func `a missing or a wrong value is said`() {
    #expect(message("--pair", "a.heic") == "option '--pair' needs STILL and MOVIE after it")
    #expect(message("--quiet=yes") == "option '--quiet' takes no value")
    #expect(message("--jobs", "0")?.hasPrefix("--jobs needs a number") == true)
    #expect(message("--output", "junit")?.hasPrefix("--output needs FORMAT=FILE") == true)
    #expect(message("--select", ",") == "a list of rules is empty")
  }

  @Test func `statistics, samples and limits are asked for in numbers that make sense`() throws {
    #expect(try CheckOptions(["--statistics"]).format == .statistics)
    #expect(try CheckOptions(["--format", "json", "--statistics"]).format == .statisticsJSON)
    #expect(message("--statistics", "--format", "csv")?.contains("--output csv=FILE") == true)
    let sampling = try CheckOptions(["--sample", "50", "--seed", "3"]).sampling
    #expect(sampling?.size == 50 && sampling?.seed == 3)
    #expect(try CheckOptions(["--sample", "50"]).sampling?.seed == 1)
    #expect(message("--seed", "3") == "--seed goes with --sample")
    #expect(message("--sample", "0")?.hasPrefix("--sample needs a number") == true)
    #expect(try CheckOptions([]).mostFindings == 1_000)
    #expect(try CheckOptions(["--max-findings", "0"]).mostFindings == nil)
    #expect(message("--max-findings", "-1")?.contains("--max-findings") == true)
  }

  @Test func `help names every option`() {
    let help = CheckOptions.parser.help(width: 80)
    for option in CheckOptions.parser.options { #expect(help.contains(option.name)) }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
