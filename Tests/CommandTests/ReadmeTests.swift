import Foundation
import Support
import Testing

@Suite struct `The README` {
  @Test func `shows what the tool says`() throws {
    let root = URL(filePath: Corpus.path).deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let start = try #require(text.range(of: "$ livephotolint "))
    let end = try #require(text[start.upperBound...].range(of: "```"))
    let shown = text[start.upperBound..<end.lowerBound]
    let words = try #require(shown.split(separator: "\n").first)
    var tool = Tool(folder: root.path)
    tool.environment["COLUMNS"] = "100"
    let said = try tool(words: words.split(separator: " ").map(String.init))
    #expect(shown.dropFirst(words.count + 1) == said.output)
  }
}
