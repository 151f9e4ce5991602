import Validator
import Writers

extension Specimen {
  /// Recipes for `pair/`: which file belongs to which, and what a file is.
  static func pair(_ media: Media) -> [Specimen] {
    let still = ExampleStill(media)
    let movie = LiveMovie.example(media.h264)
    let plainStill = ExampleStill(media, identifier: nil)
    return [
      Specimen("pair-missing-movie-fail-lone-still", File("IMG_0001.JPG", still.jpeg)),
      Specimen("pair-missing-movie-pass-plain-photo", File("IMG_0001.JPG", plainStill.jpeg)),
      Specimen("pair-missing-still-fail-lone-movie", File("IMG_0001.MOV", movie.bytes)),
      Specimen(
        "pair-crossed-fail-movies-swapped",
        File("IMG_0001.JPG", still.jpeg),
        File(
          "IMG_0001.MOV", LiveMovie.example(media.h264, identifier: Shot.otherIdentifier).bytes),
        File("IMG_0002.JPG", ExampleStill(media, identifier: Shot.otherIdentifier).jpeg),
        File("IMG_0002.MOV", movie.bytes)),
      Specimen(
        "pair-name-differs-fail-hevc-suffix",
        File("IMG_0001.HEIC", still.heic),
        File("IMG_0001_HEVC.MOV", LiveMovie.example(media.hevc).bytes)),
      Specimen(
        "pair-name-only-fail-other-time",
        File("IMG_0001.JPG", plainStill.jpeg),
        File(
          "IMG_0001.MOV",
          with(LiveMovie.example(media.h264, identifier: nil)) {
            $0.replaceMetadata("creationdate", by: "2024-06-23T18:30:00+0100")
          }.bytes)),
      Specimen(
        "pair-duplicate-copy-fail-backup",
        File("Backup/IMG_0001.JPG", still.jpeg), File("Backup/IMG_0001.MOV", movie.bytes),
        File("Camera/IMG_0001.JPG", still.jpeg), File("Camera/IMG_0001.MOV", movie.bytes)),
      Specimen(
        "pair-same-bytes-fail-still-twice",
        File("IMG_0001.HEIC", still.heic), File("IMG_0001.MOV", still.heic)),
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
      Specimen(
        "pair-vendor-container-fail-google-motion-photo",
        File("PXL_20240621_110000.MP.jpg", motionPhoto(media))),
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

  /// A Motion Photo 1.0: XMP that announces a movie, and the movie behind the picture.
  private static func motionPhoto(_ media: Media) -> [UInt8] {
    var movie = LiveMovie(video: media.h264, timedTracks: [], metadata: [])
    movie.brand = "mp42"
    movie.creationTime = Shot.headerTime
    let movieBytes = movie.bytes

    var still = ExampleStill(media, identifier: nil)
    still.exif.make = "Google"
    still.exif.model = "Pixel 8"
    still.exif.software = "HDR+ 1.0"
    still.noteEntries = []
    still.furtherSegments = [.xmp(motionPhotoXMP(movieLength: movieBytes.count))]
    return still.jpeg + movieBytes
  }

  /// The announcement (Motion Photo format 1.0, Photo XMP metadata).
  private static func motionPhotoXMP(movieLength: Int) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""
        xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
        xmlns:Container="http://ns.google.com/photos/1.0/container/"
        xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
        GCamera:MotionPhoto="1"
        GCamera:MotionPhotoVersion="1"
        GCamera:MotionPhotoPresentationTimestampUs="1000000">
       <Container:Directory>
        <rdf:Seq>
         <rdf:li rdf:parseType="Resource">
          <Container:Item Item:Mime="image/jpeg" Item:Semantic="Primary" Item:Length="0"
            Item:Padding="0"/>
         </rdf:li>
         <rdf:li rdf:parseType="Resource">
          <Container:Item Item:Mime="video/mp4" Item:Semantic="MotionPhoto"
            Item:Length="\(movieLength)" Item:Padding="0"/>
         </rdf:li>
        </rdf:Seq>
       </Container:Directory>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>
    """
  }
}
