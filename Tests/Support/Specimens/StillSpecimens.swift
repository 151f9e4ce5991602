import Readers
import Writers

extension Specimen {
  /// Recipes for `still/`: type, wholeness and what editors lose.
  static func still(_ media: Media) -> [Specimen] {
    let still = ExampleStill(media)
    let jpegMovie = LiveMovie.example(media.h264)
    let heicMovie = LiveMovie.example(media.hevc)
    return [
      Specimen(
        "still-truncated-fail-heic-cut", File("IMG_0001.HEIC", still.heic.dropLast(200)),
        File("IMG_0001.MOV", heicMovie.bytes)),
      Specimen(
        "still-truncated-fail-jpeg-cut", File("IMG_0001.JPG", still.jpeg.dropLast(200)),
        File("IMG_0001.MOV", jpegMovie.bytes)),
      Specimen(
        "still-truncated-pass-zero-padding",
        File("IMG_0001.JPG", still.jpeg + Array(repeating: 0, count: 512)),
        File("IMG_0001.MOV", jpegMovie.bytes)),
      Specimen(
        "still-type-fail-png", File("IMG_0001.PNG", still.png),
        File("IMG_0001.MOV", jpegMovie.bytes)),
      Specimen(
        "still-type-pass-lone-png",
        File("IMG_0001.PNG", ExampleStill(media, identifier: nil).png)),
      Specimen(
        "still-trailing-data-pass-multi-picture",
        File("IMG_0001.JPG", still.jpeg(withSecondPicture: media.jpeg.bytes)),
        File("IMG_0001.MOV", jpegMovie.bytes)),
      Specimen(
        "still-trailing-data-fail-text",
        File("IMG_0001.JPG", still.jpeg + Array("end of upload\n".utf8)),
        File("IMG_0001.MOV", jpegMovie.bytes)),
      // The text would be a box of 1.7 GB if it were one.
      Specimen(
        "still-trailing-data-fail-text-behind-heic",
        File("IMG_0001.HEIC", still.heic + Array("end of upload\n".utf8)),
        File("IMG_0001.MOV", heicMovie.bytes)),
      .pair(
        "still-makernote-damaged-fail-cut-short",
        with(still) { $0.exif.makerNote = AppleMakerNote($0.noteEntries).bytes.dropLast(60) },
        jpegMovie),
      .pair(
        "still-makernote-damaged-fail-offsets-from-header",
        with(still) { $0.exif.makerNote = $0.noteWithOffsetsFromHeader }, jpegMovie),
      .pair(
        "still-makernote-damaged-pass-bare-note",
        with(still) {
          $0.exif.makerNote = AppleMakerNote.generated(identifier: Shot.identifier).bytes
        }, jpegMovie),
      .heicPair(
        "still-exif-prefix-pass-none", with(still) { $0.exifPrefix = [] }, heicMovie),
      .heicPair(
        "still-structure-pass-meta-last", with(still) { $0.metadataComesLast = true }, heicMovie),
      // Nothing in it says in which colours it is.
      .pair("still-colour-profile-missing-pass-jpeg", still, jpegMovie),
      .pair(
        "still-auxiliary-lost-pass-headroom-alone",
        with(still) {
          $0.noteEntries.append(
            TIFFEntry(0x0021, .signedRationals([TIFFSignedRational(1_229, 1_024)])))
        }, jpegMovie),
      .heicPair(
        "still-exif-prefix-fail-four-bytes-more",
        with(still) { $0.exifPrefix += [0, 0, 0, 0] }, heicMovie),
      .heicPair(
        "still-structure-fail-construction-method-lost",
        with(still) { $0.locationsNameTheirMethod = false }, heicMovie),
      .heicPair(
        "still-colour-profile-missing-fail-no-colr", with(still) { $0.hasColourProfile = false },
        heicMovie),
      .pair(
        "still-auxiliary-lost-fail-gain-map-gone",
        with(still) {
          $0.noteEntries.append(
            TIFFEntry(0x0030, .signedRationals([TIFFSignedRational(1_843, 1_024)])))
        }, jpegMovie),
    ]
  }
}

extension Specimen.File {
  fileprivate init(_ name: String, _ bytes: ArraySlice<UInt8>) {
    self.init(name, Array(bytes))
  }
}

extension ExampleStill {
  /// The MakerNote as an editor leaves it that counts its offsets from the TIFF header.
  var noteWithOffsetsFromHeader: [UInt8] {
    let note = AppleMakerNote(noteEntries).bytes
    let header = note.prefix(14)
    let block = with(self) { $0.exif.makerNote = note }.exif.bytes
    let start = block.firstRange(of: header)?.lowerBound ?? 0
    return header + TIFFDirectory(noteEntries).bytes(.bigEndian, at: start + header.count)
  }

  /// The JPEG with a further picture behind it and the index that tells of both
  /// (CIPA DC-007, Multi-Picture Format, 5.2).
  fileprivate func jpeg(withSecondPicture second: [UInt8]) -> [UInt8] {
    func file(first: Int, distance: Int) -> [UInt8] {
      let sizes = [[0x03_0000, first, 0, 0], [0, second.count, distance, 0]]
      let index = TIFFDirectory([
        TIFFEntry(0xB000, .undefined(Array("0100".utf8))), TIFFEntry(0xB001, .long(2)),
        TIFFEntry(
          0xB002,
          .undefined(sizes.joined().flatMap { UInt32(clamping: $0).bytes(.bigEndian) })),
      ])
      return with(self) {
        $0.furtherSegments = [JPEGSegment(0xE2, Array("MPF\0".utf8) + index.file())]
      }.jpeg
    }
    // The index does not change in length, so the picture's length is known from a first try.
    let length = file(first: 0, distance: 0).count
    let mark = Array("MPF\0".utf8)
    let origin = file(first: 0, distance: 0).firstRange(of: mark)?.upperBound ?? 0
    return file(first: length, distance: length - origin) + second
  }
}
