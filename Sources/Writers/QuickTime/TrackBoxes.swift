import Readers
import Validator

// The boxes of which the tracks of camera movies are made.

/// A stretch of what a track shows.
struct EditSegment {
  /// How long it lasts, in the movie time scale.
  let duration: UInt64
  /// Where in the media it begins, in the media time scale; nil where nothing is shown.
  let mediaTime: UInt32?

  init(_ duration: UInt64, showing mediaTime: UInt32?) {
    self.duration = duration
    self.mediaTime = mediaTime
  }
}

extension Part {
  /// The track header (ISO/IEC 14496-12, 8.3.2), in all uses: flags 15 where it is enabled.
  ///
  /// A duration, in the movie time scale, that 32 bits do not hold makes it version 1.
  static func trackHeader(
    id: UInt32, creationTime: UInt32, isEnabled: Bool = true, duration: UInt64,
    _ matrix: TrackMatrix, _ size: PixelSize, _ translation: Part
  ) -> Part {
    let isWide = duration > UInt64(UInt32.max)
    func time(_ value: UInt64) -> Part {
      isWide ? .uint64(value) : .uint32(UInt32(truncatingIfNeeded: value))
    }
    return .fullBox(
      "tkhd", version: isWide ? 1 : 0, flags: isEnabled ? 0x0F : 0x0E, time(UInt64(creationTime)),
      time(UInt64(creationTime)), .uint32(id), .zeros(4), time(duration), .zeros(16),
      .matrix(matrix, translation), .uint32(size.width << 16), .uint32(size.height << 16))
  }

  /// The nine numbers a, b, u, c, d, v, x, y, w (ISO/IEC 14496-12, 8.2.2).
  static func matrix(_ matrix: TrackMatrix, _ translation: Part) -> Part {
    .sequence(
      .int32(matrix.a), .int32(matrix.b), .zeros(4), .int32(matrix.c), .int32(matrix.d),
      .zeros(4), translation, .uint32(0x4000_0000))
  }

  /// The media header (ISO/IEC 14496-12, 8.4.2); language 0x55C4 is `und`.
  static func mediaHeader(creationTime: UInt32, timescale: UInt32, duration: UInt32) -> Part {
    .fullBox(
      "mdhd", .uint32(creationTime), .uint32(creationTime), .uint32(timescale),
      .uint32(duration), .uint16(0x55C4), .uint16(0))
  }

  /// The operation colour that cameras write: three times 0x8000.
  static let grey = Part.bytes([0x80, 0, 0x80, 0, 0x80, 0])

  /// A QuickTime handler with its name as a Pascal string (QuickTime File Format, Handler
  /// Reference Atoms).
  static func handler(
    _ component: FourCharacterCode, _ subtype: FourCharacterCode, name: String
  ) -> Part {
    .fullBox(
      "hdlr", .code(component), .code(subtype), .code("appl"), .zeros(8),
      .uint8(UInt8(clamping: name.utf8.count)), .text(name))
  }

  /// The handler of data in a file.
  static let dataHandler = handler("dhlr", "alis", name: "Core Media Data Handler")

  /// The data stand in this file: an `alis` reference with flag 1.
  static let dataInformation = Part.box(
    "dinf", .fullBox("dref", .uint32(1), .fullBox("alis", flags: 1)))

  /// The segments of a track (ISO/IEC 14496-12, 8.6.6).
  ///
  /// A number that 32 bits do not hold makes it version 1.
  static func editList(_ edits: [EditSegment]) -> Part {
    let isWide = edits.contains { edit in
      edit.duration > UInt64(UInt32.max) || edit.mediaTime ?? 0 > UInt32(Int32.max)
    }
    let entries = edits.map { edit in
      let start = edit.mediaTime.map(Int64.init) ?? -1
      return Part.sequence(
        isWide
          ? .sequence(.uint64(edit.duration), .uint64(UInt64(bitPattern: start)))
          : .sequence(
            .uint32(UInt32(truncatingIfNeeded: edit.duration)),
            .int32(Int32(truncatingIfNeeded: start))),
        .uint32(0x1_0000))
    }
    return .box(
      "edts", .fullBox("elst", version: isWide ? 1 : 0, [.uint32(edits.count)] + entries))
  }

  /// All samples in one chunk (ISO/IEC 14496-12, 8.7.3 to 8.7.5).
  ///
  /// - Parameter offsets: the box that tells where it stands.
  static func sampleTables(_ sizes: [Int], offsets: Part) -> [Part] {
    [
      .fullBox("stsc", .uint32(1), .uint32(1), .uint32(sizes.count), .uint32(1)),
      .fullBox("stsz", [.uint32(0), .uint32(sizes.count)] + sizes.map { .uint32($0) }),
      offsets,
    ]
  }

  /// That the one chunk of a track stands where the part of a label does.
  static func chunkOffset(of label: String) -> Part {
    .fullBox("stco", .uint32(1), .offset(of: label))
  }

  /// That the one chunk of a track stands at an offset in the file.
  static func chunkOffset(_ offset: UInt64) -> Part {
    guard let short = UInt32(exactly: offset) else {
      return .fullBox("co64", .uint32(1), .uint64(offset))
    }
    return .fullBox("stco", .uint32(1), .uint32(short))
  }
}
