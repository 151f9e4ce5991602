import Validator

/// Where the samples of a track stand: `stsz`, `stsc` and `stco` (ISO/IEC 14496-12, 8.7).
///
/// The tables stay bytes; entries are decoded where they are asked for.
struct SampleTables {
  /// Runs of `stts` that are kept: more than the frames of any movie that is a Live Photo's half.
  private static let runLimit = 4_096
  /// Chunks that are searched for the one nearest the end of the file; camera movies have hundreds.
  private static let chunkLimit = 65_536
  /// Samples of one chunk that are added up; a chunk of a camera holds a second of them at most.
  private static let chunkSampleLimit = 65_536

  private let number: Int
  private let track: Place
  private var sizes: ByteReader?
  private var sizePlace: Place?
  private var sizeWidth = 32
  /// The size of all samples; zero where each has its own.
  private(set) var uniformSize: UInt32 = 0
  private(set) var sampleCount = 0
  private var chunkRuns: ByteReader?
  private var chunkRunPlace: Place?
  private var chunkRunCount = 0
  private var offsets: ByteReader?
  private var offsetWidth = 4
  private(set) var chunkCount = 0
  /// The chunk offset table.
  private(set) var chunkPlace: Place?

  init(number: Int, place: Place) {
    self.number = number
    track = place
  }

  static func path(of type: FourCharacterCode, _ number: Int) -> StructurePath? {
    switch type {
    case "stsd": StructurePath("moov/trak[*]/mdia/minf/stbl/stsd", number)
    case "stts": StructurePath("moov/trak[*]/mdia/minf/stbl/stts", number)
    case "ctts": StructurePath("moov/trak[*]/mdia/minf/stbl/ctts", number)
    case "stsz": StructurePath("moov/trak[*]/mdia/minf/stbl/stsz", number)
    case "stz2": StructurePath("moov/trak[*]/mdia/minf/stbl/stz2", number)
    case "stsc": StructurePath("moov/trak[*]/mdia/minf/stbl/stsc", number)
    case "stco": StructurePath("moov/trak[*]/mdia/minf/stbl/stco", number)
    case "co64": StructurePath("moov/trak[*]/mdia/minf/stbl/co64", number)
    default: nil
    }
  }

  // MARK: Reading

  /// Reads `stts`: the first runs, and how many samples all of them are.
  static func readTimes(_ reader: inout ByteReader) throws(ReadError) -> (
    runs: [SampleRun], total: UInt64
  ) {
    _ = try reader.versionAndFlags()
    let count = try reader.entryCount(entryLength: 8)
    var runs: [SampleRun] = []
    runs.reserveCapacity(min(count, runLimit))
    var total: UInt64 = 0
    for _ in 0..<count {
      let run = SampleRun(count: try reader.uint32(), duration: try reader.uint32())
      // A table of at most 16 MiB has 2²¹ runs of 2³² samples: no overflow.
      total += UInt64(run.count)
      if runs.count < runLimit { runs.append(run) }
    }
    return (runs, total)
  }

  /// Reads `ctts` (ISO/IEC 14496-12, 8.6.1.3): the first runs.
  ///
  /// QuickTime has one version, with offsets that may be negative.
  static func readCompositionOffsets(_ reader: inout ByteReader) throws(ReadError)
    -> [CompositionRun]
  {
    _ = try reader.versionAndFlags()
    let count = min(try reader.entryCount(entryLength: 8), runLimit)
    var runs: [CompositionRun] = []
    runs.reserveCapacity(count)
    for _ in 0..<count {
      runs.append(CompositionRun(count: try reader.uint32(), offset: try reader.int32()))
    }
    return runs
  }

  /// Takes in one of the other tables; boxes of other types are passed over.
  mutating func read(_ box: BoxHeader, _ table: inout ByteReader) throws(ReadError) {
    switch box.type {
    case "stsz", "stz2": try readSizes(box, &table)
    case "stsc":
      chunkRunPlace = box.place(table.path)
      _ = try table.versionAndFlags()
      chunkRunCount = try table.entryCount(entryLength: 12)
      chunkRuns = table
    case "stco", "co64":
      chunkPlace = box.place(table.path)
      _ = try table.versionAndFlags()
      offsetWidth = box.type == "co64" ? 8 : 4
      chunkCount = try table.entryCount(entryLength: offsetWidth)
      offsets = table
    default: break
    }
  }

