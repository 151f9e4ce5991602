import Validator

/// A track with what only this reader needs of it.
///
/// It is large: it is read and looked at where it lies, not handed around.
struct TrackContent {
  /// An edit list of a camera has two entries; this bounds what is kept of a hostile one.
  private static let editLimit = 4_096
  /// A track refers to one or two others; this bounds what is kept.
  private static let referenceLimit = 64

  var track: Track
  var tables: SampleTables
  /// The payload of `ctts`, which is only read where frames are held against other samples.
  var compositionTable: ByteReader?
  /// In what the sample tables contradict each other.
  private(set) var contradiction: Damage?
  /// Where in the file the last chunk of samples ends; nil where there is none that tells.
  private(set) var samplesEnd: UInt64?
  /// The track's own `meta` box.
  var metadata: ByteReader?
  /// What an encoder wrote of itself into the sample entry.
  var encoder: Field<String>?
  /// Local ids whose key declaration holds an `sdpd` box.
  var idsWithSetupDescription: [UInt32] = []
  /// Whether the track declares a key of the moment of the still.
  var declaresStillTime = false
  /// Whether the track declares a key of the data for Lock Screen motion.
  var declaresLivePhotoInfo = false

  private var number: Int { track.number }

  init(place: Place, number: Int) {
    let own = Place(
      StructurePath("moov/trak[*]", number), offset: place.offset, length: place.length)
    track = Track(place: own, number: number)
    tables = SampleTables(number: number, place: own)
  }

  /// The end of the name of a key that marks the moment of the still.
  static let stillTime = "still-image-time"
  /// The end of the name of a key of the data that Lock Screen motion is made from.
  static let livePhotoInfo = "live-photo-info"

  /// The first key whose name ends so.
  func key(_ suffix: String) -> TimedKey? {
    track.timedKeys.first { $0.name.hasSuffix(suffix) }
  }

  /// Reads the payload of a `trak` box.
  ///
  /// - Parameter movieScale: the time scale of `mvhd`, which edit durations are in.
  mutating func read(_ boxes: inout ByteReader, movieScale: UInt32?) throws(ReadError) {
    let number = number
    func path(_ type: FourCharacterCode) -> StructurePath? {
      TrackContent.path(of: type, number)
    }
    boxes.path = StructurePath("moov/trak[*]", number)
    var media: ByteReader?
    var hasHeader = false
    try boxes.forEachBox(path) {
      box, payload throws(ReadError) in
      switch box.type {
      case "tkhd":
        try readHeader(&payload)
        hasHeader = true
      case "mdia": if media == nil { media = payload }
      case "edts": try readEdits(&payload, movieScale: movieScale)
      case "tref": try readReferences(&payload)
      case "tapt": try readAperture(&payload)
      case "meta": metadata = payload
      default: break
      }
    }
    guard hasHeader, var media else {
      throw ReadError(
        .malformed, "the trak box has no \(hasHeader ? "mdia" : "tkhd") box", at: track.place)
    }
    try readMedia(&media)
  }

  /// Holds the sample tables against each other.
  mutating func check() throws(ReadError) {
    contradiction = tables.contradiction(samplesByTime: track.sampleCount)
    if contradiction == nil { samplesEnd = try tables.lastChunkEnd() }
  }

  private static func path(of type: FourCharacterCode, _ number: Int) -> StructurePath? {
    switch type {
    case "tkhd": StructurePath("moov/trak[*]/tkhd", number)
    case "mdia": StructurePath("moov/trak[*]/mdia", number)
    case "edts": StructurePath("moov/trak[*]/edts", number)
    case "tref": StructurePath("moov/trak[*]/tref", number)
    case "tapt": StructurePath("moov/trak[*]/tapt", number)
    case "meta": StructurePath("moov/trak[*]/meta", number)
    case "mdhd": StructurePath("moov/trak[*]/mdia/mdhd", number)
    case "hdlr": StructurePath("moov/trak[*]/mdia/hdlr", number)
    case "minf": StructurePath("moov/trak[*]/mdia/minf", number)
    case "stbl": StructurePath("moov/trak[*]/mdia/minf/stbl", number)
    case "elst": StructurePath("moov/trak[*]/edts/elst", number)
    default: nil
    }
  }

  // MARK: Track header

  /// Reads `tkhd` (ISO/IEC 14496-12, 8.3.2).
  private mutating func readHeader(_ reader: inout ByteReader) throws(ReadError) {
    let (version, flags) = try reader.versionAndFlags()
    track.isEnabled = flags & 1 != 0
    try reader.skip(version == 1 ? 16 : 8)
    track.id = try reader.uint32()
    // Reserved, duration, reserved, layer, alternate group, volume, reserved.
    try reader.skip((version == 1 ? 12 : 8) + 8 + 8)
    track.matrixPlace = reader.place(ofNext: 36)
    let a = try reader.int32()
    let b = try reader.int32()
    try reader.skip(4)
    let c = try reader.int32()
    let d = try reader.int32()
    track.matrix = TrackMatrix(a: a, b: b, c: c, d: d)
  }

