import Foundation
import Reporters
import Support
import Testing
import Validator

@testable import Command

/// Reports of the tool that are written as the run goes on.
@Suite struct `Reports of a run` {
  private let good = "identifier-mismatch-pass-jpeg-and-h264"

  /// A folder with stills that each carry an identifier of their own and have no movie.
  private func orphans(_ count: Int, in folder: TemporaryFolder) throws {
    let still = try Data(contentsOf: URL(filePath: "\(Corpus.path)/\(good)/IMG_0001.JPG"))
    let known = Data(Specimen(good).identifier.utf8)
    let place = try #require(still.range(of: known))
    let target = folder.url.appending(path: "submissions/2024")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    for index in 0..<count {
      var bytes = still
      bytes.replaceSubrange(place, with: Data(UUID().uuidString.utf8))
      try bytes.write(to: target.appending(path: "IMG_\(1_000_000 + index).JPG"))
    }
  }

  private func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func `of a folder of orphans are one screen of text and every file in lists`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try orphans(1_500, in: folder)
    let tool = Tool(folder: folder.path, environment: ["COLUMNS": "80"])
    let answer = try tool("--output", "csv=all.csv", "--output", "jsonl=all.jsonl")
    #expect(answer.code == 1)
    #expect(answer.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 50)
    #expect(answer.output.contains("in submissions/2024: 1,500 of its 1,500 subjects (100.0 %)"))
    #expect(answer.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let rows = try String(contentsOf: folder.url.appending(path: "all.csv"), encoding: .utf8)
    #expect(rows.matches(of: /pair\/missing-movie/).count == 1_500)
    let lines = try objects(
      String(contentsOf: folder.url.appending(path: "all.jsonl"), encoding: .utf8))
    #expect(lines.count == 1_502)
    // Nothing but the reports is left.
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == ["all.csv", "all.jsonl", "submissions"])
  }

  @Test func `say in the end what only the whole run could tell`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["a", "b"] {
      try folder.copy(good, "IMG_0001.JPG", as: "\(name)/IMG_0001.JPG")
      try folder.copy(good, "IMG_0001.MOV", as: "\(name)/IMG_0001.MOV")
    }
    let tool = Tool(folder: folder.path)
    let lines = try objects(try tool("--format", "jsonl").output)
    #expect(
      lines.compactMap { $0["line"] as? String }
        == ["run", "subject", "subject", "amend", "amend", "summary"])
    // For each number the last line stands: then it is what the JSON report says.
    var last: [Int: [String: Any]] = [:]
    for line in lines {
      if let number = line["number"] as? Int { last[number] = line["subject"] as? [String: Any] }
    }
    let report = try objects(
      try tool("--format", "json").output.replacing("\n", with: ""))[0]
    let subjects = try #require(report["subjects"] as? [[String: Any]])
    #expect([0, 1].compactMap { last[$0] } as NSArray == subjects as NSArray)
    #expect(lines.last?["summary"] as? NSDictionary == report["summary"] as? NSDictionary)

    let table = try tool("--format", "csv").output
    #expect(table.matches(of: /pair\/duplicate-copy/).count == 2)
    // A subject that was without a fault at first is told once.
    let failures = try objects(try tool("--format", "jsonl", "--failures-only").output)
    #expect(
      failures.compactMap { $0["line"] as? String } == ["run", "amend", "amend", "summary"])
  }

  @Test func `end quietly where nobody reads them`() throws {
    let shell = Tool(shellLine: "\"$TOOL\" --format jsonl . | head -n 1")
    let answer = try shell()
    #expect(answer.errors == "")
    #expect(answer.output.hasPrefix("{\"line\": \"run\""))
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let both = Tool(
      environment: ["OUT": "\(folder.path)/all.csv"],
      shellLine: "\"$TOOL\" --format jsonl --output csv=\"$OUT\" . | head -n 1")
    #expect(try both().errors == "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test(arguments: ["jsonl", "csv", "statistics"])
  func `say where a disk is full`(format: String) throws {
    let answer = try Tool(shellLine: "\"$TOOL\" --format \(format) . > /dev/full")()
    #expect(answer.code == 2)
    #expect(answer.errors.contains("standard output: cannot be written: No space left"))
    let file = try Tool()("--output", "\(format)=/dev/full", good)
    #expect(file.code == 2)
    #expect(file.errors.contains("/dev/full: cannot be written: No space left"))
  }

  @Test func `are not begun where a file cannot be made`() throws {
    let answer = try Tool()("--output", "jsonl=/not/there/all.jsonl", good)
    #expect(answer.code == 2 && answer.output == "")
    #expect(answer.errors.contains("/not/there/all.jsonl: cannot be written"))
  }

  @Test func `tell shares in text and JSON, and lists beside them`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let list = folder.url.appending(path: "list.csv").path
    let text = try Tool()("--statistics", "--output", "csv=\(list)")
    #expect(text.output.contains("top causes"))
    #expect(try String(contentsOfFile: list, encoding: .utf8).hasPrefix("kind,name,still,"))
    let json = try Tool()("--statistics", "--format", "json").output
    #expect(json.contains("\"schema\": \"livephotolint-statistics/1\""))
  }

  @Test func `of a sample are the same whenever it is drawn`() throws {
    func drawn(_ words: String...) throws -> [String] {
      let lines = try objects(
        try Tool()(words: ["--format", "jsonl", "--sample", "30"] + words).output)
      let sample = lines.last?["sample"] as? [String: Int]
      #expect(sample?["taken"] == 30 && sample?["total"] ?? 0 > 200)
      return lines.compactMap { line in
        let subject = line["subject"] as? [String: Any]
        return (subject?["files"] as? [[String: Any]])?.first?["path"] as? String
      }
    }
    let first = try drawn("--seed", "7", "-j", "1")
    #expect(try drawn("--seed", "7", "-j", "2") == first)
    #expect(try drawn("--seed", "8") != first)
    #expect(first.count >= 15)
    let all = try Tool()("--sample", "100000", "--statistics").output
    #expect(all.contains("A sample: ") && !all.contains("limits"))
    let part = try Tool()("--sample", "30", "--statistics").output.replacing("\n", with: " ")
    #expect(part.contains("95 of 100 samples") && part.contains("partners in other folders"))
  }
}

@Suite struct `A draw` {
  @Test func `takes each as likely as any other`() {
    var random = SeededNumbers(seed: 1)
    var counts = [Int](repeating: 0, count: 10)
    for _ in 0..<10_000 { counts[Int(random.next(below: 10))] += 1 }
    // Five standard deviations from 1,000.
    #expect(counts.allSatisfy { (850...1_150).contains($0) })
    var same = SeededNumbers(seed: 0)
    // The first number of the published generator from seed 0.
    #expect(same.next() == 0xE220_A839_7B1D_CDAF)
  }
}
