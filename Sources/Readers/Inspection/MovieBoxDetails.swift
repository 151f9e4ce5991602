internal import Validator

extension BoxInspector {
  /// Entries of one table that are written out.
  private static let shownEntries = 6

  /// What a box of a movie says; nil for a box of another kind.
  mutating func movieDetail(
    of type: FourCharacterCode, in parent: FourCharacterCode?, _ reader: inout ByteReader
  ) throws(ReadError) -> String? {
    switch type {
    case "ftyp", "styp": return try BoxInspector.brands(&reader)
    case "mvhd": return try movieHeader(&reader)
    case "tkhd": return try trackHeader(&reader)
    case "mdhd": return try mediaHeader(&reader)
    case "hdlr": return try handlerReference(&reader, in: parent)
    case "elst": return try editList(&reader)
    case "stsd", "dref": return try BoxInspector.entryCount(&reader)
    case "stts": return try sampleTimes(&reader)
    case "stsc", "stss", "ctts", "sdtp", "stco", "co64":
      return try BoxInspector.table(&reader, type)
    case "stsz": return try BoxInspector.sampleSizes(&reader)
    case "alis", "url ":
      return try reader.versionAndFlags().flags & 1 != 0 ? "in this file" : "in another file"
    case "clap": return try BoxInspector.cleanAperture(&reader)
    case "pasp": return "pixels \(try reader.uint32()):\(try reader.uint32())"
    case "clef", "prof", "enof": return try BoxInspector.aperture(&reader)
    case "colr": return try BoxInspector.colour(&reader)
    case "keyd":
      let namespace = try reader.fourCharacterCode()
      return "\(InspectedText.shortened(InspectedText.plain(reader.rest))) (\(namespace))"
    case "dtyp": return try WellKnownValue.declaration(&reader)
    default: return nil
    }
  }

  private static func brands(_ reader: inout ByteReader) throws(ReadError) -> String {
    let major = try reader.fourCharacterCode()
    let minor = try reader.uint32()
    var compatible: [String] = []
    while reader.remaining >= 4, compatible.count < 20 {
      compatible.append(try reader.fourCharacterCode().description)
    }
    return "major brand '\(major)', minor version \(minor), compatible "
      + compatible.map { "'\($0)'" }.joined(separator: " ")
  }

  // MARK: Headers

  private mutating func movieHeader(_ reader: inout ByteReader) throws(ReadError) -> String {
    let (created, scale, duration) = try BoxInspector.times(&reader)
    movieScale = scale
    return "\(InspectedText.time(duration, scale: scale)), created \(created)"
  }

  private mutating func mediaHeader(_ reader: inout ByteReader) throws(ReadError) -> String {
    let (created, scale, duration) = try BoxInspector.times(&reader)
    mediaScale = scale
    let language = try reader.uint16()
    return "\(InspectedText.time(duration, scale: scale)), created \(created), language "
      + BoxInspector.language(language)
  }

  /// Creation time, time scale and duration, which `mvhd` and `mdhd` begin with.
  private static func times(_ reader: inout ByteReader) throws(ReadError) -> (
    created: String, scale: UInt32, duration: Int64
  ) {
    let width = try reader.versionAndFlags().version == 1 ? 8 : 4
    let created = try reader.unsigned(width: width)
    try reader.skip(UInt64(width))
    let scale = try reader.uint32()
    let duration = Int64(clamping: try reader.unsigned(width: width))
    let date = created == 0 ? "never" : WallTime(secondsSince1904: created)?.text ?? "\(created)"
    return (date, scale, duration)
  }

  /// A packed language of three letters (ISO/IEC 14496-12, 8.4.2), or a Macintosh code below 0x400.
  private static func language(_ code: UInt16) -> String {
    guard code >= 0x400, code != 0x7FFF else { return "\(code)" }
    let letters = [10, 5, 0].map { UInt8(truncatingIfNeeded: code >> $0 & 0x1F) &+ 0x60 }
    return InspectedText.plain(letters[...])
  }

  private func trackHeader(_ reader: inout ByteReader) throws(ReadError) -> String {
    let (version, flags) = try reader.versionAndFlags()
    let width: UInt64 = version == 1 ? 8 : 4
    try reader.skip(2 * width)
    let id = try reader.uint32()
    try reader.skip(4)
    let duration = Int64(clamping: try reader.unsigned(width: Int(width)))
    try reader.skip(16)
    var matrix: [Int32] = []
    for _ in 0..<9 { matrix.append(try reader.int32()) }
    let columns = try reader.int32()
    let rows = try reader.int32()
    return "track \(id), \(flags & 1 != 0 ? "enabled" : "not enabled") (flags "
      + "0x\(InspectedText.digits(UInt64(flags), 2))), \(InspectedText.time(duration, scale: movieScale)), "
      + "\(InspectedText.fixedPoint16(columns))×\(InspectedText.fixedPoint16(rows)), matrix "
      + BoxInspector.described(matrix)
  }

