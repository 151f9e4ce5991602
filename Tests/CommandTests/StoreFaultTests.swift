import Testing
import Validator

@testable import Command

/// What is said of a store that cannot be used.
@Suite struct `A fault of a store` {
  private let path = FilePath("audit.sqlite")

  @Test func `has one message, whoever comes upon it`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy("pair-name-only-pass-one-shot", "IMG_0001.JPG", as: "set/IMG_0001.JPG")
    var tool = Tool(folder: folder.path)
    _ = try tool("set", "--store", "audit.sqlite")
    tool.shellLine = "sqlite3 audit.sqlite \"UPDATE records SET report = x'00', facts = x'00'\""
    #expect(try tool().code == 0)
    tool.shellLine = nil
    let calls = [
      ["report", "audit.sqlite"], ["judge", "audit.sqlite"], ["set", "--store", "audit.sqlite"],
    ]
    for words in calls {
      let answer = try tool(words: words)
      #expect(answer.code == 2)
      #expect(
        answer.errors.hasPrefix(
          "livephotolint: audit.sqlite: is damaged: a record cannot be read; name another file"),
        "\(words): \(answer.errors)")
    }
  }

  @Test func `is told apart from what is no fault of it`() {
    let full = DatabaseFault(code: 13, description: "database or disk is full")
    for fault in [full, BinaryReader.Fault()] as [any Error] {
      let told = fault.told(ofStore: path) as? UsageError
      #expect(told?.message.hasPrefix("audit.sqlite: ") == true)
    }
    #expect(ClosedPipe().told(ofStore: path) is ClosedPipe)
    let own = UsageError("other: is something else").told(ofStore: path) as? UsageError
    #expect(own?.message == "other: is something else")
  }
}
