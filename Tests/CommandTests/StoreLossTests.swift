import Foundation
import Testing
import Validator

@testable import Command

/// A store that somebody takes away while a run writes into it.
@Suite struct `A store that is taken away` {
  private let good = "identifier-mismatch-pass-jpeg-and-h264"

  /// Runs the tool and gives a command its turn while the store is open and nothing is judged yet:
  /// the run waits there for a reader of its second report.
  private func run(_ change: String, in folder: TemporaryFolder) throws -> Tool.Answer {
    for name in ["IMG_0001.JPG", "IMG_0001.MOV"] {
      try folder.copy(good, name, as: "set/\(name)")
    }
    var tool = Tool(folder: folder.path, environment: ["CHANGE": change])
    tool.shellLine = """
      mkfifo first second
      "$TOOL" set --quiet --store audit.sqlite --output csv=first --output jsonl=second & run=$!
      exec 3<first
      eval "$CHANGE"
      cat second
      cat <&3 >third
      wait $run
      echo "code $?"
      """
    return try tool()
  }

  @Test(arguments: [
    ("rm audit.sqlite*", "was deleted or moved while the run went on"),
    ("mv audit.sqlite elsewhere", "was deleted or moved while the run went on"),
    ("echo other > new; mv new audit.sqlite", "was replaced by another file while the run went on"),
  ])
  func `is said at the end of the run, with whole reports`(change: String, message: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let answer = try run(change, in: folder)
    #expect(answer.output.hasSuffix("code 2\n"))
    #expect(answer.errors.hasPrefix("livephotolint: audit.sqlite: \(message)"))
    #expect(answer.errors.contains("give the same command once more"))
    #expect(answer.output.contains(#""line": "summary""#))
    let table = try String(contentsOf: folder.url.appending(path: "third"), encoding: .utf8)
    #expect(table.contains("set/IMG_0001.JPG"))
  }

  @Test func `is not said where it stays`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    // Whoever looks into it, or gives it a second name, takes nothing away.
    let answer = try run("ln audit.sqlite second-name; touch audit.sqlite", in: folder)
    #expect(answer.output.hasSuffix("code 0\n"))
    #expect(answer.errors == "")
  }
}