  /// The six numbers of a matrix that say something: a b c d and the shift.
  private static func described(_ matrix: [Int32]) -> String {
    guard matrix.count == 9 else { return "" }
    let turn = TrackMatrix(a: matrix[0], b: matrix[1], c: matrix[3], d: matrix[4])
    let numbers = [0, 1, 3, 4, 6, 7].map { InspectedText.fixedPoint16(matrix[$0]) }
    let shift = "\(numbers[4]), \(numbers[5])"
    let linear = numbers.prefix(4).joined(separator: ", ")
    let orientation =
      turn.orientation.map { " (Exif orientation \($0.exifValue))" } ?? " (no quarter turn)"
    return "[\(linear)]" + (shift == "0, 0" ? "" : " shifted by \(shift)") + orientation
  }

  private mutating func handlerReference(
    _ reader: inout ByteReader, in parent: FourCharacterCode?
  ) throws(ReadError) -> String {
    try reader.skip(4)
    let component = try reader.fourCharacterCode()
    let type = try reader.fourCharacterCode()
    if parent == "mdia" { handler = type }
    guard reader.remaining > 12 else { return "'\(type)'" }
    try reader.skip(12)
    // QuickTime writes a counted string, ISO BMFF one that NUL closes.
    let isCounted = reader.rest.first.map { Int($0) == reader.remaining - 1 } ?? false
    let name = isCounted ? reader.rest.dropFirst() : reader.rest.prefix { $0 != 0 }
    return (component.rawValue == 0 ? "'\(type)'" : "'\(component)' '\(type)'")
      + (name.isEmpty ? "" : " \(InspectedText.quoted(name))")
  }

  // MARK: Tables

  private static func entryCount(_ reader: inout ByteReader) throws(ReadError) -> String {
    _ = try reader.versionAndFlags()
    return InspectedText.counted(try reader.uint32(), "entry", "entries")
  }

  private func editList(_ reader: inout ByteReader) throws(ReadError) -> String {
    let isWide = try reader.versionAndFlags().version == 1
    let count = try reader.entryCount(entryLength: isWide ? 20 : 12)
    var edits: [String] = []
    for _ in 0..<min(count, BoxInspector.shownEntries) {
      let duration = Int64(clamping: try reader.unsigned(width: isWide ? 8 : 4))
      let start = isWide ? try reader.int64() : Int64(try reader.int32())
      let rate = try reader.int32()
      let span = InspectedText.time(duration, scale: movieScale)
      let speed = rate == 65_536 ? "" : " at rate \(InspectedText.fixedPoint16(rate))"
      edits.append((start < 0 ? "empty for \(span)" : "\(span) from media unit \(start)") + speed)
    }
    return BoxInspector.list(edits, of: count, "edit")
  }

  private func sampleTimes(_ reader: inout ByteReader) throws(ReadError) -> String {
    _ = try reader.versionAndFlags()
    let count = try reader.entryCount(entryLength: 8)
    var samples: UInt64 = 0
    var units: UInt64 = 0
    var runs: [String] = []
    for _ in 0..<count {
      let run = (count: try reader.uint32(), duration: try reader.uint32())
      samples += UInt64(run.count)
      units = units.addingReportingOverflow(UInt64(run.count) * UInt64(run.duration)).partialValue
      if runs.count < BoxInspector.shownEntries { runs.append("\(run.count)×\(run.duration)") }
    }
    return "\(InspectedText.counted(samples, "sample")), "
      + "\(InspectedText.time(Int64(clamping: units), scale: mediaScale)): "
      + BoxInspector.list(runs, of: count, "run")
  }

  private static func sampleSizes(_ reader: inout ByteReader) throws(ReadError) -> String {
    _ = try reader.versionAndFlags()
    let uniform = try reader.uint32()
    guard uniform == 0 else {
      return "\(InspectedText.counted(try reader.uint32(), "sample")) of "
        + InspectedText.counted(uniform, "byte")
    }
    let count = try reader.entryCount(entryLength: 4)
    var sizes: [String] = []
    for _ in 0..<min(count, shownEntries) { sizes.append("\(try reader.uint32())") }
    return list(sizes, of: count, "sample")
  }

