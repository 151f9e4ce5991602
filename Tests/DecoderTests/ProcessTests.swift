import DecoderProtocol
import Foundation
import Support
import Testing
import Validator

@testable import Command

@Suite struct `The decoder's process` {
  /// Asks a shell script in the decoder's place.
  private func error(
    _ script: String, timeLimit: Duration = .seconds(20)
  ) throws -> DecoderError? {
    var workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.write("#!/bin/sh\n" + script + "\n", "decode")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: workshop.folder.appending(path: "decode").path)
    workshop.decoder = DecoderProcess(program: workshop.path("decode"))
    let task = WriteCover(
      movie: FilePath("a.mov"), time: 0, output: workshop.path("c.jpg"), format: .jpeg)
    var error: DecoderError?
    repeat {
      error = failure { () throws(DecoderError) in
        try workshop.decoder.run(task, timeLimit: timeLimit)
      }
      // Another test's process may hold the script open for writing until it is another program.
    } while error?.message.hasSuffix("Text file busy") == true
    #expect(try workshop.names() == ["decode"])
    return error
  }

  @Test func `one that is killed or crashes`() throws {
    let folder = "read line; cd \"${0%/*}\"; echo half > c.jpg.partial-$$"
    let killed = try error("\(folder); kill -KILL $$")
    #expect(killed?.kind == .crashed(signal: SIGKILL))
    #expect(
      killed?.message
        == "a.mov: the decoder's process was ended by SIGKILL: the system or a person ended it, "
        + "the system mostly where memory runs out")
    let crashed = try error("\(folder); echo first >&2; echo last words >&2; kill -SEGV $$")
    #expect(crashed?.kind == .crashed(signal: SIGSEGV))
    #expect(crashed?.message.contains("made to do harm (its last words: last words)") == true)
    #expect(try error("kill -ABRT $$")?.message.contains("2048 MiB of memory") == true)
    #expect(try error("kill -XCPU $$")?.message.contains("its 600 s of processor time") == true)
  }

  @Test func `one that takes too long`() throws {
    let clock = ContinuousClock()
    let began = clock.now
    let error = try error(
      "cd \"${0%/*}\"; echo half > c.jpg.partial-$$; exec sleep 50", timeLimit: .seconds(1))
    #expect(error?.kind == .timedOut)
    #expect(error?.message == "a.mov: the decoder was ended after 1 s, its limit of time")
    #expect(clock.now - began < .seconds(10))
  }

  @Test func `one that goes on after its streams are closed`() throws {
    let error = try error("exec sleep 50 >&- 2>&-", timeLimit: .milliseconds(300))
    #expect(error?.kind == .timedOut)
  }

  @Test func `one that answers with nonsense`() throws {
    let silent = try error("echo library is missing >&2; exit 127")
    #expect(silent?.kind == .noAnswer)
    #expect(
      silent?.message == "a.mov: the decoder ended without an answer, with code 127 "
        + "(its last words: library is missing)")
    #expect(try error("echo hello")?.message == "a.mov: the decoder answers in no known form")
    #expect(try error("printf '{\"protocol\":1'")?.kind == .noAnswer)
    let endless = try error("exec head -c 20000000 /dev/zero")
    #expect(endless?.message == "a.mov: the decoder sends more than is read")
  }

  @Test func `one of another version`() throws {
    let error = try error("echo '{\"protocol\":2,\"answer\":{}}'")
    #expect(error?.kind == .failed(.versionMismatch))
    #expect(
      error?.message == "livephotolint speaks version 1 of the decoder's protocol, and "
        + "livephotolint-decode version 2: install both from one build")
  }

  @Test func `one that is not there`() throws {
    let decoder = DecoderProcess(program: FilePath("/nowhere/livephotolint-decode"))
    let error = failure { () throws(DecoderError) in
      try decoder.run(ProbeMovie(movie: FilePath("a.mov")))
    }
    #expect(error?.kind == .missing)
    #expect(error?.message.hasSuffix("cannot be started: No such file or directory") == true)
    let missing = DecoderError.missing(searched: [FilePath("/a"), FilePath("/b")])
    #expect(missing.message.contains("(searched: /a, /b): build it with make build"))
  }

  /// The decoder's own words, to what a tool of another version or a person sends.
  @Test func `requests that it does not know`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    func answer(_ line: String) throws -> DecoderFailure? {
      let child = try ChildProcess(workshop.decoder.program, environment: [])
      child.send(Array(line.utf8))
      var text: [UInt8] = []
      let handle = FileHandle(fileDescriptor: child.output, closeOnDealloc: false)
      while let piece = try handle.read(upToCount: 4096), !piece.isEmpty { text += piece }
      return try DecoderWire.value(DecoderAnswer<NoReply>.self, of: text.dropLast()).failure
    }
    #expect(try answer("{\"protocol\":7}\n")?.kind == .versionMismatch)
    #expect(try answer("hello\n")?.kind == .malformedRequest)
    #expect(try answer("")?.kind == .malformedRequest)
    let limits = "\"limits\":{\"addressSpace\":2147483648,\"processorSeconds\":9}"
    let unknown = try answer("{\"protocol\":1,\(limits),\"task\":\"paint\",\"parameters\":{}}\n")
    #expect(
      unknown == DecoderFailure(.malformedRequest, "the decoder knows no task paint"))
  }

  @Test(.enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func `limits of memory, processor time and time`() throws {
    var workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.make(
      "a.mov", "-f", "lavfi", "-i", "testsrc2=s=1280x720:d=4:r=30", "-c:v", "libx264", "-preset",
      "ultrafast", "-pix_fmt", "yuv420p")
    let task = CutClip(
      movie: workshop.path("a.mov"), start: 0, duration: 4, output: workshop.path("clip.mov"),
      video: .hevc, audio: .none)
    let late = failure { () throws(DecoderError) in
      try workshop.decoder.run(task, timeLimit: .milliseconds(500))
    }
    #expect(late?.kind == .timedOut)
    workshop.decoder.limits.processorSeconds = 1
    let busy = failure { () throws(DecoderError) in try workshop.decoder.run(task) }
    #expect(busy?.kind == .crashed(signal: SIGXCPU))
    workshop.decoder.limits = DecoderLimits(addressSpace: 200 << 20, processorSeconds: 60)
    let large = failure { () throws(DecoderError) in try workshop.decoder.run(task) }
    #expect(large != nil && large?.kind != .timedOut)
    #expect(try workshop.names() == ["a.mov"])
  }
}
