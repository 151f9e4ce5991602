import Readers
import Validator

/// Gives a movie the major brand of QuickTime.
struct FileTypeEdit {
  let movie: RewritableMovie
  /// Whether the movie will hold what only QuickTime files do, so that the brands of ISO base media
  /// files are no longer true of it.
  let holdsQuickTimeBoxes: Bool

  /// Writes the brand, as cameras do: version 0, `qt  ` first among the compatible ones.
  ///
  /// A box of the old size spares all offsets from moving: brands that are no longer true give way
  /// to zeros, which QuickTime passes over (QuickTime File Format, File Type Compatibility).
  func apply(to edits: inout MovieEdits) throws(RewriteError) {
    guard let header = movie.boxes.first(where: { $0.type == "ftyp" }) else {
      edits.replace(
        0..<0, with: Part.fileType("qt  ", compatible: ["qt  "]).written(), inside: [],
        at: "ftyp", "says QuickTime in ftyp, which was not there")
      return
    }
    guard movie.facts.majorBrand.value != "qt  " else { return }
    do throws(ReadError) {
      var reader = try movie.part(
        header.offset..<(header.offset + header.size), path: "file")
      guard let box = try reader.nextBox({ _ in "ftyp" }) else { return }
      try replace(BoxNode(box), in: &edits)
    } catch {
      throw RewriteError(error)
    }
  }

  private func replace(_ box: BoxNode, in edits: inout MovieEdits) throws(ReadError) {
    var old = box.payload
    try old.skip(min(8, UInt64(old.remaining)))
    var brands: [FourCharacterCode] = ["qt  "]
    while !holdsQuickTimeBoxes, old.remaining >= 4 {
      let brand = try old.fourCharacterCode()
      if brand.rawValue != 0, !brands.contains(brand) { brands.append(brand) }
    }
    let contents = Part.sequence([.code("qt  "), .zeros(4)] + brands.map { .code($0) })
    let bytes = contents.written() + Part.zeros(box.payload.count - contents.length).written()
    edits.rewrite(box, with: bytes, at: "ftyp", "says QuickTime in ftyp")
  }
}