  private static func table(_ reader: inout ByteReader, _ type: FourCharacterCode)
    throws(ReadError) -> String?
  {
    guard type != "sdtp" else { return nil }
    _ = try reader.versionAndFlags()
    let (columns, width, noun) =
      switch type {
      case "stsc": (3, 4, "run")
      case "ctts": (2, 4, "run")
      case "stss": (1, 4, "sync sample")
      case "co64": (1, 8, "chunk offset")
      default: (1, 4, "chunk offset")
      }
    let count = try reader.entryCount(entryLength: columns * width)
    var rows: [String] = []
    for _ in 0..<min(count, shownEntries) {
      var cells: [String] = []
      for _ in 0..<columns { cells.append("\(try reader.unsigned(width: width))") }
      rows.append(cells.joined(separator: "/"))
    }
    return list(rows, of: count, noun)
  }

  /// What is wrong with a chunk offset table: chunks that begin behind the end of the file.
  static func chunkProblem(_ contents: ByteReader, _ type: FourCharacterCode, _ fileSize: UInt64)
    -> String?
  {
    var reader = contents
    let width = type == "co64" ? 8 : 4
    guard (try? reader.skip(4)) != nil, let count = try? reader.entryCount(entryLength: width)
    else { return nil }
    var outside = 0
    for _ in 0..<count {
      if let offset = try? reader.unsigned(width: width), offset >= fileSize { outside += 1 }
    }
    return outside == 0
      ? nil : "\(outside) of the \(count) chunks begin behind the file's \(fileSize) bytes"
  }

  /// A count with the first entries.
  private static func list(_ shown: [String], of count: Int, _ noun: String) -> String {
    let counted = InspectedText.counted(count, noun)
    guard !shown.isEmpty else { return counted }
    return "\(counted): \(shown.joined(separator: ", "))" + (count > shown.count ? ", …" : "")
  }

  static func trackReference(_ reader: inout ByteReader) throws(ReadError) -> String {
    var ids: [String] = []
    while reader.remaining >= 4, ids.count < shownEntries { ids.append("\(try reader.uint32())") }
    return "to track " + ids.joined(separator: ", ") + (reader.remaining >= 4 ? ", …" : "")
  }

  // MARK: Sample entries

  func sampleEntry(_ reader: inout ByteReader) throws(ReadError) -> String {
    switch handler {
    case "vide", "auxv", "pict":
      try reader.skip(24)
      let width = try reader.uint16()
      let height = try reader.uint16()
      try reader.skip(14)
      var name = try reader.take(32)
      let length = Int(try name.uint8())
      let compressor = name.rest.prefix(length)
      return "video, \(width)×\(height)"
        + (compressor.isEmpty ? "" : ", compressor \(InspectedText.quoted(compressor))")
    case "soun":
      try reader.skip(8)
      let version = try reader.uint16()
      try reader.skip(6)
      let channels = try reader.uint16()
      let bits = try reader.uint16()
      try reader.skip(4)
      let rate = try reader.uint32()
      if version == 2 {
        try reader.skip(4)
        let sampleRate = Double(bitPattern: try reader.uint64())
        return "sound, \(InspectedText.counted(try reader.uint32(), "channel")), "
          + "\(InspectedText.number(sampleRate)) Hz"
      }
      return "sound, \(InspectedText.counted(channels, "channel")), \(bits) bits, \(rate >> 16) Hz"
    case "meta": return "timed metadata"
    default: return ""
    }
  }

  private static func cleanAperture(_ reader: inout ByteReader) throws(ReadError) -> String {
    var numbers: [String] = []
    for index in 0..<4 {
      let value =
        index < 2 ? Double(try reader.uint32()) : Double(Int32(bitPattern: try reader.uint32()))
      let divisor = try reader.uint32()
      numbers.append(
        divisor == 0
          ? "\(InspectedText.number(value))/0" : InspectedText.number(value / Double(divisor)))
    }
    return "\(numbers[0])×\(numbers[1]), shifted by \(numbers[2]), \(numbers[3])"
  }

  private static func aperture(_ reader: inout ByteReader) throws(ReadError) -> String {
    try reader.skip(4)
    let width = try reader.int32()
    return "\(InspectedText.fixedPoint16(width))×\(InspectedText.fixedPoint16(try reader.int32()))"
  }

  private static func colour(_ reader: inout ByteReader) throws(ReadError) -> String {
    let type = try reader.fourCharacterCode()
    switch type {
    case "nclc", "nclx":
      let primaries = try reader.uint16()
      let transfer = try reader.uint16()
      return "\(type): primaries \(primaries), transfer \(transfer), matrix \(try reader.uint16())"
    default: return "\(type): a profile of \(InspectedText.counted(reader.remaining, "byte"))"
    }
  }
}
