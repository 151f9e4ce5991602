import DecoderProtocol
import Foundation
import Readers
import Support
import Testing
import Validator

@testable import Command

@Suite struct `A clip that tells by itself what it is` {
  /// What is said of a movie file.
  private func probe(_ path: String) throws -> (codec: String, length: Double)? {
    let path = FilePath(path)
    guard case .movie(let movie)? = MediaReader(plan: ReadingPlan()).read(path),
      let probe = NativeClip.probe(movie, try FileSource(path))
    else { return nil }
    let video = try #require(probe.videoStreams.first)
    return (video.codec, try #require(video.duration))
  }

  @Test(arguments: [
    ("identifier-mismatch-pass-jpeg-and-h264", "h264"),
    ("identifier-mismatch-pass-heic-and-hevc", "hevc"),
  ])
  func `holds H.264 or HEVC as Photos plays it`(specimen: String, codec: String) throws {
    let found = try probe("\(Corpus.path)/\(specimen)/IMG_0001.MOV")
    #expect(found?.codec == codec)
    #expect((found?.length ?? 0) > 0.5)
  }

  @Test(arguments: [
    "movie-codec-fail-hev1", "movie-codec-fail-vp9", "movie-fragmented-fail-last-frame",
    "movie-truncated-fail-moov-lost", "movie-truncated-fail-samples-cut",
  ])
  func `is no other`(specimen: String) throws {
    #expect(try probe("\(Corpus.path)/\(specimen)/IMG_0001.MOV") == nil)
  }

  @Test(
    .enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: [("yuv420p", true), ("yuv422p", false), ("yuv444p", false), ("yuv420p10le", false)])
  func `has pixels that Apple's hardware decodes`(format: String, isPlayed: Bool) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let movie = "\(folder.path)/a.mp4"
    _ = try OtherReader.ffmpeg.output(
      "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1",
      "-pix_fmt", format, "-c:v", "libx264", "-preset", "medium", movie)
    #expect((try probe(movie) != nil) == isPlayed)
  }
}
