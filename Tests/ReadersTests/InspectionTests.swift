import Readers
import Testing
import Validator

@Suite struct `The structure of a file` {
  @Test func `shows boxes with their offsets and values`() throws {
    let identifier = "5B1C9A5E-6F0D-4C53-9E29-7C1E8D3A4B10"
    let file = try inspect(
      joined(
        atom("ftyp", text("qt  "), wide(0, 4), text("qt  ")), atom("wide"),
        atom("moov", metadata(identifier))))
    #expect(file.detail == "quicktime")
    #expect(file.children.map(\.name) == ["ftyp", "wide", "moov"])
    #expect(file.children.map(\.offset) == [0, 20, 28])

    let key = try #require(file.part(at: "moov/meta/keys[1]"))
    #expect(key.detail == "com.apple.quicktime.content.identifier (mdta)")
    let item = try #require(
      file.part(at: "moov/meta/ilst/com.apple.quicktime.content.identifier"))
    #expect(item.detail == "\"\(identifier)\" (type 1, UTF-8)")
    // ftyp, wide, moov and meta headers, hdlr, keys with one key of 46 bytes, ilst header.
    #expect(item.offset == 20 + 8 + 8 + 8 + 32 + (16 + 46) + 8)
    #expect(item.length == 60)
    #expect(problems(in: file) == [])
  }

  @Test func `numbers tracks always and other boxes from the second on`() throws {
    let file = try inspect(
      atom("moov", atom("trak") + atom("free") + atom("trak") + atom("free")))
    #expect(file.children[0].children.map(\.name) == ["trak[1]", "free", "trak[2]", "free[2]"])
  }

  @Test func `goes on behind a box that reaches past what holds it`() throws {
    var bytes = atom("moov", atom("trak", atom("tkhd", [UInt8](repeating: 0, count: 84))))
    bytes[11] = 250
    let file = try inspect(bytes)
    let track = try #require(file.part(at: "moov/trak[1]"))
    #expect(track.problem == "the box says it is 250 bytes long, 100 are left in what holds it")
    #expect(track.length == 100)
    #expect(file.part(at: "moov/trak[1]/tkhd")?.offset == 16)
  }

  @Test func `says what bytes of no box are`() throws {
    let file = try inspect(atom("moov", atom("udta", [0, 0, 0, 0])) + [1, 2, 3])
    let closing = try #require(file.part(at: "moov/udta/rest"))
    #expect(closing.problem == nil)
    let rest = try #require(file.part(at: "rest"))
    #expect(rest.problem == "these bytes are no box")
    #expect(rest.detail == "01 02 03")
    #expect(rest.offset == 20)
  }

  @Test func `stops at a box that is smaller than its header`() throws {
    let file = try inspect(atom("moov", wide(4, 4), text("trak"), [9, 9]))
    let track = try #require(file.part(at: "moov/trak[1]") ?? file.part(at: "moov/trak"))
    #expect(track.problem == "the box says it is 4 bytes long, its header alone is 8")
    #expect(file.part(at: "moov/rest")?.length == 2)
  }

  @Test func `shows Exif and the Apple MakerNote under the paths of evidence`() throws {
    let file = try inspect(jpeg(exif()) + [7, 7])
    let identifier = try #require(file.part(at: "APP1/Exif/MakerNote/0x0011"))
    #expect(identifier.detail == "ContentIdentifier = \"ABC-DEF\" (ASCII × 8)")
    // SOI, the marker, its length, the name; TIFF header, two directories of one entry; the note.
    #expect(identifier.offset == 2 + 4 + 6 + 8 + 18 + 18 + 32)
    #expect(identifier.isPointedTo)
    #expect(file.part(at: "APP1/Exif/IFD0/ExifIFD")?.offset == 2 + 4 + 6 + 8 + 2 + 8)
    #expect(file.part(at: "behind EOI")?.detail == "07 07")
    #expect(problems(in: file) == [])
  }

  @Test func `shows a tag whose value lies outside its block`() throws {
    var tiff = exif()
    // The distance of the MakerNote's only value, from the note's first byte.
    tiff[8 + 18 + 18 + 16 + 11] = 200
    let file = try inspect(jpeg(tiff))
    let tag = try #require(file.part(at: "APP1/Exif/MakerNote/0x0011"))
    #expect(tag.problem == "the value says it takes 8 bytes at 200, the block is 40 bytes long")
    #expect(tag.length == 12)
    #expect(file.children.last?.name == "EOI")
  }

  @Test func `shows the chunks of PNG and WebP files`() throws {
    let tiff = exif()
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header = joined(wide(13, 4), text("IHDR"), wide(40, 4), wide(30, 4), [8, 2, 0, 0, 0])
    let chunk = joined(wide(tiff.count, 4), text("eXIf"), tiff, wide(0, 4))
    let png = try inspect(joined(signature, header, wide(0, 4), chunk, wide(0, 4), text("IEND")))
    #expect(png.part(at: "IHDR")?.detail == "40×30, 8 bits, colour type 2")
    #expect(png.part(at: "eXIf/MakerNote/0x0011")?.offset == 8 + 25 + 8 + 8 + 18 + 18 + 32)
    #expect(png.part(at: "rest")?.problem == "these bytes are no chunk")

    let content = joined(text("WEBPEXIF"), [UInt8(tiff.count), 0, 0, 0], tiff)
    let webp = try inspect(
      joined(text("RIFF"), [UInt8(content.count), 0, 0, 0], content, [1, 2]))
    #expect(webp.part(at: "EXIF/IFD0/ExifIFD")?.offset == 12 + 8 + 8 + 2 + 8)
    #expect(webp.part(at: "behind RIFF")?.length == 2)
    #expect(problems(in: webp) == [])
  }

  @Test func `shows timed samples with their times`() throws {
    let key = atom(
      "\0\0\0\u{1}", atom("keyd", text("mdtacom.apple.quicktime.still-image-time")),
      atom("dtyp", wide(0, 4), wide(65, 4)))
    let entry = atom("mebx", wide(0, 6), wide(1, 2), atom("keys", key))
    let tables = atom(
      "stbl", atom("stsd", wide(0, 4), wide(1, 4), entry),
      atom("stts", wide(0, 4), wide(1, 4), wide(1, 4), wide(1, 4)),
      atom("stsc", wide(0, 4), wide(1, 4), wide(1, 4), wide(1, 4), wide(1, 4)),
      atom("stsz", wide(0, 4), wide(9, 4), wide(1, 4)),
      atom("stco", wide(0, 4), wide(1, 4), wide(16, 4)))
    let media = atom(
      "mdia", atom("mdhd", wide(0, 12), wide(600, 4), wide(1, 4), wide(0x55C4, 2), wide(0, 2)),
      atom("hdlr", wide(0, 4), text("mhlrmeta"), wide(0, 12)), atom("minf", tables))
    let edits = atom(
      "edts",
      atom(
        "elst", wide(0, 4), wide(2, 4), wide(680, 4), wide(-1, 4), wide(65_536, 4), wide(1, 4),
        wide(0, 4), wide(65_536, 4)))
    let movie = atom(
      "moov", atom("mvhd", wide(0, 12), wide(600, 4), wide(1_200, 4), wide(0, 80)),
      atom("trak", atom("tkhd", wide(1, 4), wide(0, 8), wide(1, 4), wide(0, 68)), edits, media))
    let sample = joined(wide(9, 4), wide(1, 4), [0xFF])
    let file = try inspect(joined(atom("wide"), atom("mdat", sample), movie))

    let shown = try #require(file.part(at: "mdat/still-image-time"))
    #expect(shown.detail == "track 1, sample 1 of 1, at 1.133333 s (680/600)")
    #expect(shown.offset == 16)
    #expect(
      file.part(at: "mdat/still-image-time[1]")?.detail == "still-image-time = -1 (type 65, int8)")
    #expect(
      file.part(at: "moov/trak[1]/edts/elst")?.detail
        == "2 edits: empty for 1.133333 s (680/600), 0.001667 s (1/600) from media unit 0")
    #expect(
      file.part(at: "moov/trak[1]/mdia/minf/stbl/stsd/mebx/keys[1]")?.detail
        == "com.apple.quicktime.still-image-time (mdta)")
  }

  @Test func `goes on behind damaged segments of a picture`() throws {
    var picture = jpeg(exif())
    picture.insert(contentsOf: [0xFF, 0xE0, 0, 4, 1, 2, 0, 9, 9], at: 2)
    let file = try inspect(picture)
    #expect(file.children.map(\.name) == ["SOI", "APP0", "rest", "APP1/Exif", "EOI"])
    #expect(file.part(at: "rest")?.problem == "no marker stands here")
    #expect(file.part(at: "APP1/Exif")?.offset == 11)
  }

  @Test func `names the first bytes of an unknown file`() throws {
    #expect(try inspect([0x4D, 0x54]).detail == "no known format, it begins with 4D 54")
    #expect(try inspect([]).detail == "an empty file")
  }

  @Test func `leaves out parts beyond its limit and says so`() throws {
    let file = try inspect(atom("moov", (0..<30_000).flatMap { _ in atom("free") }))
    let last = try #require(file.children[0].children.last)
    #expect(last.kind == .omitted)
    #expect(file.children[0].children.count < 20_001)
  }

  @Test(arguments: 0..<200)
  func `survives changed bytes`(seed: Int) throws {
    let identifier = "5B1C9A5E-6F0D-4C53-9E29-7C1E8D3A4B10"
    let movie = atom("moov", metadata(identifier), atom("trak", atom("mdia")))
    var bytes = seed.isMultiple(of: 2) ? movie : jpeg(exif())
    var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    for _ in 0..<6 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[Int((state >> 33) % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: state >> 24)
    }
    let file = try inspect(bytes)
    expectSound(file, size: UInt64(bytes.count))
    expectSound(try inspect(Array(bytes.dropFirst(Int(state >> 40) % 300))), size: nil)
  }
}

