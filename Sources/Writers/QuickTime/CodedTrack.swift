import Readers
package import Validator

/// The coded video of a movie: its samples, and the tables that tell how to decode and show them.
package struct CodedTrack: Sendable, Equatable {
  /// The stored size of the pictures.
  package var size: PixelSize
  /// Units in a second of the media time.
  package var timescale: UInt32
  /// In the media time scale.
  package var duration: UInt32
  /// The `stsd` box with its one sample entry.
  package var sampleDescription: [UInt8]
  /// The boxes `stts`, `ctts`, `stss`, … of `stbl` that hold no offset.
  package var timeTables: [[UInt8]]
  /// Runs of equal sample durations, as `stts` has them.
  package var runs: [SampleRun]
  /// The samples in the order in which they are decoded.
  package var samples: [[UInt8]]

  /// Takes the first video track out of a movie.
  ///
  /// - Throws: `malformed` where there is none or its tables do not fit the file, and whatever
  ///   reading the boxes throws.
  package init(of file: [UInt8]) throws(ReadError) {
    let whole = ByteReader(file[...], at: 0, path: "file")
    var movie = try whole.descendant("moov").payload
    while let box = try movie.nextBox({ _ in nil }) {
      guard box.type == "trak" else { continue }
      var handler = try box.payload.descendant("mdia", "hdlr").payload
      try handler.skip(8)
      if try handler.fourCharacterCode() == "vide" {
        try self.init(track: box.payload, file: whole)
        return
      }
    }
    throw ReadError(.malformed, "no video track", at: whole.place)
  }

  private init(track: ByteReader, file: ByteReader) throws(ReadError) {
    var header = try track.descendant("mdia", "mdhd").payload
    try header.skip(12)
    timescale = try header.uint32()
    duration = try header.uint32()

    let table = try track.descendant("mdia", "minf", "stbl").payload
    let description = try table.descendant("stsd")
    sampleDescription = Part.box("stsd", .bytes(description.payload.rest)).written()
    var entry = description.payload
    try entry.skip(8 + 8 + 24)
    size = PixelSize(width: UInt32(try entry.uint16()), height: UInt32(try entry.uint16()))

    timeTables = []
    runs = []
    var boxes = table
    while let box = try boxes.nextBox({ _ in nil }) {
      if ["stsd", "stsc", "stsz", "stco", "co64"].contains(box.type) { continue }
      timeTables.append(Part.box(box.type, .bytes(box.payload.rest)).written())
      if box.type == "stts" { runs = try CodedTrack.runs(box.payload) }
    }
    samples = try CodedTrack.samples(of: table, in: file)
  }

  private static func runs(_ payload: ByteReader) throws(ReadError) -> [SampleRun] {
    var payload = payload
    try payload.skip(4)
    let count = try payload.uint32()
    var runs: [SampleRun] = []
    for _ in 0..<count {
      runs.append(SampleRun(count: try payload.uint32(), duration: try payload.uint32()))
    }
    return runs
  }

  /// The samples by `stsz`, `stsc` and `stco` (ISO/IEC 14496-12, 8.7.3 to 8.7.5).
  private static func samples(of table: ByteReader, in file: ByteReader) throws(ReadError)
    -> [[UInt8]]
  {
    var sizes = try table.descendant("stsz").payload
    var chunks = try table.descendant("stsc").payload
    var offsets = try table.descendant("stco").payload
    try sizes.skip(4)
    let commonSize = try sizes.uint32()
    var left = try sizes.uint32()
    try chunks.skip(8)
    try offsets.skip(4)
    var samples: [[UInt8]] = []
    var perChunk: UInt32 = 0
    var nextRun = chunks.isAtEnd ? UInt32.max : try chunks.uint32()
    for chunk in 1...max(1, try offsets.uint32()) {
      if chunk == nextRun {
        perChunk = try chunks.uint32()
        try chunks.skip(4)
        nextRun = chunks.isAtEnd ? .max : try chunks.uint32()
      }
      var data = file
      try data.skip(UInt64(try offsets.uint32()))
      for _ in 0..<min(perChunk, left) {
        let size = commonSize == 0 ? try sizes.uint32() : commonSize
        samples.append(Array(try data.take(UInt64(size)).rest))
      }
      left -= min(perChunk, left)
    }
    return samples
  }
}

// MARK: - The sample entry

extension CodedTrack {
  /// The codec that the sample entry names; the coded data stay what they are.
  package var codec: FourCharacterCode {
    get { code(at: 20) }
    set { replaceDescription(at: 20, with: newValue.rawValue.bytes(.bigEndian)) }
  }

  /// Who wrote the sample entry: 0 in camera files, `FFMP` in those of ffmpeg.
  package var vendor: FourCharacterCode {
    get { code(at: 36) }
    set { replaceDescription(at: 36, with: newValue.rawValue.bytes(.bigEndian)) }
  }

  /// Writes the name of the coder, at most 31 bytes, as a Pascal string.
  package mutating func setCompressorName(_ name: String) {
    let text = Array(name.utf8.prefix(31))
    let padding = Array(repeating: UInt8(0), count: 31 - text.count)
    replaceDescription(at: 66, with: [UInt8(clamping: text.count)] + text + padding)
  }

  // Offsets are those of a VisualSampleEntry (ISO/IEC 14496-12, 12.1.3) behind the 16 bytes of
  // `stsd`.

  private func code(at offset: Int) -> FourCharacterCode {
    FourCharacterCode(
      rawValue: sampleDescription.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  private mutating func replaceDescription(at offset: Int, with bytes: [UInt8]) {
    guard sampleDescription.count >= offset + bytes.count else { return }
    sampleDescription.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
  }
}
