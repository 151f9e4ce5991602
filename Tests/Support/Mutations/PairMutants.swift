import Validator
import Writers

extension Mutant {
  static let pair: [Mutant] = [
    Mutant(
      "the movie is not in the run", own: "pair/missing-movie", .facts { $0.loneHalf = .still }),
    Mutant(
      "the still is not in the run", own: "pair/missing-still", .facts { $0.loneHalf = .movie }),
    Mutant(
      "a movie of that name has another identifier", own: "pair/crossed",
      .facts {
        $0.surroundings.strangers = [
          Surroundings.Stranger(
            beside: .still, path: FilePath("IMG_0001.MP4"), identifier: Shot.otherIdentifier,
            truePartner: FilePath("IMG_0002.JPG"))
        ]
      }),
    Mutant(
      "the movie's name ends in _HEVC", own: "pair/name-differs",
      .files { $0.movieName = "IMG_0001_HEVC.MOV" }),
    Mutant(
      "a plain still has a movie of its name of another day", own: "pair/name-only",
      .facts {
        $0.loneHalf = .still
        $0.still.identifier = .absent(searched: [])
        $0.surroundings.namesake = Surroundings.Namesake(
          path: FilePath("IMG_0001.MOV"), reason: "2 days apart")
      }),
    Mutant(
      "the movie's bytes are the still's", own: "pair/same-bytes", .files { $0.movie = $0.still }),
    Mutant(
      "the still is named .PNG", own: "pair/extension-mismatch",
      .files { $0.stillName = "IMG_0001.PNG" }),
    Mutant(
      "the movie is named .HEIC", own: "pair/extension-mismatch",
      .files { $0.movieName = "IMG_0001.HEIC" }),
    Mutant(
      "the still has no extension", own: "pair/extension-mismatch",
      .files { $0.stillName = "IMG_0001" }),
    Mutant(
      "a movie follows the picture", own: "pair/vendor-container",
      .files { $0.still += $0.movie }),
    Mutant(
      "a box mpvd holds a movie", own: "pair/vendor-container", pairs: [.heic],
      .recipe { $0.still.furtherBoxes = Part.box("mpvd", .bytes($0.movie.bytes)).written() }),
    Mutant(
      "the bundle holds two movies", own: "pair/bundle-invalid",
      .facts { $0.bundle = .example { $0.movies.append(FilePath("IMG_0001.pvt/IMG_0002.MOV")) } }),
    Mutant(
      "the bundle holds no still", own: "pair/bundle-invalid",
      .facts { $0.bundle = .example { $0.stills = [] } }),
    Mutant(
      "the bundle has no metadata.plist", own: "pair/bundle-invalid",
      .facts { $0.bundle = .example { $0.metadataVersion = .absent(searched: []) } }),
    Mutant(
      "the still is named IMG_E0001", own: "pair/edited-mixed",
      following: ["pair/name-differs": "the name is what tells of the edit"],
      .files { $0.stillName = $0.stillName.replacing("IMG_", with: "IMG_E") }),
    Mutant(
      "the still is a small rendition without camera data", own: "pair/edited-mixed",
      .facts {
        $0.still.make = .absent(searched: [])
        $0.still.model = .absent(searched: [])
        $0.still.captureTime = .absent(searched: [])
        let size = PixelSize(width: 48, height: 36)
        $0.still.pixelSize = .present(size, at: $0.still.pixelSize.place ?? .example)
        $0.still.exifPixelSize = .absent(searched: [])
      }),
    Mutant(
      "the still's bytes lie in another folder too", own: "pair/duplicate-copy",
      .facts {
        $0.surroundings.copies = [
          Surroundings.Copy(half: .still, path: FilePath("Backup/IMG_0001.JPG"))
        ]
      }),
    Mutant(
      "another movie carries the identifier", own: "pair/ambiguous",
      .facts {
        $0.surroundings.rivals = [
          Surroundings.Rival(half: .movie, path: FilePath("IMG_0002.MOV"), isExport: false)
        ]
      }),
  ]
}

extension Bundle {
  /// A whole `.pvt` folder with one thing changed.
  fileprivate static func example(_ change: (inout Bundle) -> Void) -> Bundle {
    with(
      Bundle(
        path: FilePath("IMG_0001.pvt"), stills: [FilePath("IMG_0001.pvt/IMG_0001.JPG")],
        movies: [FilePath("IMG_0001.pvt/IMG_0001.MOV")],
        metadataVersion: .present("1", at: .example),
        needsMetadata: true), change)
  }
}
