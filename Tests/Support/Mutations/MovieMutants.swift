import Readers
import Validator
import Writers

extension Mutant {
  static let movie: [Mutant] = [
    Mutant("the brand is mp42", own: "movie/container", .recipe { $0.movie.brand = "mp42" }),
    Mutant("there is no ftyp", own: "movie/no-ftyp", .recipe { $0.movie.brand = nil }),
    Mutant(
      "the video track is switched off", own: "movie/no-video",
      .recipe { $0.movie.videoIsEnabled = false }),
    Mutant(
      "the video track's handler is auxv", own: "movie/no-video",
      .files { $0.movie.replace("mhlrvide", at: 4, with: Array("auxv".utf8)) }),
    Mutant("the codec is VP9", own: "movie/codec", .recipe { $0.movie.video.codec = "vp09" }),
    Mutant(
      "the codec is MPEG-4 Part 2", own: "movie/codec", .recipe { $0.movie.video.codec = "mp4v" }),
    Mutant(
      "HEVC is marked hev1", own: "movie/codec", pairs: [.heic],
      .recipe { $0.movie.video.codec = "hev1" }),
    // Time scale and duration stand 16 bytes behind the type of mvhd.
    Mutant(
      "the movie's duration is 4 s", own: "movie/too-long",
      .files { $0.movie.replace("mvhd", at: 20, with: UInt32(2_400).bytes(.bigEndian)) }),
    Mutant(
      "the movie's duration is 0.4 s", own: "movie/too-short",
      .files { $0.movie.replace("mvhd", at: 20, with: UInt32(240).bytes(.bigEndian)) }),
    Mutant(
      "the file ends in the media data", own: "movie/truncated",
      .files { $0.movie = Array($0.movie.prefix(3_000)) }),
    Mutant(
      "the file lacks its last samples", own: "movie/truncated",
      .recipe {
        $0.movie.movieComesFirst = true
        $0.bytesLostFromMovie = 700
      }),
    Mutant("the movie is empty", own: "movie/truncated", .files { $0.movie = [] }),
    Mutant(
      "the movie's bytes are text", own: "movie/structure",
      .files { $0.movie = Array("Not found\n".utf8) }),
    Mutant(
      "stts tells of more samples than stsz", own: "movie/structure",
      .recipe { $0.movie.video.replaceTimes(with: [SampleRun(count: 90, duration: 512)]) }),
    Mutant(
      "a track is larger than moov", own: "movie/structure",
      .files { $0.movie.replace("trak", at: -4, with: [0, 1, 0, 0]) }),
    Mutant(
      "a fragment holds a frame", own: "movie/fragmented",
      .recipe { $0.movie.fragments = .lastFrame }),
    Mutant(
      "text follows the last box", own: "movie/trailing-data",
      .recipe { $0.movie.trailer = Array("end of upload\n".utf8) }),
    Mutant(
      "there is no date", own: "movie/zero-dates",
      .recipe {
        $0.movie.creationTime = 0
        $0.movie.removeMetadata("creationdate")
      }),
    Mutant(
      "an encoder has left its name and no key of Apple's", own: "movie/transcoded",
      following: ["identifier/missing-in-movie": "the identifier is a key of Apple's"],
      .recipe {
        $0.movie.encoder = "Lavf59.27.100"
        $0.movie.metadata = []
      }),
  ]
}

extension [UInt8] {
  /// Puts bytes in place of others, counted from where a text first stands, such as a box's type.
  mutating func replace(_ text: String, at distance: Int = 0, with bytes: [UInt8]) {
    guard let found = firstRange(of: Array(text.utf8)) else { return }
    let start = found.lowerBound + distance
    guard start >= 0, start + bytes.count <= count else { return }
    replaceSubrange(start..<(start + bytes.count), with: bytes)
  }
}
