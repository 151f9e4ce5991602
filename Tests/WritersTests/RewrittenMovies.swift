import Readers
import Support
import Testing
import Validator
import Writers

/// The identifier that tests write.
let newIdentifier = "1488A2F0-6C3D-4E5B-9A71-0B2C3D4E5F60"

extension MovieChanges {
  /// Changes of what is given.
  init(identifier: String? = nil, seconds: Double? = nil, isQuickTime: Bool = false) {
    self.init()
    self.identifier = identifier
    stillTime = seconds.flatMap { MediaTime(Int64(($0 * 6_000).rounded()), scale: 6_000) }
    self.isQuickTime = isQuickTime
  }

  /// Changes of all that can be changed.
  static let all = MovieChanges(identifier: newIdentifier, seconds: 1, isQuickTime: true)
}

/// The bytes of a file of bytes once it is changed.
func rewritten(_ bytes: [UInt8], _ changes: MovieChanges) throws -> [UInt8] {
  let source = MemorySource(bytes)
  let file = try RewrittenFile(source, MovieRewriter.replacements(changes, in: source))
  return try file.bytes(at: 0, count: Int(file.size))
}

/// What the reader makes of a movie.
func facts(_ source: any ByteSource) throws -> Movie {
  func read(_ source: some ByteSource) throws -> MediaFacts? {
    try MediaReader(plan: ReadingPlan(readsLivePhotoInfo: true)).read(
      source, path: FilePath("IMG_0001.MOV"), meantAs: .movie)
  }
  return try #require(try read(source)?.asMovie)
}

func facts(_ bytes: [UInt8]) throws -> Movie { try facts(MemorySource(bytes)) }

/// Whether nothing is left to change.
func expectSettled(
  _ bytes: [UInt8], _ changes: MovieChanges, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let further = try MovieRewriter.replacements(changes, in: MemorySource(bytes))
  #expect(further == [], sourceLocation: sourceLocation)
}

// MARK: - Boxes of test movies

/// The whole of the box at the end of a path of types, each the first of its type.
func range(of types: [FourCharacterCode], in bytes: [UInt8]) throws -> Range<Int> {
  try #require(ranges(of: types, in: bytes).last)
}

/// The boxes of a path, outermost first.
private func ranges(of types: [FourCharacterCode], in bytes: [UInt8]) throws -> [Range<Int>] {
  var level = ByteReader(bytes[...], at: 0, path: "file")
  var found: [Range<Int>] = []
  for type in types {
    while let box = try level.nextBox({ _ in nil }) {
      guard box.type == type else { continue }
      found.append(Int(box.place.offset)..<Int(box.place.offset + box.place.length))
      level = box.payload
      break
    }
  }
  try #require(found.count == types.count)
  return found
}

/// The file with a box put in at the end of another, or another one's bytes changed; only for
/// movies whose `moov` comes last.
func changing(
  _ types: FourCharacterCode..., in bytes: [UInt8], _ change: (inout [UInt8]) -> Void
) throws -> [UInt8] {
  let boxes = try ranges(of: types, in: bytes)
  let inner = try #require(boxes.last)
  var box = Array(bytes[inner])
  change(&box)
  var result = bytes
  result.replaceSubrange(inner, with: box)
  for outer in boxes {
    let size = UInt32(outer.count + box.count - inner.count)
    result.replaceSubrange(
      outer.lowerBound..<(outer.lowerBound + 4), with: Part.uint32(size).written())
  }
  return result
}

// MARK: - Samples

/// The sample data of each track, chunk after chunk.
func sampleData(of source: any ByteSource) throws -> [UInt32: [UInt8]] {
  var bytes = try SourceBytes(source)
  let top = TopLevelBoxes(of: &bytes)
  let header = try #require(top.boxes.first { $0.type == "moov" })
  var moov = try bytes.part(at: header.payloadOffset, length: header.payloadLength, path: "moov")
  var found: [UInt32: [UInt8]] = [:]
  while let track = try moov.nextBox({ _ in nil }) {
    guard track.type == "trak" else { continue }
    let (id, chunks) = try chunks(of: track.payload)
    var data: [UInt8] = []
    for chunk in chunks {
      data += try bytes.part(at: chunk.offset, length: chunk.length, path: "mdat").rest
    }
    found[id] = data
  }
  return found
}