// MARK: Specimens

private func inspect(_ bytes: [UInt8]) throws -> StructureNode {
  try FileInspector.inspect(MemorySource(bytes))
}

private func wide(_ value: Int, _ width: Int) -> [UInt8] {
  (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

private func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

private func atom(_ type: String, _ payload: [UInt8]...) -> [UInt8] {
  let content = payload.flatMap { $0 }
  return joined(wide(content.count + 8, 4), text(type), content)
}

/// A JPEG file of one Exif segment.
private func jpeg(_ tiff: [UInt8]) -> [UInt8] {
  joined(
    [0xFF, 0xD8, 0xFF, 0xE1], wide(tiff.count + 8, 2), text("Exif\0\0"), tiff, [0xFF, 0xD9])
}

/// A QuickTime `meta` box with one key and its value.
private func metadata(_ identifier: String) -> [UInt8] {
  let name = text("com.apple.quicktime.content.identifier")
  let handler = atom("hdlr", wide(0, 8), text("mdta"), wide(0, 12))
  let keys = atom("keys", wide(0, 4), wide(1, 4), wide(name.count + 8, 4), text("mdta"), name)
  let value = atom("data", wide(1, 4), wide(0, 4), text(identifier))
  return atom("meta", handler, keys, atom("ilst", wide(value.count + 8, 4), wide(1, 4), value))
}

/// A big-endian Exif block: IFD0 with the Exif directory, that with a MakerNote of one tag.
private func exif() -> [UInt8] {
  let note = joined(
    text("Apple iOS\0"), wide(1, 2), text("MM"), wide(1, 2), entry(0x11, 2, 8, 32), wide(0, 4),
    text("ABC-DEF\0"))
  return joined(
    text("MM"), wide(42, 2), wide(8, 4),
    wide(1, 2), entry(0x8769, 4, 1, 26), wide(0, 4),
    wide(1, 2), entry(0x927C, 7, note.count, 44), wide(0, 4), note)
}

private func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
  joined(wide(tag, 2), wide(type, 2), wide(count, 4), wide(value, 4))
}

func problems(in node: StructureNode) -> [String] {
  var found: [String] = []
  node.forEachPart { path, part in
    if let problem = part.problem { found.append("\(path): \(problem)") }
    return true
  }
  return found
}

/// Expects every part to lie in its file, and in its parent unless it is damaged or pointed to.
func expectSound(
  _ node: StructureNode, size: UInt64?, sourceLocation: SourceLocation = #_sourceLocation
) {
  for child in node.children {
    let end = child.offset.addingReportingOverflow(child.length)
    #expect(!end.overflow && end.partialValue <= size ?? .max, sourceLocation: sourceLocation)
    if !child.isPointedTo, child.problem == nil {
      #expect(
        child.offset >= node.offset && end.partialValue <= node.offset + node.length,
        "\(child.name) in \(node.name)", sourceLocation: sourceLocation)
    }
    expectSound(child, size: size, sourceLocation: sourceLocation)
  }
}
