import Validator

extension TrackContent {
  /// More keys than a timed-metadata track declares (6 measured).
  private static let keyLimit = 256
  /// Room that is made for keys at once.
  private static let usualKeyCount = 6

  /// Reads the first entry of `stsd` (ISO/IEC 14496-12, 8.5.2).
  mutating func readSampleDescription(_ box: BoxHeader, _ table: inout ByteReader)
    throws(ReadError)
  {
    track.codecPlace = box.place(table.path)
    _ = try table.versionAndFlags()
    guard try table.uint32() > 0, var entry = try table.nextBox({ _ in nil }) else {
      return
    }
    track.codec = entry.type
    track.codecPlace = entry.place
    switch track.handler {
    case "vide", "auxv", "pict": try readVideoEntry(&entry.payload)
    case "meta" where entry.type == "mebx": try readTimedKeys(&entry.payload)
    default: break
    }
  }

  /// Reads a video sample entry (QuickTime File Format, Video Sample Description).
  private mutating func readVideoEntry(_ reader: inout ByteReader) throws(ReadError) {
    try reader.skip(24)
    let width = try reader.uint16()
    let height = try reader.uint16()
    track.codedSize = PixelSize(width: UInt32(width), height: UInt32(height))
    try reader.skip(14)
    var compressor = try reader.take(32)
    let length = try compressor.uint8()
    if compressor.starts(with: "Lavc") || compressor.starts(with: "x26") {
      let name = try compressor.take(UInt64(min(Int(length), compressor.remaining)))
      encoder = .present(String(decoding: name.rest, as: UTF8.self), at: name.place)
    }
    try reader.skip(4)
    try reader.forEachBox { box, payload throws(ReadError) in
      switch box.type {
      case "clap": try readCleanAperture(&payload)
      case "pasp":
        let horizontal = try payload.uint32()
        let vertical = try payload.uint32()
        if horizontal > 0, vertical > 0 {
          track.pixelAspectRatio = Double(horizontal) / Double(vertical)
        }
      default: break
      }
    }
  }

  /// Reads `clap`, whose sizes are fractions (ISO/IEC 14496-12, 12.1.4).
  private mutating func readCleanAperture(_ reader: inout ByteReader) throws(ReadError) {
    let width = try reader.uint32()
    let widthDivisor = try reader.uint32()
    let height = try reader.uint32()
    let heightDivisor = try reader.uint32()
    guard width > 0, widthDivisor > 0, height > 0, heightDivisor > 0 else { return }
    track.cleanAperture = ApertureSize(
      width: Double(width) / Double(widthDivisor), height: Double(height) / Double(heightDivisor))
  }

  // MARK: Timed keys

  /// Reads the key table of a `mebx` entry (QuickTime File Format, Timed Metadata Media).
  ///
  /// ffmpeg's copies of such tracks have an entry without a table: no keys, no fault of structure.
  private mutating func readTimedKeys(_ reader: inout ByteReader) throws(ReadError) {
    guard reader.remaining > 8 else { return }
    try reader.skip(8)
    track.timedKeys.reserveCapacity(TrackContent.usualKeyCount)
    let number = track.number
    func path(_ type: FourCharacterCode) -> StructurePath? {
      type == "keys" ? StructurePath("moov/trak[*]/mdia/minf/stbl/stsd/mebx/keys", number) : nil
    }
    try reader.forEachBox(path) { table, keys throws(ReadError) in
      guard table.type == "keys" else { return }
      try keys.forEachBox { entry, parts throws(ReadError) in
        guard track.timedKeys.count < TrackContent.keyLimit else {
          throw ReadError(
            .limit, "the key table has more than \(TrackContent.keyLimit) keys",
            at: table.place(parts.path))
        }
        try readTimedKey(entry, &parts)
      }
    }
  }

  /// Reads one key; the type of its box is the local id that samples name it by.
  private mutating func readTimedKey(_ entry: BoxHeader, _ parts: inout ByteReader)
    throws(ReadError)
  {
    let id = entry.type.rawValue
    let place = entry.place(parts.path)
    var namespace = FourCharacterCode(rawValue: 0)
    var name = KeyName([])
    var dataType: UInt32?
    try parts.forEachBox { part, payload throws(ReadError) in
      switch part.type {
      case "keyd":
        namespace = try payload.fourCharacterCode()
        name = KeyName(payload.rest)
      case "dtyp":
        if try payload.uint32() == 0 { dataType = try payload.uint32() }
      case "sdpd": idsWithSetupDescription.append(id)
      default: break
      }
    }
    declaresStillTime = declaresStillTime || name.hasSuffix(TrackContent.stillTime)
    declaresLivePhotoInfo = declaresLivePhotoInfo || name.hasSuffix(TrackContent.livePhotoInfo)
    track.timedKeys.append(
      TimedKey(localID: id, namespace: namespace, name: name, dataType: dataType, place: place))
  }
}
