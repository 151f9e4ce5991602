import Readers
import Validator
import Writers

extension Specimen {
  /// Recipes for `pair/vendor-container`: motion inside the still, as makers other than Apple keep it.
  static func vendor(_ media: Media) -> [Specimen] {
    let movie = embeddedMovie(media)
    let google = androidStill(media, make: "Google", model: "Pixel 8")
    func specimen(_ what: String, _ name: String, _ bytes: [UInt8]) -> Specimen {
      Specimen("pair-vendor-container-\(what)", File(name, bytes))
    }
    return [
      specimen(
        "fail-google-motion-photo", "PXL_20240621_110000.MP.jpg",
        google.announcing(.motionPhoto(length: movie.count)).jpeg + movie),
      specimen(
        "fail-announced-movie-lost", "PXL_20240621_110000.MP.jpg",
        google.announcing(.motionPhoto(length: movie.count)).jpeg),
      specimen(
        "fail-google-micro-video", "MVIMG_20240621_110000.jpg",
        google.announcing(.microVideo(length: movie.count)).jpeg + movie),
      specimen(
        "fail-movie-in-heic-box", "20240621_110000.heic",
        with(androidStill(media, make: "samsung", model: "SM-S911B")) {
          $0.furtherBoxes = Part.box("mpvd", .bytes(movie)).written()
        }.heic),
      specimen(
        "fail-samsung-trailer", "20240621_110000.jpg",
        androidStill(media, make: "samsung", model: "SM-S911B").jpeg + samsungTrailer(movie)),
      specimen(
        "fail-huawei-trailer", "IMG_20240621_110000.jpg",
        androidStill(media, make: "HUAWEI", model: "ALN-AL00").jpeg + huaweiTrailer(movie)),
      specimen(
        "fail-oppo-live-photo", "IMG20240621110000.jpg",
        androidStill(media, make: "OPPO", model: "PHY110")
          .announcing(.oppo(length: movie.count)).jpeg + movie),
      specimen(
        "pass-motion-switched-off", "PXL_20240621_110000.jpg",
        google.announcing(.motionPhotoOff).jpeg),
    ]
  }

  /// A still as other makers write it, without an Apple MakerNote.
  private static func androidStill(_ media: Media, make: String, model: String) -> ExampleStill {
    var still = ExampleStill(media, identifier: nil)
    still.exif.make = make
    still.exif.model = model
    still.exif.software = "1.0"
    still.noteEntries = []
    return still
  }

  private static func embeddedMovie(_ media: Media) -> [UInt8] {
    var movie = LiveMovie(video: media.h264, timedTracks: [], metadata: [])
    movie.brand = "mp42"
    movie.creationTime = Shot.headerTime
    return movie.bytes
  }

  /// A block with the movie, then the directory of blocks (ExifTool, Samsung.pm).
  private static func samsungTrailer(_ movie: [UInt8]) -> [UInt8] {
    let type: [UInt8] = [0, 0, 0x30, 0x0A]
    let name = Array("MotionPhoto_Data".utf8)
    func number(_ value: Int) -> [UInt8] { UInt32(clamping: value).bytes(.littleEndian) }
    let block = type + number(name.count) + name + movie
    let directory =
      Array("SEFH".utf8) + number(106) + number(1) + type + number(block.count)
      + number(block.count)
    return block + directory + number(directory.count) + Array("SEFT".utf8)
  }

  /// The movie, then 20 bytes each of version, play information and length of movie and version
  /// (OpenHarmony, moving_photo_file_utils).
  private static func huaweiTrailer(_ movie: [UInt8]) -> [UInt8] {
    let fields = ["v3_f31", "0:0", "LIVE_\(movie.count + 20)"]
    let padded = fields.map { Array($0.utf8) + Array(repeating: 0x20, count: 20 - $0.utf8.count) }
    return movie + padded.joined()
  }
}

extension ExampleStill {
  /// The still with XMP that tells of a movie.
  fileprivate func announcing(_ announcement: MotionXMP) -> ExampleStill {
    with(self) { $0.furtherSegments = [.xmp(announcement.packet)] }
  }
}

/// What XMP says of a movie behind the picture, which is so many bytes long.
private enum MotionXMP {
  /// Motion Photo format 1.0.
  case motionPhoto(length: Int)
  /// The same of a picture that was taken with motion switched off.
  case motionPhotoOff
  /// What came before it.
  case microVideo(length: Int)
  /// The properties of OPPO, OnePlus and realme.
  case oppo(length: Int)

  var packet: String {
    switch self {
    case .motionPhoto(let length):
      packet(
        """
        GCamera:MotionPhoto="1"
            GCamera:MotionPhotoVersion="1"
            GCamera:MotionPhotoPresentationTimestampUs="1000000"
        """, movieLength: length)
    case .motionPhotoOff:
      packet("GCamera:MotionPhoto=\"0\"\n    GCamera:MotionPhotoVersion=\"1\"", movieLength: nil)
    case .microVideo(let length):
      packet(
        """
        GCamera:MicroVideo="1"
            GCamera:MicroVideoVersion="1"
            GCamera:MicroVideoOffset="\(length)"
            GCamera:MicroVideoPresentationTimestampUs="1000000"
        """, movieLength: nil)
    case .oppo(let length):
      packet(
        """
        xmlns:OpCamera="http://ns.oplus.com/photos/1.0/camera/"
            OpCamera:MotionPhotoOwner="oplus"
            OpCamera:OLivePhotoVersion="2"
            OpCamera:VideoLength="\(length)"
        """, movieLength: nil)
    }
  }

  private func packet(_ properties: String, movieLength: Int?) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""
        xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
        xmlns:Container="http://ns.google.com/photos/1.0/container/"
        xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
        \(properties)>
    \(movieLength.map(directory) ?? "")
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>
    """
  }

  /// The parts of a Motion Photo: the picture, then the movie.
  private func directory(movieLength: Int) -> String {
    """
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
    """
  }
}
