import Readers
import Writers

extension Specimen {
  /// Recipes for `identifier/`: whether both halves carry it, and how.
  static func identifier(_ media: Media) -> [Specimen] {
    let still = ExampleStill(media)
    let movie = LiveMovie.example(media.h264)
    let movieWithout = LiveMovie.example(media.h264, identifier: nil)
    let key = MetadataItem.apple("content.identifier", Shot.identifier)
    return [
      .pair("identifier-mismatch-pass-jpeg-and-h264", still, movie),
      .heicPair("identifier-mismatch-pass-heic-and-hevc", still, .example(media.hevc)),
      .pair(
        "identifier-mismatch-fail-two-shots",
        ExampleStill(media, identifier: Shot.otherIdentifier), movie),
      .pair(
        "identifier-missing-in-still-fail-makernote-stripped",
        with(still) { $0.noteEntries = [] }, movie),
      .pair("identifier-missing-in-movie-fail-key-lost", still, movieWithout),
      .pair("identifier-missing-in-movie-fail-transcoded", still, transcoded(media)),
      .pair(
        "identifier-misplaced-fail-user-data", still,
        with(movieWithout) { $0.userMetadata = [key] }),
      .pair(
        "identifier-misplaced-fail-full-box", still, with(movie) { $0.metadataIsFullBox = true }),
      .pair(
        "identifier-case-differs-fail-movie-in-lower-case", still,
        .example(media.h264, identifier: Shot.identifier.lowercased())),
      .pair(
        "identifier-multiple-fail-second-key", still,
        with(movie) { $0.metadata.append(.apple("content.identifier", Shot.otherIdentifier)) }),
      .pair(
        "identifier-encoding-fail-closing-nul", still,
        with(movieWithout) {
          $0.metadata.append(.apple("content.identifier", Shot.identifier + "\0"))
        }),
      .pair(
        "identifier-encoding-pass-little-endian-exif",
        with(still) { $0.exif.order = .littleEndian }, movie),
      Specimen(
        "identifier-reused-fail-two-shots",
        File("IMG_0001.JPG", still.jpeg), File("IMG_0001.MOV", movie.bytes),
        File("IMG_0002.JPG", with(still) { $0.exif.captureTime = "2024:06:21 12:20:00" }.jpeg),
        File(
          "IMG_0002.MOV",
          with(movie) { $0.replaceMetadata("creationdate", by: "2024-06-21T12:20:00+0100") }.bytes)),
      sharing("identifier-lower-case-fail-both-halves", Shot.identifier.lowercased(), media),
      sharing("identifier-not-uuid-fail-words", "my-first-live-photo", media),
      sharing(
        "identifier-placeholder-fail-nil-uuid", "00000000-0000-0000-0000-000000000000", media),
    ]
  }

  /// A pair both of whose halves carry an identifier.
  private static func sharing(_ name: String, _ identifier: String, _ media: Media) -> Specimen {
    .pair(
      name, ExampleStill(media, identifier: identifier),
      .example(media.h264, identifier: identifier))
  }

  /// What a conversion by ffmpeg leaves: the video and the name of the encoder.
  private static func transcoded(_ media: Media) -> LiveMovie {
    with(LiveMovie(video: media.h264, timedTracks: [], metadata: [])) {
      $0.creationTime = Shot.headerTime
      $0.encoder = "Lavf59.27.100"
    }
  }
}
