import Readers
import Validator

/// Changes the Exif item of a HEIC; coded pictures and every other item stay byte for byte.
struct HEIFRewriter {
  private let changes: StillChanges
  private let still: Still
  private let bytes: SourceBytes

  /// The distance to the TIFF header, and what stands between (ISO/IEC 23008-12, A.2.1), as cameras
  /// write it.
  private static let opening: [UInt8] = [0, 0, 0, 6] + Array("Exif\0\0".utf8)

  /// The replacements that make the changes.
  ///
  /// - Throws: where the items or the Exif block are damaged, or the item is stored in a form that is
  ///   not rewritten.
  static func replacements(_ changes: StillChanges, in bytes: SourceBytes, _ still: Still)
    throws(RewriteError) -> [Replacement]
  {
    let rewriter = HEIFRewriter(changes: changes, still: still, bytes: bytes)
    let item: ExifItem?
    do throws(ReadError) {
      item = try HEIFReader.exifItem(of: bytes)
    } catch {
      throw RewriteError(error)
    }
    if let item { return try rewriter.changed(item) }
    guard changes.needsExif else { return [] }
    do throws(ReadError) {
      return try rewriter.newItem()
    } catch {
      throw RewriteError(error)
    }
  }

  // MARK: Without Exif

  private func newItem() throws(ReadError) -> [Replacement] {
    let block = ExifBlock.minimal(changes, pictureSize: still.pixelSize.value)
    let purposes = ["adds an Exif item", changes.identifier.map(TIFFRewriter.writing)]
    return try HEIFItemWriter(bytes).add(
      HEIFRewriter.opening + block.bytes,
      purpose: purposes.compactMap { $0 }.joined(separator: "; "))
  }

  // MARK: With Exif

  private func changed(_ item: ExifItem) throws(RewriteError) -> [Replacement] {
    let tiff = try TIFFRewriter(changes, in: item.block, pictureSize: still.pixelSize.value)
    let removesPrefix = changes.removesExifPrefix && item.extraBytes > 0
    guard removesPrefix || !tiff.isUnchanged else { return [] }
    do throws(ReadError) {
      let writer = try HEIFItemWriter(bytes)
      try writer.requireOneExtent(of: item.id)
      if tiff.keepsLength, writer.owns(item) {
        var result = tiff.replacements(
          at: item.block.startOffset, end: item.block.startOffset + UInt64(item.block.count))
        if removesPrefix { result += try prefixRemoval(item, writer) }
        return result
      }
      let prefixLength = item.block.startOffset - item.data.startOffset
      let opening =
        removesPrefix
        ? HEIFRewriter.opening
        : Array(try item.data.slice(from: 0, length: prefixLength).rest)
      let purposes =
        tiff.allPurposes + ["writes the Exif item anew at the end of the picture's data"]
      return try writer.move(
        item.id, to: opening + tiff.bytes, purpose: purposes.joined(separator: "; "))
    } catch {
      throw RewriteError(error)
    }
  }

  /// The item begins later, so that its opening stands right before the TIFF header.
  private func prefixRemoval(_ item: ExifItem, _ writer: HEIFItemWriter) throws(ReadError)
    -> [Replacement]
  {
    let start = item.data.startOffset
    let blockStart = item.block.startOffset
    let hasRoom = blockStart - start >= UInt64(HEIFRewriter.opening.count)
    let opening = hasRoom ? HEIFRewriter.opening : [0, 0, 0, 0]
    let newStart = blockStart - UInt64(opening.count)
    let patch = Replacement(
      newStart..<blockStart, with: opening, in: item.data.path,
      purpose: "puts the TIFF header where the Exif item is said to have it")
    return try [patch] + writer.shorten(item.id, by: newStart - start)
  }
}

extension ExifBlock {
  /// A block for a picture that has none: what is asked for and what Exif demands.
  static func minimal(_ changes: StillChanges, pictureSize: PixelSize?) -> ExifBlock {
    var block = ExifBlock()
    block.colourSpace = uncalibrated
    block.orientation = changes.orientation
    block.captureTime = changes.shot.captureTime?.exifDate
    block.zone = changes.shot.captureTime?.exifZone
    block.make = changes.shot.make
    block.model = changes.shot.model
    block.place = changes.shot.location
    block.pixelSize = changes.exifPixelSize ?? pictureSize
    block.makerNote = changes.identifier.map { AppleMakerNote.generated(identifier: $0).bytes }
    return block
  }
}