private func first(_ types: FourCharacterCode..., in reader: ByteReader) throws -> ByteReader? {
  var level = reader
  for type in types {
    var inner: ByteReader?
    while inner == nil, let box = try level.nextBox({ _ in nil }) {
      if box.type == type { inner = box.payload }
    }
    guard let inner else { return nil }
    level = inner
  }
  return level
}

private func chunks(of track: ByteReader) throws -> (
  id: UInt32, chunks: [(offset: UInt64, length: UInt64)]
) {
  var header = try #require(try first("tkhd", in: track))
  let isWide = try header.versionAndFlags().version == 1
  try header.skip(isWide ? 16 : 8)
  let id = try header.uint32()
  let table = try #require(try first("mdia", "minf", "stbl", in: track))
  guard var sizes = try first("stsz", in: table), var runs = try first("stsc", in: table) else {
    return (id, [])
  }
  let short = try first("stco", in: table)
  let long = try first("co64", in: table)
  var offsets = try #require(short ?? long)
  try sizes.skip(4)
  let uniform = try sizes.uint32()
  var samplesLeft = try sizes.uint32()
  try runs.skip(8)
  try offsets.skip(4)
  var chunks: [(offset: UInt64, length: UInt64)] = []
  var perChunk: UInt32 = 0
  var next = runs.isAtEnd ? UInt32.max : try runs.uint32()
  for number in 1...max(1, try offsets.uint32()) {
    if number == next {
      perChunk = try runs.uint32()
      try runs.skip(4)
      next = runs.isAtEnd ? .max : try runs.uint32()
    }
    guard samplesLeft > 0 else { break }
    let offset = try offsets.unsigned(width: short == nil ? 8 : 4)
    var length: UInt64 = 0
    for _ in 0..<min(perChunk, samplesLeft) {
      length += UInt64(uniform > 0 ? uniform : try sizes.uint32())
    }
    samplesLeft -= min(perChunk, samplesLeft)
    chunks.append((offset, length))
  }
  return (id, chunks)
}

/// Whether the tracks of one movie have the samples that they have in the other, but for those that
/// mark the moment of the still.
func expectSameSamples(
  _ new: any ByteSource, _ old: any ByteSource, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  func marks(_ movie: Movie) -> Set<UInt32> {
    Set(
      (movie.tracks.value ?? []).filter { track in
        track.timedKeys.contains { $0.name.hasSuffix("still-image-time") }
      }.map(\.id))
  }
  let skipped = try marks(facts(old)).union(marks(facts(new)))
  let before = try sampleData(of: old).filter { !skipped.contains($0.key) }
  let after = try sampleData(of: new).filter { !skipped.contains($0.key) }
  #expect(before == after, sourceLocation: sourceLocation)
}

// MARK: - Facts

/// What of a movie must stay as it is, in words.
func unchangeableFacts(_ movie: Movie) -> [String] {
  let tracks = (movie.tracks.value ?? []).filter { track in
    !track.timedKeys.contains { $0.name.hasSuffix("still-image-time") }
  }
  let keys = movie.keys.value?.filter { !$0.hasSuffix("content.identifier") } ?? []
  return [
    "\(String(describing: movie.make.value)) \(String(describing: movie.model.value))",
    "\(String(describing: movie.software.value)) \(String(describing: movie.creationDate.value))",
    "\(String(describing: movie.headerDate.value)) \(String(describing: movie.location.value))",
    "\(keys) \(String(describing: movie.encoderTrace.value))",
    "\(String(describing: movie.duration.value)) \(String(describing: movie.trailingData.value))",
    "\(String(describing: movie.livePhotoInfo.value?.sampleCount))",
  ]
    + tracks.map { track in
      "\(track.id) \(track.handler) \(track.isEnabled) \(String(describing: track.codec)) "
        + "\(String(describing: track.codedSize)) \(String(describing: track.cleanAperture)) "
        + "\(String(describing: track.trackAperture)) \(track.matrix) "
        + "\(String(describing: track.mediaDuration)) \(track.editList) \(track.sampleCount) "
        + "\(track.timeToSample) \(track.references.map { "\($0.type) \($0.trackIDs)" }) "
        + "\(track.timedKeys.map { "\($0.localID) \($0.name) \($0.dataType ?? 0)" })"
    }
}
