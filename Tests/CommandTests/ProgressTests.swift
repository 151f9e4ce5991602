import Foundation
import Support
import Synchronization
import Testing
import Validator

@testable import Command

@Suite struct `A display of progress` {
  /// A clock that is set by hand, and what was written.
  private final class Stage: Sendable {
    let start = ContinuousClock.now
    private let passed = Mutex(Duration.zero)
    private let text = Mutex<[String]>([])

    func wait(_ time: Duration) { passed.withLock { $0 += time } }
    var now: ContinuousClock.Instant { start + passed.withLock { $0 } }
    func write(_ line: String) { text.withLock { $0.append(line) } }
    var written: [String] { text.withLock { $0 } }
  }

  private func progress(_ form: Command.Progress.Form?, _ stage: Stage) -> Command.Progress {
    Command.Progress(form, now: { stage.now }, write: { stage.write($0) })
  }

  @Test func `is a plain line every 10 s where there is no terminal`() {
    let stage = Stage()
    let progress = progress(.log, stage)
    progress.expect(10_000)
    for _ in 0..<24 {
      stage.wait(.seconds(1))
      progress.count(ChunkResult(), fileCount: 100)
    }
    #expect(
      stage.written == [
        "livephotolint: 1,100 of 10,000 files, 100/s, 1 min 29 s left\n",
        "livephotolint: 2,200 of 10,000 files, 100/s, 1 min 18 s left\n",
      ])
    progress.clear()
    #expect(stage.written.count == 2)
  }

  @Test func `says nothing in a short run, nor when not asked`() {
    let stage = Stage()
    let log = progress(.log, stage)
    let silent = progress(nil, stage)
    stage.wait(.seconds(9))
    log.count(ChunkResult(), fileCount: 9_000)
    stage.wait(.seconds(90))
    silent.count(ChunkResult(), fileCount: 9_000)
    #expect(stage.written == [])
  }

  @Test func `is a bar on a terminal, never wider than it`() throws {
    for columns in [30, 80, 200] {
      let stage = Stage()
      let progress = progress(.line(columns: columns), stage)
      progress.expect(1_000)
      for _ in 0..<5 {
        stage.wait(.seconds(1))
        progress.count(ChunkResult(), fileCount: 100)
      }
      let last = try #require(stage.written.last)
      #expect(last.hasPrefix("\r\u{1B}[K"))
      #expect(last.dropFirst(4).count < columns)
      if columns >= 80 {
        #expect(
          last == "\r\u{1B}[K██████████░░░░░░░░░░ 500 of 1,000 files · 100/s · 5 s left")
      }
      progress.clear()
      #expect(stage.written.last == "\r\u{1B}[K")
    }
  }

  @Test(arguments: [10, 40, 80])
  func `is a line that is never wider than the terminal, whatever the names are`(columns: Int)
    throws
  {
    let stage = Stage()
    let line = ProgressLine(columns: columns, write: { stage.write($0) })
    line.clear()
    #expect(stage.written.isEmpty)
    let name = String(repeating: "a long name ", count: 20) + ".MOV"
    let job = MakeJob(still: nil, clip: FilePath("\u{1B}\(name)"), name: [0x61])
    for fraction in [0, 0.499, 1, -3, .nan, .infinity] {
      line.show(fraction, MakeCommand.words("2 of 3", fraction, job))
    }
    for text in stage.written {
      #expect(text.hasPrefix("\r\u{1B}[K") && text.dropFirst(4).count < columns)
      #expect(!text.dropFirst(4).contains("\u{1B}"))
    }
    #expect(columns < 40 || stage.written[1].contains("2 of 3 · 49 % · "))
    line.show(0.5, "short")
    #expect(columns < 40 || stage.written.last == "\r\u{1B}[K██████████░░░░░░░░░░ short")
    line.clear()
    #expect(stage.written.last == "\r\u{1B}[K")
  }

  @Test func `tells the time left only when it knows how many files there are`() throws {
    let stage = Stage()
    let progress = progress(.line(columns: 80), stage)
    stage.wait(.seconds(2))
    progress.count(ChunkResult(), fileCount: 500)
    #expect(stage.written == ["\r\u{1B}[K500 files · 250/s"])
  }

  @Test func `tells of files that take a second look`() throws {
    let stage = Stage()
    let progress = progress(.line(columns: 80), stage)
    progress.expect(1_000)
    var result = ChunkResult()
    result.waiting = (0..<250).map {
      WaitingFile(
        candidate: PairingCandidate(
          path: FilePath("\($0).JPG"), half: .still, halfByName: .still, identifier: "A"))
    }
    for _ in 0..<2 {
      stage.wait(.seconds(5))
      progress.count(result, fileCount: 500)
    }
    // As many again are to come, and half of all wait.
    let bar = "\r\u{1B}[K"
    #expect(
      stage.written.first == bar + "██████░░░░░░░░░░░░░░ 500 of 1,000 files · 100/s · 10 s left")
    stage.wait(.seconds(1))
    progress.count(ChunkResult(), fileCount: 100, isSettled: true)
    let words = "1,000 of 1,000 files · second look 100 of 500 · 100/s · 4 s left"
    #expect(stage.written.last == bar + words || stage.written.last?.hasSuffix(" " + words) == true)
  }

  @Test func `counts the files ahead of it`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for index in 0..<300 {
      try Data("x".utf8).write(to: folder.url.appending(path: "IMG_\(index).JPG"))
    }
    let stage = Stage()
    let progress = progress(.line(columns: 80), stage)
    let walker = FileWalker([FilePath(folder.path)])
    progress.count(ahead: walker.copy)
    // A walk that has its own copy goes on as if nobody had counted.
    #expect(walker.next() != nil)
    stage.wait(.seconds(60))
    progress.count(ChunkResult(), fileCount: 100)
    #expect(stage.written.last?.contains("100 of 300 files · 2/s · 2 min 0 s left") == true)
  }
}
