import Validator
import Writers

extension Specimen {
  /// Two pairs with as much metadata as a camera of 2023 writes, for measuring speed: a HEIC with its
  /// movie and a JPEG with its movie.
  ///
  /// Measured on camera files: 49 to 59 MakerNote entries, XMP, 50 to 150 items in a HEIC, a movie
  /// with several tracks of timed metadata, one sample of 144 bytes for each frame in one of them.
  ///
  /// Other than a camera's, the movies have no sound track and the HEIC has no XMP; all its tiles are
  /// one coded picture.
  package static func benchmarkPairs(_ media: Media) -> [Specimen] {
    let jpeg = with(ExampleStill(media)) {
      $0.noteEntries += furtherNoteEntries
      $0.furtherSegments = [.xmp(packet)]
    }
    // 49 tiles, in the shape of the one tile, so that the picture keeps its aspect.
    let heic = with(jpeg) {
      $0.columns = 7
      $0.rows = 7
      $0.exif.pixelSize = PixelSize(
        width: media.tile.size.width * 7, height: media.tile.size.height * 7)
    }
    return [
      heicPair("heic", heic, busyMovie(media.hevc)), pair("jpeg", jpeg, busyMovie(media.h264)),
    ]
  }

  /// As many entries as make 55, short and long values in turn.
  private static var furtherNoteEntries: [TIFFEntry] {
    (0x0040..<0x0071).map { tag in
      tag.isMultiple(of: 4)
        ? TIFFEntry(tag, .undefined(Array(repeating: 0, count: 40)))
        : TIFFEntry(tag, .signedLongs([Int32(tag)]))
    }
  }

  /// An example movie with the metadata tracks and keys that newer cameras add.
  private static func busyMovie(_ video: CodedTrack) -> LiveMovie {
    with(LiveMovie.example(video)) { movie in
      movie.timedTracks[0] = .livePhotoInfo(for: video)
      for name in ["video-orientation", "detected-face", "camera-motion", "scene-illuminance"] {
        let keys = (1...5).map {
          TimedTrack.Key("com.apple.quicktime.\(name).\($0)", .named("com.apple.metadata.\(name)"))
        }
        var track = TimedTrack(
          keys: keys, samples: video.samples.map { _ in TimedTrack.item(1, .zeros(32)) },
          runs: video.runs)
        track.timescale = video.timescale
        movie.timedTracks.append(track)
      }
      movie.metadata += (1...20).map {
        MetadataItem("com.apple.quicktime.camera.setting-\($0)", type: 1, .text("\($0)"))
      }
    }
  }

  private static let packet = """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="2024-06-21T12:00:00" \
    xmp:CreatorTool="17.6.1"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
    """
}
