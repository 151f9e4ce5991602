import Reporters
import Testing
import Validator

private let example: StructureNode = {
  let identifier = StructureNode(
    .entry, "com.apple.quicktime.content.identifier", offset: 1_200, length: 60, headerLength: 8,
    detail: "\"5B1C9A5E-6F0D-4C53-9E29-7C1E8D3A4B10\" (type 1, UTF-8)")
  let value = StructureNode(
    .entry, "Make", offset: 300, length: 6, detail: "0x010F = \"Ap\u{1B}[31mple\" (ASCII × 6)",
    isPointedTo: true)
  let list = StructureNode(
    .box, "ilst", offset: 1_192, length: 68, headerLength: 8,
    problem: "the box says it is 250 bytes long, 68 are left in what holds it",
    children: [identifier, value])
  return StructureNode(
    .file, "", offset: 0, length: 123_456, detail: "quicktime",
    children: [
      StructureNode(
        .box, "ftyp", offset: 0, length: 20, headerLength: 8,
        detail: "major brand 'qt  ', minor version 0, compatible 'qt  '"),
      StructureNode(.box, "moov", offset: 1_184, length: 76, headerLength: 8, children: [list]),
      StructureNode(
        .omitted, "…", offset: 1_260, length: 122_196, detail: "more parts than are shown"),
    ])
}()

@Suite struct `The structure of a file in words` {
  @Test func `is a line for each part`() throws {
    let text = StructureText(width: 100, usesColour: false).render(example, named: "IMG_0001.MOV")
    try expect(text, matchesSnapshot: "structure.txt")
  }

  @Test func `fits a narrow page`() {
    let text = StructureText(width: 80, usesColour: false).render(example, named: "IMG_0001.MOV")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
  }

  @Test func `lets no byte of the file act on the terminal`() {
    let text = StructureText(width: 100, usesColour: false).render(example, named: "a\u{1B}[2J.MOV")
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `colours damage red`() {
    let text = StructureText(width: 100, usesColour: true).render(example, named: "IMG_0001.MOV")
    #expect(text.contains("\u{1B}[1;31m  ilst"))
    #expect(text.contains("\u{1B}[1;31m!"))
  }
}

@Suite struct `The structure of a file as JSON` {
  @Test func `names every part by its path`() throws {
    try expect(
      StructureJSON.render([("IMG_0001.MOV", example)]), matchesSnapshot: "structure.json")
  }
}

@Suite struct `A dump` {
  @Test func `shows sixteen bytes a line with offset and letters`() {
    let dump = HexDump.render(Array("Apple iOS\0\0\u{1}MM\0\u{12}ab".utf8), at: 0x2C6, leftOut: 3)
    #expect(
      dump == """
        000002c6  41 70 70 6c 65 20 69 4f  53 00 00 01 4d 4d 00 12  |Apple iOS...MM..|
        000002d6  61 62                                             |ab|
        … 3 more bytes

        """)
  }
}
