import Validator
import Writers

extension Specimen {
  /// Recipes for `pair/`: which file belongs to which, and what a file is.
  static func pair(_ media: Media) -> [Specimen] {
    let still = ExampleStill(media)
    let movie = LiveMovie.example(media.h264)
    let plainStill = ExampleStill(media, identifier: nil)
    let plainMovie = LiveMovie.example(media.h264, identifier: nil)
    let otherMovie = with(movie) { $0.creationTime += 1 }
    return [
      Specimen("pair-missing-movie-fail-lone-still", File("IMG_0001.JPG", still.jpeg)),
      Specimen("pair-missing-movie-pass-plain-photo", File("IMG_0001.JPG", plainStill.jpeg)),
      Specimen("pair-missing-still-fail-lone-movie", File("IMG_0001.MOV", movie.bytes)),
      // With its timed metadata, as an iPhone records an ordinary video.
      Specimen("pair-missing-still-pass-ordinary-video", File("IMG_0001.MOV", plainMovie.bytes)),
      Specimen(
        "pair-crossed-fail-movies-swapped",
        File("IMG_0001.JPG", still.jpeg),
        File(
          "IMG_0001.MOV", LiveMovie.example(media.h264, identifier: Shot.otherIdentifier).bytes),
        File("IMG_0002.JPG", ExampleStill(media, identifier: Shot.otherIdentifier).jpeg),
        File("IMG_0002.MOV", movie.bytes)),
      Specimen(
        "pair-crossed-pass-video-of-that-name",
        File("IMG_0001.JPG", still.jpeg), File("IMG_0001.MOV", movie.bytes),
        File("IMG_0001.MP4", with(plainMovie) { $0.brand = "mp42" }.bytes)),
      Specimen(
        "pair-name-differs-pass-letter-case",
        File("IMG_0001.JPG", still.jpeg), File("img_0001.mov", movie.bytes)),
      Specimen(
        "pair-name-differs-fail-hevc-suffix",
        File("IMG_0001.HEIC", still.heic),
        File("IMG_0001_HEVC.MOV", LiveMovie.example(media.hevc).bytes)),
      Specimen(
        "pair-name-only-fail-other-time",
        File("IMG_0001.JPG", plainStill.jpeg),
        File(
          "IMG_0001.MOV",
          with(plainMovie) {
            $0.replaceMetadata("creationdate", by: "2024-06-23T18:30:00+0100")
          }.bytes)),
      .pair("pair-name-only-pass-one-shot", plainStill, plainMovie),
      Specimen(
        "pair-duplicate-copy-pass-plain-photo",
        File("Backup/IMG_0001.JPG", plainStill.jpeg), File("Camera/IMG_0001.JPG", plainStill.jpeg)),
      Specimen(
        "pair-duplicate-copy-fail-backup",
        File("Backup/IMG_0001.JPG", still.jpeg), File("Backup/IMG_0001.MOV", movie.bytes),
        File("Camera/IMG_0001.JPG", still.jpeg), File("Camera/IMG_0001.MOV", movie.bytes)),
      Specimen(
        "pair-same-bytes-fail-still-twice",
        File("IMG_0001.HEIC", still.heic), File("IMG_0001.MOV", still.heic)),
      // Zero padding, which is no fault, makes the still as long as the movie.
      Specimen(
        "pair-same-bytes-pass-equal-length",
        File("IMG_0001.JPG", still.jpeg.padded(to: movie.bytes.count)),
        File("IMG_0001.MOV", movie.bytes)),
      Specimen(
        "pair-extension-mismatch-pass-jpeg-and-qt",
        File("IMG_0001.jpeg", still.jpeg), File("IMG_0001.qt", movie.bytes)),
      Specimen(
        "pair-edited-mixed-fail-still-edited",
        File("IMG_0001.pvt/IMG_E0001.JPG", still.jpeg),
        File("IMG_0001.pvt/IMG_0001.MOV", movie.bytes),
        File("IMG_0001.pvt/metadata.plist", Array(bundleMetadata.utf8))),
      Specimen(
        "pair-edited-mixed-pass-both-edited",
        File("IMG_E0001.JPG", still.jpeg), File("IMG_E0001.MOV", movie.bytes)),
      Specimen(
        "pair-ambiguous-fail-second-movie",
        File("IMG_0001.JPG", still.jpeg), File("IMG_0001.MOV", movie.bytes),
        File("IMG_0002.MOV", otherMovie.bytes)),
      Specimen(
        "pair-ambiguous-fail-jpeg-export",
        File("IMG_0001.HEIC", still.heic), File("IMG_0001.JPG", still.jpeg),
        File("IMG_0001.MOV", movie.bytes)),
      Specimen(
        "pair-ambiguous-pass-same-movie-twice",
        File("IMG_0001.JPG", still.jpeg), File("IMG_0001.MOV", movie.bytes),
        File("IMG_0002.MOV", movie.bytes)),
      Specimen(
        "pair-extension-mismatch-fail-jpeg-in-heic",
        File("IMG_0001.HEIC", still.jpeg), File("IMG_0001.MOV", movie.bytes)),
      Specimen(
        "pair-bundle-invalid-pass-pvt",
        File("IMG_0001.pvt/IMG_0001.JPG", still.jpeg),
        File("IMG_0001.pvt/IMG_0001.MOV", movie.bytes),
        File("IMG_0001.pvt/metadata.plist", Array(bundleMetadata.utf8))),
      Specimen(
        "pair-bundle-invalid-fail-no-metadata",
        File("IMG_0001.pvt/IMG_0001.JPG", still.jpeg),
        File("IMG_0001.pvt/IMG_0001.MOV", movie.bytes)),
      Specimen(
        "pair-bundle-invalid-pass-livp",
        File("IMG_0001.livp", archive(still, movie))),
      Specimen(
        "pair-bundle-invalid-fail-livp-two-stills",
        File(
          "IMG_0001.livp",
          with(archive(still, movie)) {
            $0.members.append(ZipArchive.Member("IMG_0002.JPG", plainStill.jpeg))
          })),
      Specimen(
        "pair-bundle-invalid-fail-livp-cut-short",
        // Behind both members, where only the directory is lost.
        File("IMG_0001.livp", archive(still, movie), cutBy: 22)),
    ]
  }

  /// A `.livp` archive of a pair.
  private static func archive(_ still: ExampleStill, _ movie: LiveMovie) -> ZipArchive {
    ZipArchive(
      ZipArchive.Member("IMG_0001.JPG", still.jpeg), ZipArchive.Member("IMG_0001.MOV", movie.bytes))
  }

  /// The property list of a `.pvt` folder.
  private static let bundleMetadata = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>PFVideoComplementMetadataVersionKey</key>
    \t<string>1</string>
    </dict>
    </plist>

    """
}

extension [UInt8] {
  /// The bytes with as many zeros behind them as make a length.
  fileprivate func padded(to length: Int) -> [UInt8] {
    self + Array(repeating: 0, count: Swift.max(0, length - count))
  }
}
