import DecoderProtocol
import Foundation
import Support
import Testing
import Validator

@testable import Command

@Suite struct `The decoder refuses what it cannot do` {
  private func probe(_ workshop: Workshop, _ name: String) -> DecoderError? {
    failure { () throws(DecoderError) in
      try workshop.decoder.run(ProbeMovie(movie: workshop.path(name)))
    }
  }

  @Test func `files that are no movies`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.write("", "empty.mov")
    try workshop.write("Dear reader, this is a letter and not a movie.\n", "letter.mp4")
    try Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
      .write(to: workshop.folder.appending(path: "noise.mov"))
    let absent = try #require(probe(workshop, "absent.mov"))
    #expect(absent.kind == .failed(.notOpened))
    #expect(absent.message.hasSuffix("absent.mov: cannot be opened: No such file or directory"))
    let empty = try #require(probe(workshop, "empty.mov"))
    #expect(empty.kind == .failed(.unknownFormat))
    #expect(empty.message.hasSuffix("empty.mov: the file is empty"))
    for name in ["letter.mp4", "noise.mov"] {
      let error = try #require(probe(workshop, name))
      #expect(error.kind == .failed(.unknownFormat))
      #expect(error.message.contains("\(name): is not a movie in a container that is read"))
    }
    let folder = failure { () throws(DecoderError) in
      try workshop.decoder.run(ProbeMovie(movie: FilePath(workshop.folder.path)))
    }
    #expect(folder?.kind == .failed(.notOpened))
  }

  /// Playlists make libavformat open the files that they name, on the network too.
  @Test func `playlists`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.write(
      "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
      "list.m3u8")
    try workshop.write("ffconcat version 1.0\nfile /etc/passwd\n", "list.mov")
    for name in ["list.m3u8", "list.mov"] {
      let error = try #require(probe(workshop, name))
      #expect(error.kind == .failed(.unknownFormat))
      #expect(!error.message.contains("root:"))
    }
    let network = failure { () throws(DecoderError) in
      try workshop.decoder.run(ProbeMovie(movie: FilePath("http://localhost:1/a.mov")))
    }
    #expect(network?.kind == .failed(.notOpened))
  }

  @Test func `stills that are none`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.write("not a picture", "a.png")
    try Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + [UInt8](repeating: 7, count: 400))
      .write(to: workshop.folder.appending(path: "b.jpg"))
    for (name, kind) in [("a.png", DecoderFailure.Kind.unknownFormat), ("b.jpg", .damaged)] {
      let error = failure { () throws(DecoderError) in
        try workshop.decoder.run(
          ConvertStill(
            still: workshop.path(name), output: workshop.path("out.jpg"), format: .jpeg))
      }
      #expect(error?.kind == .failed(kind))
    }
    #expect(try workshop.names() == ["a.png", "b.jpg"])
  }

  @Suite(.enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"))
  struct `with movies` {
    @Test func `no picture track`() throws {
      let workshop = try Workshop()
      defer { workshop.remove() }
      try workshop.make("a.mov", "-f", "lavfi", "-i", Workshop.tone, "-c:a", "aac")
      let error = failure { () throws(DecoderError) in
        try workshop.decoder.run(ProbeMovie(movie: workshop.path("a.mov")))
      }
      #expect(error?.kind == .failed(.noVideo))
      #expect(error?.message.hasSuffix("a.mov: it has no picture track") == true)
    }

    @Test func `times outside the movie, and places that cannot be written to`() throws {
      let workshop = try Workshop()
      defer { workshop.remove() }
      try workshop.makeMovie("a.mov", Workshop.h264)
      let late = failure { () throws(DecoderError) in
        try workshop.decoder.run(
          WriteCover(
            movie: workshop.path("a.mov"), time: 7, output: workshop.path("c.jpg"), format: .jpeg))
      }
      #expect(late?.kind == .failed(.outsideMovie))
      #expect(late?.message.contains("the last one ends at 2.0 s") == true)
      for video in [CutClip.Video.copy, .h264] {
        let error = failure { () throws(DecoderError) in
          try workshop.decoder.run(
            CutClip(
              movie: workshop.path("a.mov"), start: -3, duration: 1,
              output: workshop.path("clip.mov"), video: video, audio: .copy))
        }
        #expect(error?.kind == .failed(.outsideMovie))
        let nowhere = failure { () throws(DecoderError) in
          try workshop.decoder.run(
            CutClip(
              movie: workshop.path("a.mov"), start: 0, duration: 1,
              output: FilePath("/proc/nowhere/clip.mov"), video: video, audio: .copy))
        }
        #expect(nowhere?.kind == .failed(.notWritten))
        #expect(nowhere?.message.contains("/proc/nowhere/clip.mov: cannot be written") == true)
      }
      #expect(try workshop.names() == ["a.mov"])
    }

    /// A coding that QuickTime does not hold.
    @Test func `samples that cannot be taken over`() throws {
      let workshop = try Workshop()
      defer { workshop.remove() }
      try workshop.makeMovie("a.webm", ["-c:v", "libvpx-vp9"])
      let error = failure { () throws(DecoderError) in
        try workshop.decoder.run(
          CutClip(
            movie: workshop.path("a.webm"), start: 0, duration: 1,
            output: workshop.path("clip.mov"), video: .copy, audio: .copy))
      }
      #expect(error?.kind == .failed(.needsEncoding))
      #expect(try workshop.names() == ["a.webm"])
    }

    /// Truncated at several places: an answer or a clear failure, and never a file left over.
    @Test func `truncated movies`() throws {
      let workshop = try Workshop()
      defer { workshop.remove() }
      try workshop.makeMovie("whole.mov", Workshop.h264 + ["-movflags", "faststart"])
      let bytes = try workshop.bytes("whole.mov")
      for part in 1..<8 {
        try Data(bytes.prefix(bytes.count * part / 8))
          .write(to: workshop.folder.appending(path: "a.mov"))
        let error = failure { () throws(DecoderError) in
          try workshop.decoder.run(
            WriteCover(
              movie: workshop.path("a.mov"), time: 1.5, output: workshop.path("c.jpg"),
              format: .jpeg))
        }
        if let error, case .failed = error.kind {
          #expect(!workshop.exists("c.jpg"))
        } else {
          #expect(error == nil)
        }
        try? FileManager.default.removeItem(at: workshop.folder.appending(path: "c.jpg"))
      }
      #expect(try workshop.names() == ["a.mov", "whole.mov"])
    }
  }
}
