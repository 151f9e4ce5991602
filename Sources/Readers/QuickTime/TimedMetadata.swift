import Validator

/// Collects the still-image-time samples of a movie's timed-metadata tracks.
struct StillTimeSamples {
  /// Camera movies have one such sample; more than these are not decoded.
  private static let sampleLimit = 64
  /// Camera samples are 9 or 105 bytes; of a longer one only the beginning is read.
  private static let readLimit: UInt64 = 64 * 1024
  /// Undeclared ids that are kept of one sample.
  private static let undeclaredLimit = 16

  /// The track that was read last.
  private(set) var place: Place?
  /// How the still lies over the frame, from the first sample that says so.
  private(set) var transform: (StillImageTransform, Place)?
  private var found: [StillTime] = []

  /// The samples as a fact of the movie.
  ///
  /// - Parameter moov: what was searched where no track declares the key.
  func stillTimes(moov: Place) -> Field<[StillTime]> {
    guard let first = found.first else { return .absent(searched: [place ?? moov]) }
    return .present(found, at: first.place)
  }

  /// Reads the samples of one track that declares the key.
  ///
  /// - Throws: `pastEnd` for a sample outside the file, `malformed` where the tables lose it.
  mutating func read(_ content: TrackContent, in bytes: SourceBytes) throws(ReadError) {
    guard let key = content.key(TrackContent.stillTime) else { return }
    place = content.track.place
    var decodeTimes = DecodeTimes(content.track.timeToSample)
    for location in try content.tables.locations(limit: StillTimeSamples.sampleLimit) {
      let sample = try bytes.part(
        at: location.offset, length: min(UInt64(location.length), StillTimeSamples.readLimit),
        path: "mdat/still-image-time")
      let time = decodeTimes.next()
      let presentation = content.track.presentationTime(
        ofSampleAt: time.start, duration: time.duration)
      try read(sample, of: content, key: key, presentation: presentation)
    }
  }

  /// Reads one sample: items of size, local id and value.
  private mutating func read(
    _ sample: ByteReader, of content: TrackContent, key: TimedKey, presentation: MediaTime?
  ) throws(ReadError) {
    var reader = sample
    var still = StillTime(
      trackNumber: content.track.number, presentationTime: presentation, key: key,
      declaredLength: 0, actualLength: 0, undeclaredIDs: [], value: nil, place: sample.place)
    var hasStill = false
    var matrix: ByteReader?
    var dimensions: ByteReader?
    while reader.remaining >= 8 {
      let itemPlace = reader.offset
      let size = UInt64(try reader.uint32())
      let id = try reader.uint32()
      let declared = size >= 8 ? size - 8 : 0
      let value = try reader.take(min(declared, UInt64(reader.remaining)))
      let itemKey = content.track.timedKeys.first { $0.localID == id }
      let isStill = !hasStill && id == key.localID
      // Where only an undeclared item is there, it is what was meant for the still.
      let standsIn = !hasStill && itemKey == nil && id != 0 && still.undeclaredIDs.isEmpty
      if isStill || standsIn {
        hasStill = isStill
        still.declaredLength = declared
        still.actualLength = UInt64(value.count)
        still.value = value.rest.first.flatMap { declared == 1 ? Int8(bitPattern: $0) : nil }
        still.place = Place(
          "mdat/still-image-time", offset: itemPlace, length: 8 + UInt64(value.count))
      }
      if let itemKey {
        if itemKey.name.hasSuffix("live-photo-still-image-transform") { matrix = value }
        if itemKey.name.hasSuffix("transform-reference-dimensions") { dimensions = value }
      } else if id != 0, still.undeclaredIDs.count < StillTimeSamples.undeclaredLimit,
        !still.undeclaredIDs.contains(id)
      {
        still.undeclaredIDs.append(id)
      }
      // A size that does not even cover its own header leaves nowhere to go on from.
      if size < 8 { break }
    }
    if sample.count < 8 {
      // No room for size and id: the value that the key's type asks for is not there.
      still.declaredLength = 1
      hasStill = true
    }
    if hasStill || !still.undeclaredIDs.isEmpty { found.append(still) }
    if transform == nil, let matrix { transform = read(matrix, dimensions) }
  }

  /// Reads the transform, nine float64, and its reference size, two float32.
  private func read(_ matrix: ByteReader, _ dimensions: ByteReader?) -> (
    StillImageTransform, Place
  )? {
    guard matrix.count == 72 else { return nil }
    let identity: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    var values = matrix
    let isIdentity = identity.allSatisfy { wanted in
      (try? values.uint64()).map(Double.init(bitPattern:)) == wanted
    }
    var size: ApertureSize?
    if var numbers = dimensions, numbers.count == 8,
      let width = try? numbers.uint32(), let height = try? numbers.uint32()
    {
      size = ApertureSize(
        width: Double(Float(bitPattern: width)), height: Double(Float(bitPattern: height)))
    }
    return (StillImageTransform(isIdentity: isIdentity, referenceDimensions: size), matrix.place)
  }
}

/// The times of a track's samples in its media, one after the other.
private struct DecodeTimes {
  private let runs: [SampleRun]
  private var run = 0
  private var usedOfRun: UInt32 = 0
  private var elapsed: Int64 = 0

  init(_ runs: [SampleRun]) {
    self.runs = runs
  }

  mutating func next() -> (start: Int64, duration: UInt32) {
    while run < runs.count, usedOfRun >= runs[run].count {
      run += 1
      usedOfRun = 0
    }
    guard run < runs.count else { return (elapsed, 0) }
    let start = elapsed
    let duration = runs[run].duration
    usedOfRun += 1
    // At most a few dozen samples of 32-bit durations are asked for: no overflow.
    elapsed += Int64(duration)
    return (start, duration)
  }
}
