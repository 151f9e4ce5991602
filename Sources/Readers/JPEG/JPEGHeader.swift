import Validator

/// What the segments before the first scan of a JPEG file hold.
struct JPEGHeader {
  /// How far behind `Exif` and its NULs a TIFF header is looked for.
  private static let prefixLimit = 256

  /// How many XMP segments are looked into; one is the rule, and a hostile file may hold thousands.
  private static let xmpLimit = 4

  private var hasExif = false
  private var hasSecondExif = false
  private var xmpCount = 0
  private var hasFrame = false
  /// What the XMP packet says, where it says anything of a Live Photo or an embedded movie.
  private(set) var xmp: XMPFacts?
  private(set) var pictures: Field<MultiPictureIndex> = .absent(searched: [])
  /// The first byte of the first scan's data; nil where the file ends before it.
  private(set) var scanStart: UInt64?

  /// Reads the segments as far as they go.
  ///
  /// - Returns: why the walk ended before the first scan.
  mutating func read(_ bytes: SourceBytes, into still: inout Still) -> ReadError? {
    do throws(ReadError) {
      var segments = try JPEGSegments(of: bytes)
      while true {
        let segment = try segments.next()
        try take(segment, of: &segments, in: bytes, into: &still)
        guard segment.endOffset <= bytes.size else {
          throw ReadError(
            .pastEnd(
              needed: segment.payloadLength, available: bytes.size - segment.payloadOffset),
            "a segment of \(segment.payloadLength) bytes reaches "
              + "\(segment.endOffset - bytes.size) bytes past the end of the file",
            at: Place(
              "segments", offset: segment.offset, length: bytes.size - segment.offset))
        }
        if segment.isStartOfScan {
          scanStart = segment.endOffset
          return nil
        }
      }
    } catch {
      return error
    }
  }

  /// Sets the facts whose segment was not met.
  mutating func noteMissing(_ missing: Field<Never>, in still: inout Still) {
    if !hasFrame {
      switch missing {
      case .unreadable(let error): still.pixelSize = .unreadable(error)
      case .absent(let searched):
        let place = searched.first ?? Place("segments", offset: 0, length: 0)
        let error = ReadError(
          .malformed, "the first scan comes without a frame header before it", at: place)
        still.pixelSize = .unreadable(error)
        still.damages.append(Damage(.structure, error.reason, at: place))
      case .present: break
      }
    }
    guard !hasExif else { return }
    switch missing {
    case .unreadable(let error):
      ExifReader.noteUnreadable(error, in: &still)
      still.exifPrefix = .unreadable(error)
    case .absent(let searched):
      ExifReader.noteAbsence(searched: searched, in: &still)
      still.exifPrefix = .absent(searched: searched)
    case .present: break
    }
  }

  private mutating func take(
    _ segment: JPEGSegments.Segment, of segments: inout JPEGSegments, in bytes: SourceBytes,
    into still: inout Still
  ) throws(ReadError) {
    switch segment.marker {
    case 0xE1:
      let length = min(segment.payloadLength, UInt64(XMPMarkers.signature.utf8CodeUnitCount))
      let head = try segments.peek(at: segment.payloadOffset, length, path: "APP1")
      if head.starts(with: "Exif\0") {
        try takeExif(segment, in: bytes, into: &still)
      } else if head.starts(with: XMPMarkers.signature) {
        try takeXMP(segment, in: bytes, into: &still)
      }
    case 0xE2:
      let head = try segments.peek(
        at: segment.payloadOffset, min(segment.payloadLength, 4), path: "APP2")
      if head.starts(with: "MPF\0"), pictures.isAbsent { takePictures(segment, in: bytes) }
    default:
      if segment.isFrameHeader, !hasFrame {
        hasFrame = true
        still.pixelSize = pixelSize(segment, of: &segments)
      }
    }
  }

  // MARK: Frame header

