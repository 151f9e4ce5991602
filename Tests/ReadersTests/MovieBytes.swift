import Readers
import Validator

/// Bytes of boxes, put together by hand.
struct MovieBytes {
  var bytes: [UInt8] = []

  static func u16(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
  static func u32(_ value: UInt32) -> [UInt8] {
    u16(UInt16(value >> 16)) + u16(UInt16(value & 0xFFFF))
  }
  static func u64(_ value: UInt64) -> [UInt8] {
    u32(UInt32(value >> 32)) + u32(UInt32(value & 0xFFFF_FFFF))
  }
  static func i32(_ value: Int32) -> [UInt8] { u32(UInt32(bitPattern: value)) }

  /// A box with a 32-bit size; the type is four ASCII characters.
  static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
    let payload = parts.flatMap { $0 }
    return u32(UInt32(8 + payload.count)) + Array(type.utf8) + payload
  }

  /// A box whose type is a number.
  static func box(id: UInt32, _ payload: [UInt8]) -> [UInt8] {
    u32(UInt32(8 + payload.count)) + u32(id) + payload
  }

  /// A box with a 64-bit size.
  static func wideBox(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    u32(1) + Array(type.utf8) + u64(UInt64(16 + payload.count)) + payload
  }

  // MARK: Parts of a movie

  static let fileType = box("ftyp", Array("qt  ".utf8), u32(0), Array("qt  ".utf8))

  static func movieHeader(scale: UInt32 = 600, duration: UInt32 = 1_200, created: UInt32 = 0)
    -> [UInt8]
  {
    box("mvhd", u32(0), u32(created), u32(0), u32(scale), u32(duration), zeros(80))
  }

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  static func handler(_ type: String) -> [UInt8] {
    box("hdlr", u32(0), u32(0), Array(type.utf8), zeros(14))
  }

  /// A list of keys and values, in QuickTime's shape or with version and flags first.
  static func metadata(
    _ entries: [(key: String, value: [UInt8])], type: UInt32 = 1, fullBox: Bool = false
  ) -> [UInt8] {
    let keys = entries.flatMap { entry in
      u32(UInt32(8 + entry.key.utf8.count)) + Array("mdta".utf8) + Array(entry.key.utf8)
    }
    var items: [UInt8] = []
    for (index, entry) in entries.enumerated() {
      items += box(id: UInt32(index + 1), box("data", u32(type), u32(0), entry.value))
    }
    return box(
      "meta", fullBox ? u32(0) : [], handler("mdta"),
      box("keys", u32(0), u32(UInt32(entries.count)), keys), box("ilst", items))
  }

  static func identifier(_ text: String = Self.uuid) -> (key: String, value: [UInt8]) {
    ("com.apple.quicktime.content.identifier", Array(text.utf8))
  }

  static let uuid = "5B1C3A7E-9D42-4F60-8E15-2A7C90D3B6F4"

  /// The tables of a track whose samples stand side by side.
  static func sampleTables(
    entry: [UInt8], durations: [(UInt32, UInt32)], sizes: [UInt32], offset: UInt32,
    samplesPerChunk: UInt32? = nil
  ) -> [UInt8] {
    box(
      "stbl", box("stsd", u32(0), u32(1), entry),
      box(
        "stts", u32(0), u32(UInt32(durations.count)), durations.flatMap { u32($0.0) + u32($0.1) }),
      box("stsc", u32(0), u32(1), u32(1), u32(samplesPerChunk ?? UInt32(sizes.count)), u32(1)),
      box("stsz", u32(0), u32(0), u32(UInt32(sizes.count)), sizes.flatMap { u32($0) }),
      box("stco", u32(0), u32(1), u32(offset)))
  }

  static func videoEntry(_ type: String = "hvc1", _ extensions: [UInt8] = []) -> [UInt8] {
    box(
      type, zeros(6), u16(1), zeros(16), u16(1_920), u16(1_440), zeros(14), zeros(32), zeros(4),
      extensions)
  }

