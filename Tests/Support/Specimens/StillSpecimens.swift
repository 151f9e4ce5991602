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
        "still-trailing-data-fail-text",
        File("IMG_0001.JPG", still.jpeg + Array("end of upload\n".utf8)),
        File("IMG_0001.MOV", jpegMovie.bytes)),
      .pair(
        "still-makernote-damaged-fail-cut-short",
        with(still) { $0.exif.makerNote = AppleMakerNote($0.noteEntries).bytes.dropLast(60) },
        jpegMovie),
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
