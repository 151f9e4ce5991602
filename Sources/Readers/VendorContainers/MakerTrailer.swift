internal import Validator

/// What a maker appends to the end of a picture file, known by its last bytes.
struct MakerTrailer {
  /// Where it begins; the picture and a movie before it end here.
  var start: UInt64
  /// The movie that the trailer announces.
  var movie: Announcement?

  /// A movie that a trailer speaks of.
  struct Announcement {
    var container: EmbeddedMovie.Container
    var place: Place
    /// Where the movie begins.
    var start: UInt64
    /// Where it must end.
    var limit: UInt64
  }

  /// The longest of the closing marks below.
  private static let markLength: UInt64 = 20
  /// The last bytes of a vivo trailer, whose length they do not tell (ExifTool, Trailer.pm).
  private static let vivoMark: [UInt8] = [
    0xFF, 0xFF, 0xFF, 0xFF, 0x1B, 0x2A, 0x39, 0x48, 0x57, 0x66, 0x75, 0x84, 0x93, 0xA2, 0xB1,
  ]

  /// Finds the trailer at the end of a file; nil where there is none.
  ///
  /// - Parameter pictureEnd: where the picture's own bytes end; the trailer begins no earlier.
  init?(endOf bytes: SourceBytes, after pictureEnd: UInt64) {
    guard pictureEnd < bytes.size, bytes.size - pictureEnd >= MakerTrailer.markLength,
      let mark = try? bytes.part(
        at: bytes.size - MakerTrailer.markLength, length: MakerTrailer.markLength, path: "trailer")
    else { return nil }
    let last = mark.rest
    if last.suffix(4).elementsEqual("SEFT".utf8) {
      self.init(samsung: bytes, after: pictureEnd)
    } else if mark.starts(with: "LIVE_") {
      self.init(huawei: mark, size: bytes.size, after: pictureEnd)
    } else if last.suffix(15).elementsEqual(MakerTrailer.vivoMark) {
      self.init(vivo: bytes, after: pictureEnd)
    } else if last.suffix(8).starts(with: "jxrs".utf8) {
      self.init(onePlus: mark, size: bytes.size, after: pictureEnd)
    } else {
      return nil
    }
  }

  /// Huawei, Honor: 20 bytes of version, 20 of play information, 20 of `LIVE_` with a length.
  ///
  /// The length counts the movie and the version (OpenHarmony, moving_photo_file_utils).
  private init?(huawei mark: ByteReader, size: UInt64, after pictureEnd: UInt64) {
    let digits = mark.rest.dropFirst(5).prefix { (0x30...0x39).contains($0) }
    guard let length = UInt64(String(decoding: digits, as: UTF8.self)), length >= 20,
      size >= 60, length <= size - 40
    else { return nil }
    start = max(pictureEnd, size - 60)
    movie = Announcement(
      container: .huawei, place: Place("trailer/LIVE_", offset: mark.startOffset, length: 20),
      start: size - 40 - length, limit: start)
  }

  /// The vivo trailer: `streamdata` or `vivo{"` after the picture, up to the closing mark.
  private init?(vivo bytes: SourceBytes, after pictureEnd: UInt64) {
    // ExifTool takes up to 10 MB; this is the most that one part may hold.
    let length = min(bytes.size - pictureEnd, SourceBytes.partLimit)
    guard let part = try? bytes.part(at: bytes.size - length, length: length, path: "trailer")
    else { return nil }
    var rest = part.rest
    while let letter = rest.firstIndex(where: { $0 == UInt8(ascii: "s") || $0 == UInt8(ascii: "v") }
    ) {
      rest = rest[letter...]
      if rest.starts(with: "streamdata".utf8) || rest.starts(with: "vivo{\"".utf8) {
        start = part.startOffset + UInt64(letter - part.rest.startIndex)
        return
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// OnePlus: records, then a JSON list of them, then `jxrs` and the length of list and mark.
  private init?(onePlus mark: ByteReader, size: UInt64, after pictureEnd: UInt64) {
    var footer = mark
    footer.order = .littleEndian
    guard (try? footer.skip(MakerTrailer.markLength - 4)) != nil,
      let length = try? footer.uint32(), length > 8, UInt64(length) <= size - pictureEnd
    else { return nil }
    start = size - UInt64(length)
  }
}

// MARK: Samsung

extension MakerTrailer {
  /// The type of the block that holds a movie, MotionPhoto_Data (ExifTool, Samsung.pm).
  private static let motionPhotoData: UInt16 = 0x0A30
  /// More entries than any file has; about ten are usual.
  private static let entryLimit = 1_000

  /// Samsung: blocks, then the directory `SEFH` of them, its length and `SEFT`.
  private init?(samsung bytes: SourceBytes, after pictureEnd: UInt64) {
    guard var footer = try? bytes.part(at: bytes.size - 8, length: 4, path: "trailer/SEFT") else {
      return nil
    }
    footer.order = .littleEndian
    guard let length = try? footer.uint32(), length >= 12,
      UInt64(length) <= bytes.size - 8 - pictureEnd
    else { return nil }
    let directoryStart = bytes.size - 8 - UInt64(length)
    guard
      var directory = try? bytes.part(
        at: directoryStart, length: UInt64(length), path: "trailer/SEFH"),
      directory.starts(with: "SEFH")
    else { return nil }
    directory.order = .littleEndian
    start = directoryStart
    guard (try? directory.skip(8)) != nil, let count = try? directory.uint32() else { return }
    for _ in 0..<min(Int(clamping: count), MakerTrailer.entryLimit) {
      let place = directory.place(ofNext: 12)
      guard (try? directory.skip(2)) != nil, let type = try? directory.uint16(),
        let back = try? directory.uint32(), let size = try? directory.uint32()
      else { return }
      guard UInt64(back) <= directoryStart - pictureEnd, size <= back else { continue }
      let blockStart = directoryStart - UInt64(back)
      start = min(start, blockStart)
      guard type == MakerTrailer.motionPhotoData else { continue }
      movie = Announcement(
        container: .samsung,
        place: Place("trailer/SEFH/MotionPhoto_Data", offset: place.offset, length: place.length),
        start: MakerTrailer.contentStart(ofBlockAt: blockStart, in: bytes),
        limit: blockStart + UInt64(size))
    }
  }

  /// Where a block's content begins: after two zero bytes, its type, its name's length and name.
  private static func contentStart(ofBlockAt start: UInt64, in bytes: SourceBytes) -> UInt64 {
    guard var header = try? bytes.available(at: start, length: 8, path: "trailer/SEF") else {
      return start
    }
    header.order = .littleEndian
    guard (try? header.skip(4)) != nil, let nameLength = try? header.uint32() else { return start }
    return start + 8 + UInt64(nameLength)
  }
}
