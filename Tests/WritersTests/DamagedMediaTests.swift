import Support
import Testing
import Validator
import Writers

@Suite struct `Damaged media` {
  private let media: Media

  init() throws {
    media = try Media(in: Corpus.mediaPath)
  }

  @Test func `cut anywhere are refused, not crashed on`() throws {
    let movie = LiveMovie(video: media.h264, timedTracks: [], metadata: []).bytes
    let still = HEIFStill(tile: media.tile).bytes
    let jpeg = media.jpeg.bytes
    for length in stride(from: 0, to: movie.count - 1, by: 7) {
      #expect(throws: ReadError.self) { try CodedTrack(of: Array(movie.prefix(length))) }
    }
    for length in stride(from: 0, to: still.count - 1, by: 7) {
      #expect(throws: ReadError.self) { try CodedTile(of: Array(still.prefix(length))) }
    }
    for length in 0..<(jpeg.count - media.jpeg.scan.count) {
      #expect(throws: ReadError.self) { try JPEGParts(Array(jpeg.prefix(length))) }
    }
  }

  @Test func `changed in a byte are refused or written anew`() {
    var video = media.h264
    video.samples = Array(video.samples.prefix(2))
    let movie = LiveMovie(video: video, timedTracks: [], metadata: []).bytes
    for index in stride(from: 0, to: movie.count, by: 3) {
      var changed = movie
      changed[index] ^= 0xFF
      guard let track = try? CodedTrack(of: changed) else { continue }
      let again = LiveMovie(
        video: track, timedTracks: [.livePhotoInfo(for: track)], metadata: [])
      #expect(again.bytes.count > 500)
    }
  }
}
