import Testing
import Validator

@testable import Command

@Suite struct `The command line of inspect` {
  private static let structure = StructureNode(
    .file, "", offset: 0, length: 500,
    children: [
      StructureNode(
        .box, "moov", offset: 8, length: 100,
        children: [
          StructureNode(
            .box, "keys", offset: 16, length: 60,
            children: [StructureNode(.entry, "[1]", offset: 32, length: 44)])
        ])
    ])

  @Test func `takes one file or two`() throws {
    #expect(try InspectOptions(["a.heic", "a.mov"]).paths == ["a.heic", "a.mov"])
    #expect(throws: UsageError.self) { try InspectOptions([]) }
    #expect(throws: UsageError.self) { try InspectOptions(["a", "b", "c"]) }
    #expect(throws: UsageError.self) { try InspectOptions(["--hexdump", "0", "a", "b"]) }
  }

  @Test func `reads offsets in both notations`() {
    #expect(DumpRange(numbers: "44") == DumpRange(numbers: "0x2C"))
    #expect(DumpRange(numbers: "0x2C,64")?.length == 64)
    #expect(DumpRange(numbers: "moov") == nil)
    #expect(DumpRange(numbers: "1,2,3") == nil)
  }

  @Test func `finds parts by their paths`() throws {
    let key = try DumpRange(path: "moov/keys[1]", in: Self.structure)
    #expect(key.offset == 32)
    #expect(key.length == 44)
    #expect(try DumpRange(path: "moov/keys/[1]", in: Self.structure) == key)
    #expect(try DumpRange(path: "file", in: Self.structure).length == 500)
  }

  @Test func `suggests the path that is nearest`() {
    #expect(throws: UsageError("unknown part 'moov/key'; did you mean 'moov/keys'?")) {
      try DumpRange(path: "moov/key", in: Self.structure)
    }
  }
}