  /// Reads `edts/elst` (ISO/IEC 14496-12, 8.6.6).
  private mutating func readEdits(_ boxes: inout ByteReader, movieScale: UInt32?) throws(ReadError)
  {
    let number = number
    func path(_ type: FourCharacterCode) -> StructurePath? {
      TrackContent.path(of: type, number)
    }
    try boxes.forEachBox(path) {
      box, table throws(ReadError) in
      guard box.type == "elst", track.editListPlace == nil else { return }
      let place = box.place(table.path)
      track.editListPlace = place
      let isWide = try table.versionAndFlags().version == 1
      let count = try table.entryCount(entryLength: isWide ? 20 : 12)
      guard count <= TrackContent.editLimit else {
        throw ReadError(
          .limit, "the edit list has \(count) entries, over \(TrackContent.editLimit)", at: place)
      }
      track.editList.reserveCapacity(count)
      for _ in 0..<count {
        let duration = isWide ? try table.uint64() : UInt64(try table.uint32())
        let start = isWide ? try table.int64() : Int64(try table.int32())
        try table.skip(4)
        guard let time = MediaTime(Int64(clamping: duration), scale: movieScale ?? 0) else {
          throw ReadError(
            .malformed, "the edit list has no time scale: mvhd does not give one", at: place)
        }
        track.editList.append(Edit(duration: time, mediaStart: start < 0 ? nil : start))
      }
    }
  }

  private mutating func readReferences(_ boxes: inout ByteReader) throws(ReadError) {
    try boxes.forEachBox { box, list throws(ReadError) in
      guard track.references.count < TrackContent.referenceLimit else { return }
      var ids: [UInt32] = []
      ids.reserveCapacity(min(list.remaining / 4, TrackContent.referenceLimit))
      while list.remaining >= 4, ids.count < TrackContent.referenceLimit {
        ids.append(try list.uint32())
      }
      track.references.append(
        TrackReference(type: box.type, trackIDs: ids, place: box.place(list.path)))
    }
  }

  /// Reads `tapt/clef`, the size of the clean aperture as shown (QuickTime File Format).
  private mutating func readAperture(_ boxes: inout ByteReader) throws(ReadError) {
    try boxes.forEachBox { box, aperture throws(ReadError) in
      guard box.type == "clef" else { return }
      try aperture.skip(4)
      let width = Double(try aperture.uint32()) / 65_536
      let height = Double(try aperture.uint32()) / 65_536
      if width > 0, height > 0 { track.trackAperture = ApertureSize(width: width, height: height) }
    }
  }

  // MARK: Media

  private mutating func readMedia(_ boxes: inout ByteReader) throws(ReadError) {
    let number = number
    func path(_ type: FourCharacterCode) -> StructurePath? {
      TrackContent.path(of: type, number)
    }
    var information: ByteReader?
    try boxes.forEachBox(path) {
      box, payload throws(ReadError) in
      switch box.type {
      case "mdhd": try readMediaHeader(&payload)
      case "hdlr":
        try payload.skip(8)
        track.handler = try payload.fourCharacterCode()
      case "minf": if information == nil { information = payload }
      default: break
      }
    }
    try information?.forEachBox(path) {
      box, table throws(ReadError) in
      if box.type == "stbl" { try readSampleTable(&table) }
    }
  }

  /// Reads `mdhd` (ISO/IEC 14496-12, 8.4.2).
  private mutating func readMediaHeader(_ reader: inout ByteReader) throws(ReadError) {
    let isWide = try reader.versionAndFlags().version == 1
    try reader.skip(isWide ? 16 : 8)
    let scale = try reader.uint32()
    let duration = isWide ? try reader.uint64() : UInt64(try reader.uint32())
    track.mediaDuration = MediaTime(Int64(clamping: duration), scale: scale)
  }

  private mutating func readSampleTable(_ boxes: inout ByteReader) throws(ReadError) {
    let number = number
    func path(_ type: FourCharacterCode) -> StructurePath? {
      SampleTables.path(of: type, number)
    }
    try boxes.forEachBox(path) {
      box, table throws(ReadError) in
      switch box.type {
      case "stsd": try readSampleDescription(box, &table)
      case "stts":
        let times = try SampleTables.readTimes(&table)
        track.sampleCount = times.total
        track.timeToSample = times.runs
      case "ctts": if compositionTable == nil { compositionTable = table }
      default: try tables.read(box, &table)
      }
    }
  }
}

extension ByteReader {
  /// The count that opens a table, held against the room that is left for its entries.
  ///
  /// - Throws: `malformed` where there is not enough, at the count's own place.
  mutating func entryCount(entryLength: Int) throws(ReadError) -> Int {
    let at = place(ofNext: 4)
    let count = Int(try uint32())
    guard count <= remaining / entryLength else {
      throw ReadError(
        .malformed,
        "the table says it has \(count) entries of \(entryLength) bytes, there is room for "
          + "\(remaining / entryLength)", at: at)
    }
    return count
  }
}
