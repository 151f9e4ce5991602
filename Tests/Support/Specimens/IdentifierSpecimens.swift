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
      Specimen(
        "identifier-missing-in-still-pass-plain-photo-and-video",
        File("IMG_0001.JPG", ExampleStill(media, identifier: nil).jpeg),
        File("IMG_0002.MOV", movieWithout.bytes)),
      .pair("identifier-missing-in-movie-fail-key-lost", still, movieWithout),
      .pair(
        "identifier-missing-in-movie-pass-no-other-key", still,
        with(movie) { $0.metadata = [key] }),
      .pair("identifier-missing-in-movie-fail-transcoded", still, transcoded(media)),
      .pair(
        "identifier-misplaced-fail-user-data", still,
        with(movieWithout) { $0.userMetadata = [key] }),
      .pair(
        "identifier-misplaced-fail-full-box", still, with(movie) { $0.metadataIsFullBox = true }),
      .pair(
        "identifier-misplaced-pass-second-place", still,
        with(movie) { $0.userMetadata = [key] }),
      sharing(
        "identifier-case-differs-pass-both-in-lower-case", Shot.identifier.lowercased(), media),
      .pair(
        "identifier-multiple-pass-same-twice", still, with(movie) { $0.metadata.append(key) }),
      .pair(
        "identifier-encoding-pass-other-locale", still,
        // Country 0x5553, US, and language 0x15C7, English.
        with(movie) { $0.metadata[0].locale = 0x5553_15C7 }),
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
      Specimen(
        "identifier-reused-pass-copied-pair",
        File("IMG_0001.JPG", still.jpeg), File("IMG_0001.MOV", movie.bytes),
        File("IMG_0001(1).JPG", still.jpeg), File("IMG_0001(1).MOV", movie.bytes)),
      sharing(
        "identifier-lower-case-pass-digits-only", "48210593-7716-4825-9037-615520849371", media),
      // Made from a clock, not from chance.
      sharing(
        "identifier-not-uuid-pass-version-one", "7C2A9F10-2FBD-11EF-9E4C-3D5B8A6071F2", media),
      sharing(
        "identifier-placeholder-pass-pattern", "AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE", media),
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
