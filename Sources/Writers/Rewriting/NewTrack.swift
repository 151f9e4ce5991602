import Readers
import Validator

/// A timed-metadata track that goes into a movie, and its one sample.
struct NewTrack {
  let track: TimedTrack
  let id: UInt32
  /// The id of the track that it refers to.
  let videoID: UInt32
  /// Seconds since 1904-01-01 UTC.
  let creationTime: UInt32
  /// The track whose place it takes; empty where it is put in between.
  let range: Range<UInt64>
  /// Where the box with its sample is put in.
  let mediaOffset: UInt64
  let moov: BoxNode
  /// The numbers of the tracks that go.
  let removedTracks: Set<Int>
  let purpose: String

  /// The changes with the track among them: it goes before other new parts of `moov`, its sample
  /// behind them.
  ///
  /// - Parameter offset: where its sample stands in the new file.
  func added(to edits: MovieEdits, sampleAt offset: UInt64) -> MovieEdits {
    let box = track.box(
      id: id, video: videoID, creationTime: creationTime, offsets: .chunkOffset(offset))
    var all = MovieEdits()
    all.replace(range, with: box.written(), inside: moov.headers, at: "moov/trak", purpose)
    all.add(edits)
    all.replace(
      mediaOffset..<mediaOffset, with: Part.box("mdat", track.samples).written(), inside: [],
      at: NewTrack.mediaPath, "holds the sample of the still-image-time track")
    return all
  }

  /// The path of the box with the sample.
  private static let mediaPath: StructurePath = "mdat/still-image-time"

  /// Where the sample stands in the new file.
  static func sampleOffset(in replacements: [Replacement]) -> UInt64? {
    guard let index = replacements.firstIndex(where: { $0.path == mediaPath }) else { return nil }
    return replacements[..<index].reduce(replacements[index].range.lowerBound + 8) {
      $0 - ($1.range.upperBound - $1.range.lowerBound) + UInt64($1.bytes.count)
    }
  }
}

/// What a track that marks the moment of the still holds besides, to go into the one that takes its
/// place: how the still lies over the frame.
struct TakenOverItems {
  /// Camera samples are 9 or 105 bytes.
  private static let sampleLimit: UInt32 = 64 * 1_024

  private(set) var keys: [TimedTrack.Key] = []
  private(set) var items: [Part] = []

  /// Reads the first sample of a track.
  init(_ track: BoxNode, of movie: RewritableMovie) throws(ReadError) {
    guard let table = track.all("mdia", "minf", "stbl").last,
      let description = table.first("stsd"), let sizes = table.first("stsz"),
      let offsets = table.first("stco") ?? table.first("co64")
    else { return }
    let values = try TakenOverItems.values(
      in: TakenOverItems.firstSample(sizes: sizes, offsets: offsets, of: movie))
    var entries = description.payload
    try entries.skip(8)
    guard var entry = try entries.nextBox({ _ in nil }) else { return }
    try entry.payload.skip(8)
    while var keyTable = try entry.payload.nextBox({ _ in nil }) {
      guard keyTable.type == "keys" else { continue }
      while let declaration = try keyTable.payload.nextBox({ _ in nil }) {
        guard let value = values[declaration.type.rawValue],
          let name = try TakenOverItems.name(in: declaration.payload),
          !name.hasSuffix("still-image-time")
        else { continue }
        var key = TimedTrack.Key(name, .wellKnown(0))
        key.declaration = Array(declaration.payload.rest)
        keys.append(key)
        // The mark itself has the first number.
        items.append(TimedTrack.item(UInt32(clamping: keys.count + 1), .bytes(value)))
      }
    }
  }

  private static func firstSample(sizes: BoxNode, offsets: BoxNode, of movie: RewritableMovie)
    throws(ReadError) -> ByteReader
  {
    var sizeReader = sizes.payload
    try sizeReader.skip(4)
    let uniform = try sizeReader.uint32()
    try sizeReader.skip(4)
    let length = uniform > 0 ? uniform : try sizeReader.uint32()
    var offsetReader = offsets.payload
    try offsetReader.skip(8)
    let offset = try offsetReader.unsigned(width: offsets.type == "co64" ? 8 : 4)
    let end = offset.addingReportingOverflow(UInt64(length))
    guard length <= sampleLimit, !end.overflow else {
      throw ReadError(.limit, "a sample of \(length) bytes", at: sizes.place)
    }
    return try movie.part(offset..<end.partialValue, path: "mdat/still-image-time")
  }

  /// The values of a sample by their local ids.
  private static func values(in sample: ByteReader) throws(ReadError) -> [UInt32: [UInt8]] {
    var sample = sample
    var values: [UInt32: [UInt8]] = [:]
    while sample.remaining >= 8 {
      let size = try sample.uint32()
      let id = try sample.uint32()
      guard size >= 8 else { break }
      let value = try sample.take(UInt64(size) - 8)
      if values[id] == nil { values[id] = Array(value.rest) }
    }
    return values
  }

  private static func name(in declaration: ByteReader) throws(ReadError) -> String? {
    var parts = declaration
    while var part = try parts.nextBox({ _ in nil }) {
      guard part.type == "keyd" else { continue }
      try part.payload.skip(4)
      return String(decoding: part.payload.rest, as: UTF8.self)
    }
    return nil
  }
}