  /// Reads `stsz`, or `stz2` with its fields of 4, 8 or 16 bits (ISO/IEC 14496-12, 8.7.3).
  private mutating func readSizes(_ box: BoxHeader, _ table: inout ByteReader) throws(ReadError) {
    let place = box.place(table.path)
    sizePlace = place
    _ = try table.versionAndFlags()
    let first = try table.uint32()
    let isCompact = box.type == "stz2"
    sizeWidth = isCompact ? Int(first & 0xFF) : 32
    uniformSize = isCompact ? 0 : first
    guard [4, 8, 16, 32].contains(sizeWidth) else {
      throw ReadError(.malformed, "sample sizes of \(sizeWidth) bits", at: place)
    }
    let at = table.place(ofNext: 4)
    sampleCount = Int(try table.uint32())
    let needed = uniformSize > 0 ? 0 : (sampleCount * sizeWidth + 7) / 8
    guard needed <= table.remaining else {
      throw ReadError(
        .malformed,
        "the table says it has \(sampleCount) sizes, which take \(needed) bytes; it has "
          + "\(table.remaining)", at: at)
    }
    sizes = table
  }

  // MARK: Entries

  func size(ofSample index: Int) throws(ReadError) -> UInt32 {
    guard uniformSize == 0 else { return uniformSize }
    if sizeWidth == 32 { return try sizes?.uint32(at: index * 4) ?? 0 }
    let distance = index * sizeWidth / 8
    let value = try sizes?.unsigned(at: distance, width: max(1, sizeWidth / 8)) ?? 0
    guard sizeWidth == 4 else { return UInt32(truncatingIfNeeded: value) }
    return UInt32(truncatingIfNeeded: index.isMultiple(of: 2) ? value >> 4 : value & 0xF)
  }

  func offset(ofChunk index: Int) throws(ReadError) -> UInt64 {
    try offsets?.unsigned(at: index * offsetWidth, width: offsetWidth) ?? 0
  }

  // MARK: Checks

  /// How the tables contradict each other, where they do: one damage for the track.
  ///
  /// - Parameter samplesByTime: how many samples `stts` describes.
  func contradiction(samplesByTime: UInt64) -> Damage? {
    guard samplesByTime > 0 || sampleCount > 0 else { return nil }
    guard let sizePlace, let chunkPlace, let chunkRunPlace else {
      return Damage(
        .structure,
        "track \(number) has \(max(samplesByTime, UInt64(sampleCount))) samples, but no table that "
          + "tells \(sizePlace == nil ? "their sizes" : "where they are")", at: track)
    }
    guard samplesByTime == UInt64(sampleCount) else {
      return Damage(
        .structure,
        "track \(number) has \(samplesByTime) samples by their times, \(sampleCount) by their sizes",
        at: sizePlace, found: "\(sampleCount)", wanted: "\(samplesByTime)")
    }
    guard let inChunks = samplesInChunks() else {
      return Damage(
        .structure, "the runs of chunks of track \(number) are out of order", at: chunkRunPlace)
    }
    guard inChunks == UInt64(sampleCount) else {
      return Damage(
        .structure,
        "track \(number) has \(sampleCount) samples by their sizes, \(inChunks) in \(chunkCount) "
          + "chunks", at: chunkPlace, found: "\(inChunks)", wanted: "\(sampleCount)")
    }
    return nil
  }

  /// How many samples all chunks hold by `stsc`; nil where its runs are not in order.
  private func samplesInChunks() -> UInt64? {
    guard chunkRuns != nil else { return nil }
    var total: UInt64 = 0
    var previous: (first: UInt32, samples: UInt32)?
    for index in 0..<chunkRunCount {
      guard let first = try? chunkRuns?.uint32(at: index * 12),
        let samples = try? chunkRuns?.uint32(at: index * 12 + 4)
      else { return nil }
      if let previous {
        guard first > previous.first else { return nil }
        total &+= UInt64(first - previous.first) &* UInt64(previous.samples)
      } else {
        guard first == 1 else { return nil }
      }
      previous = (first, samples)
    }
    guard let previous else { return 0 }
    // A run may begin after the last chunk: it then describes none.
    let last = Int(previous.first) - 1
    guard last <= chunkCount else { return nil }
    return total &+ UInt64(chunkCount - last) &* UInt64(previous.samples)
  }

