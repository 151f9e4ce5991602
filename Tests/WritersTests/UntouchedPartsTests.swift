import Support
import Testing
import Writers

@Suite struct `What is not asked to change` {
  private let media: Media

  init() throws {
    media = try Media(in: Corpus.mediaPath)
  }

  @Test func `is the scan of a JPEG`() throws {
    var changed = media.jpeg
    changed.replaceMetadata(with: [.exif(ExifBlock().bytes)])
    let again = try JPEGParts(changed.bytes)
    #expect(again.scan == media.jpeg.scan)
    #expect(again.segments.dropFirst() == media.jpeg.segments.filter { !$0.isMetadata }[...])
  }

  @Test func `are the samples of a movie and their times`() throws {
    let movie = LiveMovie(
      video: media.hevc, timedTracks: [.livePhotoInfo(for: media.hevc), .stillTime(at: 600)],
      metadata: [])
    #expect(try CodedTrack(of: movie.bytes) == media.hevc)
  }

  @Test func `are the samples of a movie whose moov comes first`() throws {
    var movie = LiveMovie(
      video: media.h264, timedTracks: [.livePhotoInfo(for: media.h264)], metadata: [])
    movie.movieComesFirst = true
    #expect(try CodedTrack(of: movie.bytes) == media.h264)
  }

  @Test func `is the coded tile of a HEIC`() throws {
    var still = HEIFStill(tile: media.tile)
    #expect(try CodedTile(of: still.bytes) == media.tile)
    still.exif = ExifBlock().bytes
    let again = try CodedTile(of: still.bytes)
    #expect(again.configuration == media.tile.configuration)
    #expect(again.data.suffix(media.tile.data.count) == media.tile.data[...])
  }

  @Test func `are the chunks of a PNG`() {
    let chunk = PNGChunk.exif(ExifBlock().bytes)
    let changed = chunk.inserted(into: media.png)
    #expect(changed.prefix(33) == media.png.prefix(33))
    #expect(changed.dropFirst(33 + chunk.bytes.count).elementsEqual(media.png.dropFirst(33)))
  }
}
