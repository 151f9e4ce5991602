package import Validator

/// A walk over the marker segments before the first scan that hops from length to length.
package struct JPEGSegments {
  /// A marker segment of a JPEG file (ISO/IEC 10918-1, B.1.1.4); its payload is read when asked for.
  package struct Segment {
    /// The second byte of the marker.
    package let marker: UInt8
    /// Where the marker begins.
    package let offset: UInt64
    /// Where the payload begins, behind the length.
    package let payloadOffset: UInt64
    /// The length of the payload as the segment says; it may reach past the end of the file.
    package let payloadLength: UInt64

    package var endOffset: UInt64 { payloadOffset + payloadLength }

    /// Whether it is a frame header, which holds the picture's size: SOF0 to SOF15 (B.2.2).
    var isFrameHeader: Bool {
      switch marker {
      // DHT, JPG and DAC stand among them and are none.
      case 0xC4, 0xC8, 0xCC: false
      default: (0xC0...0xCF).contains(marker)
      }
    }

    /// Whether entropy-coded data follow: start of scan.
    package var isStartOfScan: Bool { marker == 0xDA }
  }

  /// More segments than any file has; extended XMP of 100 MB takes 1,600.
  static let limit = 20_000
  /// What is read at once of a file's header behind the first read: small segments come in rows.
  private static let windowLength: UInt64 = 4 * 1024
  /// Fill bytes that may stand before a marker; none at all is the rule (B.1.1.2).
  private static let fillLimit = 60

  private let bytes: SourceBytes
  private var window: ByteReader
  private var at: UInt64 = 2
  private var count = 0

  /// Begins behind the start-of-image marker.
  ///
  /// - Throws: `malformed` where the file does not begin with it.
  package init(of bytes: SourceBytes) throws(ReadError) {
    self.bytes = bytes
    window = try bytes.available(
      at: 0, length: UInt64(SourceBytes.headLength), path: "segments")
    guard window.rest.starts(with: [0xFF, 0xD8]) else {
      throw ReadError(
        .malformed, "the file does not begin with FF D8, a JPEG's start of image",
        at: Place("SOI", offset: 0, length: min(2, bytes.size)))
    }
  }

  /// The next bytes of the file, fewer where it ends.
  package mutating func peek(at offset: UInt64, _ length: UInt64, path: StructurePath)
    throws(ReadError)
    -> ByteReader
  {
    let end = window.startOffset + UInt64(window.count)
    if offset < window.startOffset || offset >= end || (length > end - offset && end < bytes.size) {
      window = try bytes.available(
        at: offset, length: max(length, JPEGSegments.windowLength), path: "segments")
    }
    let distance = min(offset, bytes.size) - window.startOffset
    return try window.slice(
      from: distance, length: min(length, UInt64(window.count) - distance), path: path)
  }

  /// The next segment.
  ///
  /// - Throws: `pastEnd` where the file ends, `malformed` where no segment stands here.
  package mutating func next() throws(ReadError) -> Segment {
    while true {
      count += 1
      guard count <= JPEGSegments.limit else {
        throw ReadError(
          .limit, "more than \(JPEGSegments.limit) segments stand before the first scan",
          at: Place("segments", offset: at, length: 0))
      }
      let (marker, offset) = try marker()
      switch marker {
      case 0x01, 0xD0...0xD7:
        // TEM and RSTn stand alone, without a length (B.1.1.3).
        at = offset + 2
      case 0x00, 0xD8, 0xD9:
        throw ReadError(
          .malformed,
          marker == 0xD9
            ? "the picture ends before its first scan"
            : "the marker FF \(marker == 0 ? "00" : "D8") stands before the first scan",
          at: Place("segments", offset: offset, length: 2))
      default:
        return try segment(marker, at: offset)
      }
    }
  }

  /// The marker at the cursor, behind fill bytes.
  private mutating func marker() throws(ReadError) -> (UInt8, offset: UInt64) {
    var reader = try peek(at: at, 64, path: "segments")
    try requireMore(than: 1, of: reader)
    let first = try reader.uint8()
    guard first == 0xFF else {
      throw ReadError(
        .malformed,
        "no marker stands where the segment before it ends: the byte is \(first), not 255",
        at: Place("segments", offset: at, length: 1))
    }
    for _ in 0..<JPEGSegments.fillLimit {
      try requireMore(than: 0, of: reader)
      let marker = try reader.uint8()
      if marker != 0xFF { return (marker, reader.offset - 2) }
    }
    throw ReadError(
      .malformed, "no marker stands behind \(JPEGSegments.fillLimit) fill bytes",
      at: Place("segments", offset: at, length: UInt64(JPEGSegments.fillLimit)))
  }

  /// Says in the reader's words that the file ends here.
  private func requireMore(than count: Int, of reader: ByteReader) throws(ReadError) {
    guard reader.remaining > count else {
      throw ReadError(
        .pastEnd(needed: UInt64(count) + 1, available: UInt64(reader.remaining)),
        "the file ends before the picture's first scan", at: reader.place(ofNext: count + 1))
    }
  }

  private mutating func segment(_ marker: UInt8, at offset: UInt64) throws(ReadError)
    -> Segment
  {
    var reader = try peek(at: offset + 2, 2, path: "segments")
    try requireMore(than: 1, of: reader)
    let length = UInt64(try reader.uint16())
    guard length >= 2 else {
      throw ReadError(
        .malformed, "a segment says it is \(length) bytes long, its length alone takes 2",
        at: Place("segments", offset: offset, length: 4))
    }
    at = offset + 2 + length
    return Segment(
      marker: marker, offset: offset, payloadOffset: offset + 4, payloadLength: length - 2)
  }
}