  /// Where the chunk that lies farthest back in the file ends.
  func lastChunkEnd() throws(ReadError) -> UInt64? {
    guard chunkCount > 0, sampleCount > 0, offsets != nil else { return nil }
    let skipped = max(0, chunkCount - SampleTables.chunkLimit)
    var last = (index: skipped, offset: UInt64(0))
    for index in skipped..<chunkCount {
      let offset = try offset(ofChunk: index)
      if offset >= last.offset { last = (index, offset) }
    }
    guard let run = samples(ofChunk: last.index) else { return nil }
    let end = last.offset
    if uniformSize > 0 {
      let length = UInt64(run.count).multipliedReportingOverflow(by: UInt64(uniformSize))
      let sum = end.addingReportingOverflow(length.partialValue)
      return length.overflow || sum.overflow ? UInt64.max : sum.partialValue
    }
    let sum = end.addingReportingOverflow(
      try size(ofSamples: run.prefix(SampleTables.chunkSampleLimit)))
    return sum.overflow ? UInt64.max : sum.partialValue
  }

  /// The size of samples together, each of which has its own.
  private func size(ofSamples samples: Range<Int>) throws(ReadError) -> UInt64 {
    if sizeWidth == 32 {
      return try sizes?.sum32(at: samples.lowerBound * 4, count: samples.count) ?? 0
    }
    var sum: UInt64 = 0
    // Compact sizes have 16 bits at most.
    for index in samples { sum += UInt64(try size(ofSample: index)) }
    return sum
  }

  /// The samples of a chunk, by index from 0.
  private func samples(ofChunk chunk: Int) -> Range<Int>? {
    var first = 0
    var found: Range<Int>?
    forEachRun { chunks, perChunk in
      if chunks.contains(chunk) {
        let start = first + (chunk - chunks.lowerBound) * perChunk
        found = min(start, sampleCount)..<min(start + perChunk, sampleCount)
        return false
      }
      first = min(first + chunks.count * perChunk, sampleCount)
      return first < sampleCount
    }
    return found
  }

  /// Goes over the runs of chunks, from 0, until told to stop.
  func forEachRun(_ body: (_ chunks: Range<Int>, _ perChunk: Int) -> Bool) {
    for index in 0..<chunkRunCount {
      guard let number = try? chunkRuns?.uint32(at: index * 12),
        let perChunk = try? chunkRuns?.uint32(at: index * 12 + 4)
      else { return }
      let next =
        index + 1 < chunkRunCount
        ? (try? chunkRuns?.uint32(at: (index + 1) * 12)).map { Int($0) } : nil
      let first = max(1, Int(number)) - 1
      let end = min(chunkCount, (next ?? chunkCount + 1) - 1)
      guard first <= end else { return }
      guard body(first..<end, Int(perChunk)) else { return }
    }
  }

  // MARK: Locations

  /// Where one sample stands.
  struct Location {
    var offset: UInt64
    var length: UInt32
  }

  /// Where the first samples stand, at most `limit`.
  ///
  /// - Throws: `malformed` where the tables do not tell.
  func locations(limit: Int) throws(ReadError) -> [Location] {
    let wanted = min(limit, sampleCount)
    var found: [Location] = []
    found.reserveCapacity(wanted)
    var failure: ReadError?
    forEachRun { chunks, perChunk in
      // A chunk without samples would let a hostile table spin here.
      guard perChunk > 0 else { return true }
      do throws(ReadError) {
        for chunk in chunks {
          var at = try offset(ofChunk: chunk)
          for _ in 0..<min(perChunk, wanted - found.count) {
            let length = try size(ofSample: found.count)
            found.append(Location(offset: at, length: length))
            let end = at.addingReportingOverflow(UInt64(length))
            at = end.overflow ? UInt64.max : end.partialValue
          }
          if found.count >= wanted { return false }
        }
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    guard found.count == wanted else {
      throw ReadError(
        .malformed,
        "the chunk tables of track \(number) tell where \(found.count) of its "
          + "\(sampleCount) samples are", at: chunkPlace ?? track)
    }
    return found
  }
}