  static func timedEntry(_ keys: [(id: UInt32, name: String, type: UInt32)]) -> [UInt8] {
    let table = keys.flatMap { key in
      box(
        id: key.id,
        box("keyd", Array("mdta".utf8), Array(key.name.utf8)) + box("dtyp", u32(0), u32(key.type)))
    }
    return box("mebx", zeros(6), u16(1), box("keys", table))
  }

  static let stillKey = (
    id: UInt32(1), name: "com.apple.quicktime.still-image-time", type: UInt32(65)
  )

  static func edits(_ list: [(duration: UInt32, start: Int32)]) -> [UInt8] {
    box(
      "edts",
      box(
        "elst", u32(0), u32(UInt32(list.count)),
        list.flatMap { u32($0.duration) + i32($0.start) + u32(0x1_0000) }))
  }

  static func track(
    id: UInt32, handler type: String, edits: [UInt8] = [], scale: UInt32 = 600,
    duration: UInt32 = 1_200, extra: [UInt8] = [], tables: [UInt8]
  ) -> [UInt8] {
    box(
      "trak",
      box(
        "tkhd", u32(0xF), zeros(8), u32(id), zeros(8), zeros(16), i32(0), i32(0x1_0000), i32(0),
        i32(-0x1_0000), i32(0), i32(0), i32(0), i32(0), i32(0x4000_0000), zeros(8)),
      edits, extra,
      box(
        "mdia", box("mdhd", u32(0), zeros(8), u32(scale), u32(duration), u32(0)), handler(type),
        box("minf", tables)))
  }

  /// A still-image-time track with one sample.
  static func stillTrack(
    id: UInt32 = 2, edits: [UInt8], keys: [(id: UInt32, name: String, type: UInt32)] = [stillKey],
    sampleLength: UInt32 = 9, offset: UInt32, scale: UInt32 = 600
  ) -> [UInt8] {
    track(
      id: id, handler: "meta", edits: edits, scale: scale, duration: 1,
      tables: sampleTables(
        entry: timedEntry(keys), durations: [(1, 1)], sizes: [sampleLength], offset: offset))
  }

  // MARK: Reading

  static func read(_ bytes: [UInt8], plan: ReadingPlan = ReadingPlan()) throws -> Movie {
    var movie = Movie(
      file: MediaFile(path: FilePath("IMG_0001.MOV"), size: UInt64(bytes.count), type: nil),
      unreadable: ReadError(.notOpened, "not read yet", at: Place("file", offset: 0, length: 0)))
    MovieReader.read(try SourceBytes(MemorySource(bytes)), into: &movie, plan: plan)
    return movie
  }

  /// A movie of a file type box, media data at offset 28 and a `moov` box of the parts.
  static func file(media: [UInt8] = [], _ parts: [UInt8]...) -> [UInt8] {
    fileType + box("mdat", media) + box("moov", movieHeader(), parts.flatMap { $0 })
  }

  /// A whole Live Photo movie: two video frames and a still time of 1 s.
  static func example() -> [UInt8] {
    file(
      media: [1, 2, 3, 4] + u32(9) + u32(1) + [0xFF],
      track(
        id: 1, handler: "vide",
        tables: sampleTables(entry: videoEntry(), durations: [(2, 600)], sizes: [2, 2], offset: 28)),
      stillTrack(edits: edits([(600, -1), (1, 0)]), offset: 32),
      metadata([
        identifier(), ("com.apple.quicktime.make", Array("Apple".utf8)),
        ("com.apple.quicktime.creationdate", Array("2024-05-01T10:00:00+0200".utf8)),
        ("com.apple.quicktime.location.ISO6709", Array("+48.5000-011.2500+519.000/".utf8)),
      ]))
  }
}

extension Array where Element == UInt8 {
  /// Where a text first stands.
  func offset(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    return indices.first { self[$0...].starts(with: wanted) }
  }

  /// Where a text last stands.
  func lastOffset(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    return indices.reversed().first { self[$0...].starts(with: wanted) }
  }
}
