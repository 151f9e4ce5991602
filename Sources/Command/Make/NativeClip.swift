import DecoderProtocol
import Readers
import Validator

/// Tells what a QuickTime or MP4 clip is by its own tables, where they leave no doubt that Photos
/// plays it as it is: then no decoder need be started for it.
enum NativeClip {
  /// Sample entries of sound that Core Audio plays out of a QuickTime file.
  private static let sounds: Set<FourCharacterCode> = [
    "mp4a", "alac", "lpcm", "sowt", "twos", "in24", "in32", "fl32", "ac-3", "ec-3", "apac",
  ]
  private static let proRes: Set<FourCharacterCode> = [
    "apcn", "apch", "apcs", "apco", "ap4h", "ap4x",
  ]
  /// The longest sample entry that is read; parameter sets take some 100 bytes.
  private static let entryLimit: UInt64 = 64 * 1024

  /// What a decoder would say of the clip; nil where only a decoder can.
  static func probe(_ movie: Movie, _ source: FileSource) -> MovieProbe? {
    guard movie.damages.isEmpty, movie.fragments.isAbsent, let tracks = movie.tracks.value,
      tracks.count(where: { $0.handler == "vide" }) == 1, let video = movie.videoTrack.value,
      let size = video.codedSize, let shown = video.presentation,
      let orientation = video.matrix.orientation, let form = form(of: video, source)
    else { return nil }
    let sound = tracks.filter { $0.handler == "soun" }
    guard sound.allSatisfy({ $0.codec.map(sounds.contains) ?? false }) else { return nil }
    let length = shown.upperBound - shown.lowerBound
    let stream = VideoStream(
      index: 0, codec: form.codec, codedWidth: Int(size.width), codedHeight: Int(size.height),
      displayWidth: Int(size.width), displayHeight: Int(size.height),
      pixelFormat: form.pixelFormat, orientation: orientation, sampleAspect: Ratio(1, 1),
      frameRate: nil, frameCount: nil, startTime: shown.lowerBound, duration: length,
      keyFrameTimes: [], colour: ColourTags())
    return MovieProbe(
      container: "mov", duration: movie.duration.value?.seconds ?? length, videoStreams: [stream],
      audioStreams: sound.map { _ in
        AudioStream(index: 0, codec: "aac", channels: 0, sampleRate: 0)
      }, metadata: [:])
  }

  /// The coding and its pixels, where they are such as Apple's hardware decodes.
  private static func form(of video: Track, _ source: FileSource) -> (
    codec: String, pixelFormat: String?
  )? {
    switch video.codec {
    case "avc1"?:
      // The profiles that know 8 bits of 4:2:0 only (ISO/IEC 14496-10, A.2; 14496-15, 5.3.3).
      guard let record = configuration("avcC", of: video, source), record.count > 1,
        [66, 77, 100].contains(record[1])
      else { return nil }
      return ("h264", "yuv420p")
    case "hvc1"?:
      // Main, Main 10 and Main Still Picture (ISO/IEC 23008-2, A.3; 14496-15, 8.3.3).
      guard let record = configuration("hvcC", of: video, source), record.count > 1,
        (1...3).contains(record[1] & 0x1F)
      else { return nil }
      return ("hevc", "yuv420p")
    case let codec? where proRes.contains(codec): return ("prores", nil)
    default: return nil
    }
  }

  /// The payload of a box of the sample entry.
  private static func configuration(
    _ type: FourCharacterCode, of video: Track, _ source: FileSource
  ) -> [UInt8]? {
    let place = video.codecPlace
    guard place.length <= entryLimit, let bytes = try? SourceBytes(source),
      var entry = try? bytes.part(at: place.offset, length: place.length, path: place.path),
      let box = try? entry.nextBox({ _ in nil })
    else { return nil }
    var payload = box.payload
    // The fields of a VisualSampleEntry (ISO/IEC 14496-12, 12.1.3).
    guard (try? payload.skip(78)) != nil else { return nil }
    while let part = try? payload.nextBox({ _ in nil }) {
      if part.type == type { return Array(part.payload.rest) }
    }
    return nil
  }
}
