import Readers
import Validator

/// Changes the Exif of a JPEG; the picture and every other segment stay byte for byte.
struct JPEGRewriter {
  /// The most that a segment's length may say; it counts its own two bytes (ITU-T T.81, B.1.1.4).
  private static let longestSegment: UInt64 = 65_535

  private let changes: StillChanges
  private let still: Still
  private let bytes: SourceBytes
  private var exif: JPEGSegments.Segment?
  private var pictures: JPEGSegments.Segment?
  /// Where an Exif segment belongs: behind the start of image, and behind JFIF where it is there.
  private var placeForExif: UInt64 = 2

  /// The replacements that make the changes.
  ///
  /// - Throws: where the segments or the Exif block are damaged, or have no room.
  static func replacements(_ changes: StillChanges, in bytes: SourceBytes, _ still: Still)
    throws(RewriteError) -> [Replacement]
  {
    let rewriter: JPEGRewriter
    do throws(ReadError) {
      rewriter = try JPEGRewriter(changes, bytes, still)
    } catch {
      throw RewriteError(error)
    }
    guard let exif = rewriter.exif else {
      return changes.needsExif ? try rewriter.newSegment() : []
    }
    return try rewriter.changed(exif)
  }

  private init(_ changes: StillChanges, _ bytes: SourceBytes, _ still: Still) throws(ReadError) {
    self.changes = changes
    self.bytes = bytes
    self.still = still
    var segments = try JPEGSegments(of: bytes)
    var isOpening = true
    while true {
      let segment = try segments.next()
      if segment.isStartOfScan { return }
      guard segment.endOffset <= bytes.size else {
        throw ReadError(
          .pastEnd(
            needed: segment.payloadLength, available: bytes.size - segment.payloadOffset),
          "a segment reaches past the end of the file",
          at: Place("segments", offset: segment.offset, length: bytes.size - segment.offset))
      }
      isOpening = isOpening && segment.marker == 0xE0
      if isOpening { placeForExif = segment.endOffset }
      let head = try segments.peek(
        at: segment.payloadOffset, min(segment.payloadLength, 5), path: "segments")
      if segment.marker == 0xE1, exif == nil, head.starts(with: "Exif\0") { exif = segment }
      if segment.marker == 0xE2, pictures == nil, head.starts(with: "MPF\0") { pictures = segment }
    }
  }

  // MARK: Without Exif

  private func newSegment() throws(RewriteError) -> [Replacement] {
    let block = ExifBlock.minimal(changes, pictureSize: still.pixelSize.value)
    let segment = JPEGSegment.exif(block.bytes).bytes
    let purposes = ["adds an Exif segment", changes.identifier.map(TIFFRewriter.writing)]
    let added = Replacement(
      placeForExif..<placeForExif, with: segment, in: "APP1/Exif",
      purpose: purposes.compactMap { $0 }.joined(separator: "; "))
    return try [added] + indexPatches(placeForExif, growth: segment.count)
  }

  // MARK: With Exif

  private func changed(_ exif: JPEGSegments.Segment) throws(RewriteError) -> [Replacement] {
    if let error = still.exifPrefix.readError { throw RewriteError(error) }
    // Behind `Exif` and its two NULs (Exif 2.32, 4.7.2).
    let prefixStart = exif.payloadOffset + 6
    let extraBytes = still.exifPrefix.value?.extraBytes ?? 0
    let blockStart = prefixStart + extraBytes
    let block: ByteReader
    do throws(ReadError) {
      guard blockStart <= exif.endOffset else {
        throw ReadError(
          .malformed, "the Exif segment is empty",
          at: Place("APP1/Exif", offset: exif.offset, length: exif.endOffset - exif.offset))
      }
      block = try bytes.part(
        at: blockStart, length: exif.endOffset - blockStart, path: "APP1/Exif")
    } catch {
      throw RewriteError(error)
    }
    let tiff = try TIFFRewriter(changes, in: block, pictureSize: still.pixelSize.value)
    var result = tiff.replacements(at: blockStart, end: exif.endOffset)
    if changes.removesExifPrefix, extraBytes > 0 {
      result.append(
        Replacement(
          prefixStart..<blockStart, with: [], in: "APP1/Exif",
          purpose: "takes out the \(extraBytes) bytes before the TIFF header"))
    }
    let growth = result.reduce(0) { $0 + $1.growth }
    guard growth != 0 else { return result }
    result.append(try lengthPatch(exif, growth: growth))
    return try result + indexPatches(exif.endOffset, growth: growth)
  }

  private func lengthPatch(_ segment: JPEGSegments.Segment, growth: Int) throws(RewriteError)
    -> Replacement
  {
    let old = Int(segment.payloadLength) + 2
    let new = old + growth
    guard new <= Int(JPEGRewriter.longestSegment) else {
      throw RewriteError(
        "the Exif segment of \(old) bytes has no room for \(growth) more: a segment ends at "
          + "\(JPEGRewriter.longestSegment)",
        at: Place(
          "APP1/Exif", offset: segment.offset, length: segment.endOffset - segment.offset))
    }
    return Replacement(
      (segment.offset + 2)..<(segment.offset + 4), with: UInt16(clamping: new).bytes(.bigEndian),
      in: "APP1", purpose: "sets the length of the segment")
  }

  // MARK: Further pictures

  /// What changes in the multi-picture index where bytes come in or go before an offset.
  private func indexPatches(_ offset: UInt64, growth: Int) throws(RewriteError) -> [Replacement] {
    guard let pictures else { return [] }
    do throws(ReadError) {
      let payload = try bytes.part(
        at: pictures.payloadOffset, length: pictures.payloadLength, path: "APP2/MPF")
      return try MultiPictureRewriter(payload).replacements(offset, growth: growth)
    } catch {
      throw RewriteError(error)
    }
  }
}

extension TIFFRewriter {
  /// The changes as replacements in a file.
  ///
  /// - Parameters:
  ///   - start: where the block begins in the file.
  ///   - end: where it ends.
  func replacements(at start: UInt64, end: UInt64) -> [Replacement] {
    var result = patches.filter { $0.range.upperBound <= keptLength }.map {
      Replacement(
        (start + UInt64($0.range.lowerBound))..<(start + UInt64($0.range.upperBound)),
        with: $0.bytes, in: $0.path, purpose: $0.purpose)
    }
    if !keepsLength {
      result.append(
        Replacement(
          (start + UInt64(keptLength))..<end, with: added, in: path,
          purpose: purposes.joined(separator: "; ")))
    }
    return result
  }
}

extension Replacement {
  /// How much longer the file becomes; below zero where it becomes shorter.
  var growth: Int { bytes.count - Int(clamping: range.upperBound - range.lowerBound) }
}
