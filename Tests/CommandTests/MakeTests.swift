import Foundation
import Readers
import Support
import Testing
import Validator

/// The specimen whose still and movie are a good pair, as material for others.
private let good = "identifier-mismatch-pass-jpeg-and-h264"

@Suite struct `make` {
  private let folder: TemporaryFolder
  private let tool: Tool

  init() throws {
    folder = try TemporaryFolder()
    try folder.copy(good, "IMG_0001.JPG", as: "in/a.jpg")
    try folder.copy(good, "IMG_0001.MOV", as: "in/a.mov")
    tool = Tool(folder: folder.path)
  }

  private func names(_ path: String) -> [String] {
    let found = try? FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: path).path)
    return (found ?? []).sorted()
  }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: folder.url.appending(path: path))
  }

  @Test func `writes a pair that check passes and leaves the sources alone`() throws {
    defer { folder.remove() }
    let sources = (try bytes("in/a.jpg"), try bytes("in/a.mov"))
    let answer = try tool("make", "in/a.jpg", "in/a.mov", "-o", "new/out")
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(names("new/out") == ["a.jpg", "a.mov"])
    #expect(answer.output.hasPrefix("new/out/a.jpg + new/out/a.mov\n  identifier  "))
    #expect(answer.output.contains("kept bit for bit"))
    let check = try tool("check", "--fail-on", "warning", "new/out")
    #expect(check.code == 0, "\(check.output)")
    #expect(try bytes("in/a.jpg") == sources.0)
    #expect(try bytes("in/a.mov") == sources.1)
  }

  @Test func `draws a new identifier for each pair, or takes the one it is given`() throws {
    defer { folder.remove() }
    let identifiers = try ["one", "two"].map { out in
      let answer = try tool("make", "in/a.jpg", "in/a.mov", "-o", out, "--format", "json")
      let json = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
      return ((json?["made"] as? [[String: Any]])?.first?["identifier"] as? String) ?? ""
    }
    #expect(identifiers[0] != identifiers[1])
    #expect(identifiers.allSatisfy { StoredIdentifier(text: $0).isUUID })
    let wanted = "0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D"
    let answer = try tool(
      "make", "in/a.jpg", "in/a.mov", "-o", "three", "--identifier", wanted.lowercased())
    #expect(answer.output.contains(wanted))
  }

  @Test(arguments: ["pvt", "livp"])
  func `writes a bundle that check passes`(form: String) throws {
    defer { folder.remove() }
    let answer = try tool("make", "in/a.jpg", "in/a.mov", "-o", "out", "--bundle", form)
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(names("out") == ["a.\(form)"])
    if form == "pvt" { #expect(names("out/a.pvt") == ["a.jpg", "a.mov", "metadata.plist"]) }
    let check = try tool("check", "--fail-on", "warning", "--format", "json", "out/a.\(form)")
    #expect(check.code == 0, "\(check.output)")
    #expect(check.output.contains(#""pairs": "yes""#))
    let again = try tool("make", "in/a.jpg", "in/a.mov", "-o", "out", "--bundle", form)
    #expect(again.code == 1)
    #expect(again.errors.contains("out/a.\(form): is there already; --force replaces it"))
    let forced = try tool(
      "make", "in/a.jpg", "in/a.mov", "-o", "out", "--bundle", form, "--force")
    #expect(forced.code == 0, "\(forced.errors)")
    #expect(names("out") == ["a.\(form)"])
  }

  @Test func `takes the cover out of a clip`() throws {
    defer { folder.remove() }
    let answer = try tool("make", "in/a.mov", "-o", "out", "--still-time", "0.5")
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(names("out") == ["a.jpg", "a.mov"])
    #expect(answer.output.contains("key photo   at 0.50 s of"))
    #expect(try tool("check", "--fail-on", "warning", "out").code == 0)
  }

  @Test func `tells one half what only the other says of the shot`() throws {
    defer { folder.remove() }
    // The clip's date goes into the cover's Exif, with its zone.
    _ = try tool("make", "in/a.mov", "-o", "out", "--still-time", "0.5")
    let cover = try #require(read("out/a.jpg")).asStill
    #expect(cover.captureTime.value?.zoneMinutes == 60)
    #expect(cover.captureTime.value?.localSeconds == 1_718_971_200)
    // The still's date goes into a clip that has none.
    guard OtherReader.ffmpeg.isInstalled else { return }
    _ = try OtherReader.ffmpeg.output(
      "-v", "error", "-nostdin", "-i", "\(folder.path)/in/a.mov", "-map", "0:v:0", "-c", "copy",
      "-map_metadata", "-1", "\(folder.path)/in/b.mov")
    let answer = try tool("make", "in/a.jpg", "in/b.mov", "-o", "out2")
    #expect(answer.code == 0, "\(answer.errors)")
    let movie = try #require(read("out2/a.mov")).asMovie
    #expect(movie.creationDate.value?.text == "2024-06-21T12:00:00+0100")
  }

  @Test func `keeps what a still says of its shot where the picture is coded anew`() throws {
    defer { folder.remove() }
    let answer = try tool(
      "make", "in/a.jpg", "in/a.mov", "-o", "out", "--still-time", "0.5", "--still-format", "heic")
    #expect(answer.code == 0, "\(answer.errors)")
    let old = try #require(read("in/a.jpg")).asStill
    let new = try #require(read("out/a.heic")).asStill
    #expect(old.make.value != nil && old.captureTime.value != nil)
    #expect(new.make.value == old.make.value)
    #expect(new.model.value == old.model.value)
    #expect(new.captureTime.value == old.captureTime.value)
  }

  private func read(_ path: String) -> MediaFacts? {
    MediaReader(plan: ReadingPlan()).read(FilePath(folder.url.appending(path: path).path))
  }

  @Test func `makes the pairs of a folder and says what it leaves out`() throws {
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "in/B.JPG")
    try folder.copy(good, "IMG_0001.MOV", as: "in/b.MOV")
    try folder.copy(good, "IMG_0001.MOV", as: "in/lone.mov")
    let answer = try tool("make", "in", "-o", "out")
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(names("out") == ["B.JPG", "B.MOV", "a.jpg", "a.mov"])
    #expect(answer.output.hasSuffix("2 made\n"))
    #expect(answer.errors.contains("in/lone.mov: left out: no still has its name"))
  }

  @Test func `makes the pairs of a list`() throws {
    defer { folder.remove() }
    let list = folder.url.appending(path: "list.csv")
    try Data("movie,still,name,still-time\nin/a.mov,in/a.jpg,first,0.25\nin/a.mov,,second,\n".utf8)
      .write(to: list)
    let answer = try tool("make", "--pairs", "list.csv", "-o", "out")
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(names("out") == ["first.jpg", "first.mov", "second.jpg", "second.mov"])
    #expect(answer.output.contains("at 0.25 s"))
  }

  @Test func `never writes over a file that is there, unless told to`() throws {
    defer { folder.remove() }
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "out"), withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: folder.url.appending(path: "out/a.mov"))
    let answer = try tool("make", "in/a.jpg", "in/a.mov", "-o", "out")
    #expect(answer.code == 1)
    #expect(answer.errors.contains("out/a.mov: is there already; --force replaces it"))
    #expect(names("out") == ["a.mov"])
    #expect(try bytes("out/a.mov") == Data("mine".utf8))
    #expect(try tool("make", "in/a.jpg", "in/a.mov", "-o", "out", "--force").code == 0)
    #expect(names("out") == ["a.jpg", "a.mov"])
  }

  @Test func `never writes over its sources, even if told to`() throws {
    defer { folder.remove() }
    let source = try bytes("in/a.jpg")
    let answer = try tool("make", "in/a.jpg", "in/a.mov", "-o", "in", "--force")
    #expect(answer.code == 1)
    #expect(answer.errors.contains("is a source"))
    #expect(try bytes("in/a.jpg") == source)
    #expect(names("in") == ["a.jpg", "a.mov"])
  }

  @Test(arguments: [
    (["in/none.jpg", "in/a.mov"], "in/none.jpg: cannot be opened: No such file or directory"),
    (["in/a.jpg", "in/none.mov"], "in/none.mov: cannot be opened: No such file or directory"),
    (["in/text.jpg", "in/a.mov"], "in/text.jpg: is no picture that is read (JPEG, "),
    (["in/a.jpg", "in/a.jpg"], "in/a.jpg: is a jpeg picture, and a clip is needed here"),
    (["in/a.jpg", "in/text.mp4"], "in/text.mp4: "),
    (["in/a.jpg", "in/empty.mp4"], "in/empty.mp4: "),
    (
      ["in/a.jpg", "in/a.mov", "--still-time", "60"],
      "in/a.mov: the key photo at 60.0 s lies outside the clip"
    ),
  ])
  func `says which file stands in the way, and writes nothing`(words: [String], complaint: String)
    throws
  {
    defer { folder.remove() }
    try Data("no picture and no movie".utf8).write(to: folder.url.appending(path: "in/text.jpg"))
    try Data("no picture and no movie".utf8).write(to: folder.url.appending(path: "in/text.mp4"))
    try Data().write(to: folder.url.appending(path: "in/empty.mp4"))
    let answer = try tool(words: ["make", "-o", "out"] + words)
    #expect(answer.code == 1)
    #expect(answer.errors.contains("livephotolint: \(complaint)"), "\(answer.errors)")
    #expect(names("out").isEmpty)
  }

  @Test(arguments: [
    (["in/a.jpg", "in/a.mov"], "make needs a folder for what it makes: -o DIR"),
    (["-o", "out"], "make needs a still and a movie"),
    (["-o", "out", "a", "b", "c"], "not 3 files"),
    (["-o", "out", "in/a.mov", "--still-time", "x"], "--still-time needs a number of seconds"),
    (["-o", "out", "in/a.mov", "--codec", "h265"], "did you mean 'h264'"),
    (["-o", "in/a.jpg", "in/a.jpg", "in/a.mov"], "in/a.jpg: is no folder"),
    (["-o", "out", "--pairs", "none.csv"], "none.csv: cannot be opened"),
    (
      [
        "-o", "out", "--loop-clip", "in/a.mov", "in/a.jpg", "in/b.jpg",
        "--identifier", "0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D",
      ], "--identifier goes with one pair"
    ),
    (["-o", "out", "--pairs", "in/zero.csv"], "in/zero.csv:2: a name holds a zero byte"),
  ])
  func `refuses a wrong command line in one line`(words: [String], complaint: String) throws {
    defer { folder.remove() }
    try Data("movie,name\nin/a.mov,a\0b\n".utf8).write(
      to: folder.url.appending(path: "in/zero.csv"))
    let answer = try tool(words: ["make"] + words)
    #expect(answer.code == 2)
    #expect(answer.errors.contains(complaint), "\(answer.errors)")
    #expect(answer.errors.split(separator: "\n").count == 1)
  }

  @Test func `says that the decoder is missing`() throws {
    defer { folder.remove() }
    var tool = tool
    tool.environment["LIVEPHOTOLINT_DECODE"] = "/none/livephotolint-decode"
    let answer = try tool("make", "in/a.jpg", "in/a.mov", "-o", "out")
    #expect(answer.code == 2)
    #expect(answer.errors.contains("/none/livephotolint-decode"))
  }

  @Test func `leaves nothing half made where its folder is read-only`() throws {
    defer { folder.remove() }
    // The superuser may write anywhere; a folder that is none stands for all that refuse.
    try Data().write(to: folder.url.appending(path: "file"))
    let answer = try tool("make", "in/a.jpg", "in/a.mov", "-o", "file/out")
    #expect(answer.code == 2)
    #expect(
      answer.errors.contains("file/out: cannot be made: file is no folder"), "\(answer.errors)")
  }

  // MARK: What may happen meanwhile

  /// Runs a line of a shell, `$TOOL` being the tool.
  private func shell(_ line: String) throws -> Tool.Answer {
    var tool = tool
    tool.shellLine = line
    return try tool(words: [])
  }

  @Test(
    .enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: ["TERM", "HUP"])
  func `leaves nothing half made where it is stopped`(signal: String) throws {
    defer { folder.remove() }
    try makeLongClip()
    let answer = try shell(
      "$TOOL make long.webm -o out & P=$!; "
        + "while ! ls -A out 2>/dev/null | grep -q .; do sleep 0.02; done; sleep 0.1; "
        + "kill -\(signal) $P; wait $P; echo $?")
    #expect(answer.output == (signal == "TERM" ? "143\n" : "129\n"))
    #expect(names("out").isEmpty)
  }

  @Test(.enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func `says that its decoder was killed`() throws {
    defer { folder.remove() }
    try makeLongClip()
    let answer = try shell(
      "$TOOL make long.webm -o out & P=$!; "
        + "while ! pgrep -P $P >/dev/null; do sleep 0.02; done; sleep 0.1; "
        + "pkill -KILL -P $P; wait $P; echo $?")
    #expect(answer.output == "1\n")
    #expect(answer.errors.contains("long.webm: the decoder's process was ended by SIGKILL"))
    #expect(names("out").isEmpty)
  }

  // A limit on the length of files stands for a disk without room.
  @Test(arguments: ["", "--bundle pvt", "--bundle livp"])
  func `says that there is no room, and leaves nothing`(form: String) throws {
    defer { folder.remove() }
    let answer = try shell(
      "trap '' XFSZ; ulimit -f 8; $TOOL make in/a.jpg in/a.mov -o out --still-time 0.5 \(form); echo $?"
    )
    #expect(answer.output == "1\n")
    #expect(answer.errors.contains("cannot be written: File too large"), "\(answer.errors)")
    #expect(names("out").isEmpty)
  }

  private func makeLongClip() throws {
    _ = try OtherReader.ffmpeg.output(
      "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=30:duration=8",
      "-c:v", "mpeg4", "-q:v", "2", "-f", "matroska", "\(folder.path)/long.webm")
  }
}
