import Validator
import Writers

extension Mutant {
  static let still: [Mutant] = [
    Mutant(
      "the still is a PNG", own: "still/type", pairs: [.jpeg],
      .recipe {
        $0.stillName = "IMG_0001.PNG"
        $0.stillBytes = $0.still.png
      }),
    Mutant(
      "the still lacks its last bytes", own: "still/truncated",
      .recipe { $0.bytesLostFromStill = 200 }),
    Mutant("the still is empty", own: "still/truncated", .files { $0.still = [] }),
    Mutant(
      "the still's bytes are text", own: "still/structure",
      .files { $0.still = Array("Not found\n".utf8) }),
    Mutant(
      "item locations are of version 0", own: "still/structure", pairs: [.heic],
      .recipe { $0.still.locationsNameTheirMethod = false }),
    Mutant(
      "no item is the primary one", own: "still/structure", pairs: [.heic],
      .files { $0.still.replace("pitm", with: Array("free".utf8)) }),
    Mutant(
      "a segment's length is 0", own: "still/structure", pairs: [.jpeg],
      // The segment behind Exif; its length stands behind its marker.
      .files { files in
        guard let tables = files.still.firstRange(of: [0xFF, 0xDB]) else { return }
        files.still.replaceSubrange(tables.upperBound..<tables.upperBound + 2, with: [0, 0])
      }),
    Mutant(
      "the MakerNote is cut short", own: "still/makernote-damaged",
      .recipe {
        $0.still.exif.makerNote = AppleMakerNote($0.still.noteEntries).bytes.dropLast(60)
      }),
    Mutant(
      "the MakerNote's offsets count from the TIFF header", own: "still/makernote-damaged",
      .recipe { $0.still.exif.makerNote = $0.still.noteWithOffsetsFromHeader }),
    Mutant(
      "text follows the picture", own: "still/trailing-data",
      .files { $0.still += Array("end of upload\n".utf8) }),
    Mutant(
      "the picture has no colr", own: "still/colour-profile-missing", pairs: [.heic],
      .recipe { $0.still.hasColourProfile = false }),
    Mutant(
      "the MakerNote tells of a gain map that is not there", own: "still/auxiliary-lost",
      .recipe {
        $0.still.noteEntries.append(
          TIFFEntry(0x0030, .signedRationals([TIFFSignedRational(1_843, 1_024)])))
      }),
    Mutant(
      "four more bytes stand before the TIFF header", own: "still/exif-prefix", pairs: [.heic],
      .recipe { $0.still.exifPrefix += [0, 0, 0, 0] }),
  ]
}
