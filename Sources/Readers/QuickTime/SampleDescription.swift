import Validator

extension TrackContent {
  /// More keys than a timed-metadata track declares (6 measured).
  private static let keyLimit = 256
  /// Room that is made for keys at once.
  private static let usualKeyCount = 6

  /// Reads the first entry of `stsd` (ISO/IEC 14496-12, 8.5.2).
  mutating func readSampleDescription(_ box: inout Box) throws(ReadError) {
    track.codecPlace = box.place
    _ = try box.payload.versionAndFlags()
    guard try box.payload.uint32() > 0, var entry = try box.payload.nextBox({ _ in nil }) else {
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
    while var box = try reader.nextBox({ _ in nil }) {
      switch box.type {
      case "clap": try readCleanAperture(&box.payload)
      case "pasp":
        let horizontal = try box.payload.uint32()
        let vertical = try box.payload.uint32()
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
    while var table = try reader.nextBox({ type in
      type == "keys" ? StructurePath("moov/trak[*]/mdia/minf/stbl/stsd/mebx/keys", number) : nil
    }) {
      guard table.type == "keys" else { continue }
      while var entry = try table.payload.nextBox({ _ in nil }) {
        guard track.timedKeys.count < TrackContent.keyLimit else {
          throw ReadError(
            .limit, "the key table has more than \(TrackContent.keyLimit) keys", at: table.place)
        }
        try readTimedKey(&entry)
      }
    }
  }

  /// Reads one key; the type of its box is the local id that samples name it by.
  private mutating func readTimedKey(_ entry: inout Box) throws(ReadError) {
    var key = TimedKey(
      localID: entry.type.rawValue, namespace: FourCharacterCode(rawValue: 0), name: "",
      dataType: nil, place: entry.place)
    while var part = try entry.payload.nextBox({ _ in nil }) {
      switch part.type {
      case "keyd":
        key.namespace = try part.payload.fourCharacterCode()
        key.name = String(decoding: part.payload.rest, as: UTF8.self)
      case "dtyp":
        if try part.payload.uint32() == 0 { key.dataType = try part.payload.uint32() }
      case "sdpd": idsWithSetupDescription.append(key.localID)
      default: break
      }
    }
    track.timedKeys.append(key)
  }
}