  /// The picture's size from a frame header (ISO/IEC 10918-1, B.2.2).
  private func pixelSize(_ segment: JPEGSegments.Segment, of segments: inout JPEGSegments)
    -> Field<PixelSize>
  {
    let path = StructurePath("SOF*", Int(segment.marker) - 0xC0)
    do throws(ReadError) {
      var frame = try segments.peek(
        at: segment.payloadOffset, min(segment.payloadLength, 5), path: path)
      try frame.skip(1)
      let place = frame.place(ofNext: 4)
      let height = try frame.uint16()
      let width = try frame.uint16()
      guard height > 0 else {
        throw ReadError(
          .unsupported, "the frame header leaves the height to a DNL segment behind the scan",
          at: place)
      }
      return .present(PixelSize(width: UInt32(width), height: UInt32(height)), at: place)
    } catch {
      return .unreadable(error)
    }
  }

  // MARK: Exif

  private mutating func takeExif(
    _ segment: JPEGSegments.Segment, in bytes: SourceBytes, into still: inout Still
  ) throws(ReadError) {
    guard !hasExif else {
      if hasSecondExif { return }
      hasSecondExif = true
      still.oddities.append(
        Still.Oddity(
          "the file has another Exif segment; the first one counts",
          at: Place("APP1/Exif", offset: segment.offset, length: segment.payloadLength + 4)))
      return
    }
    hasExif = true
    var payload = try bytes.available(
      at: segment.payloadOffset, length: segment.payloadLength, path: "APP1/Exif")
    try? payload.skip(6)
    let start = payload
    if let extra = JPEGHeader.distanceOfTIFFHeader(payload.rest) {
      try payload.skip(UInt64(extra))
      still.exifPrefix = .present(
        ExifPrefix(extraBytes: UInt64(extra)),
        at: extra == 0
          ? Place("APP1/Exif", offset: segment.payloadOffset, length: 6)
          : start.place(ofNext: extra))
    } else {
      still.exifPrefix = .unreadable(
        ReadError(
          .malformed, "no TIFF header stands behind Exif and its two NULs",
          at: start.place(ofNext: 8)))
    }
    ExifReader.read(payload, into: &still)
  }

  /// How many bytes stand before the TIFF header; nil where there is none.
  private static func distanceOfTIFFHeader(_ bytes: ArraySlice<UInt8>) -> Int? {
    for distance in 0..<min(prefixLimit, bytes.count) {
      let rest = bytes.dropFirst(distance)
      if rest.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) || rest.starts(with: [0x49, 0x49, 0x2A, 0x00])
      {
        return distance
      }
    }
    return nil
  }

  // MARK: XMP and MPF

  private mutating func takeXMP(
    _ segment: JPEGSegments.Segment, in bytes: SourceBytes, into still: inout Still
  ) throws(ReadError) {
    xmpCount += 1
    guard xmp == nil, xmpCount <= JPEGHeader.xmpLimit else { return }
    var packet = try bytes.available(
      at: segment.payloadOffset, length: segment.payloadLength, path: "APP1/XMP")
    try packet.skip(UInt64(XMPMarkers.signature.utf8CodeUnitCount))
    guard XMPMarkers.stand(in: packet.rest) else { return }
    packet = try packet.take(UInt64(packet.remaining))
    do {
      xmp = try XMPReader.read(packet)
    } catch {
      still.oddities.append(
        Still.Oddity("the XMP packet cannot be read: \(error.reason)", at: error.place))
    }
  }

  private mutating func takePictures(_ segment: JPEGSegments.Segment, in bytes: SourceBytes) {
    do {
      var index = try bytes.available(
        at: segment.payloadOffset, length: segment.payloadLength, path: "APP2/MPF")
      try index.skip(4)
      pictures = .present(try MultiPictureIndex(index), at: index.place)
    } catch {
      pictures = .unreadable(error)
    }
  }
}
