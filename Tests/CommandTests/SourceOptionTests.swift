import Foundation
import Support
import Testing

@Suite struct `Lists and layouts of files` {
  private let good = "identifier-mismatch-pass-jpeg-and-h264"
  private let plain = "pair-name-only-pass-one-shot"

  private func list(_ text: String, in folder: TemporaryFolder) throws {
    try text.write(
      to: folder.url.appending(path: "list"), atomically: true, encoding: .utf8)
  }

  @Test(arguments: [
    "still,movie\none.jpg,two.mov\n", "movie,still\r\ntwo.mov,\"one.jpg\"\r\n",
    "{\"still\": \"one.jpg\", \"movie\": \"two.mov\"}\n",
  ])
  func `pairs are taken from a list`(text: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(plain, "IMG_0001.JPG", as: "one.jpg")
    try folder.copy(plain, "IMG_0001.MOV", as: "two.mov")
    try list(text, in: folder)
    let answer = try Tool(folder: folder.path)("--format", "json", "--pairs", "list")
    #expect(answer.output.contains(#""pairedBy": "argument""#))
    #expect(answer.output.contains(#""pair": 1"#) && answer.output.contains(#""still": 0"#))
  }

  @Test func `a file that is missing from a list of pairs is named`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(plain, "IMG_0001.JPG", as: "one.jpg")
    try list("still,movie\none.jpg,two.mov\n", in: folder)
    let answer = try Tool(folder: folder.path)("--format", "json", "--pairs", "list")
    #expect(answer.errors.contains("two.mov: cannot be opened: No such file or directory"))
    #expect(answer.output.contains(#""pair": 1"#))
    #expect(answer.code != 0)
  }

  @Test(arguments: [
    ("still,movie\na,b\nc\n", "list, line 3: the row has 1 fields, the header 2"),
    ("still,clip\na,b\n", "list, line 1: 'clip' is none of the columns still, movie"),
    ("still,movie\na,b\n,d\n", "list, line 3: no still is named"),
    ("{\"still\": \"a\"}\n", "list, line 1: no movie is named"),
  ])
  func `a fault of a list of pairs is said with its line`(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try list(text, in: folder)
    let answer = try Tool(folder: folder.path)("--pairs", "list")
    #expect(answer.code == 2)
    #expect(answer.errors.contains(message))
    #expect(answer.errors.split(separator: "\n").count == 1)
  }

  @Test func `a list of pairs that is not there is said`() throws {
    let answer = try Tool()("--pairs", "no-such-list")
    #expect(answer.code == 2 && answer.errors.contains("no-such-list: "))
    #expect(try Tool()("--file-timeout", "soon").code == 2)
    #expect(try Tool()("--file-timeout", "0").code == 2)
    #expect(try Tool()("--exclude", "a[b").code == 2)
  }

  /// A still and a movie of one shot without identifiers, under the names that software gives them.
  @Test(arguments: [
    // Google Takeout.
    ("IMG_0769(1).HEIC.jpg", "IMG_0769(1).HEIC.mp4"), ("IMG_0769(1).JPG", "IMG_0769(1).MP4"),
    ("IMG_0769.JPG", "IMG_0769.MP"),
    (
      "a name that is longer than what Takeout keeps o.JPG",
      "a name that is longer than what Takeout keeps of it.MP4"
    ),
    // icloudpd.
    ("IMG_1234.JPG", "IMG_1234_HEVC.MOV"), ("IMG_1234_QVJXYZ1.JPG", "IMG_1234_QVJXYZ1_HEVC.MOV"),
    // A Photos library.
    (
      "L.photoslibrary/originals/5/51F2BEF7-431A-4C5F-8C5A-8FD0F1B3F9A1.jpeg",
      "L.photoslibrary/originals/5/51F2BEF7-431A-4C5F-8C5A-8FD0F1B3F9A1_3.mov"
    ),
    (
      "L.photoslibrary/resources/renders/5/51F2BEF7-431A-4C5F-8C5A-8FD0F1B3F9A1_1_201_a.jpeg",
      "L.photoslibrary/resources/renders/5/51F2BEF7-431A-4C5F-8C5A-8FD0F1B3F9A1_2_100_a.mov"
    ),
    // Edits and copies.
    ("IMG_E1234.JPG", "IMG_E1234.MOV"), ("IMG_1234 (1).JPG", "IMG_1234 (1).MOV"),
  ])
  func `halves are found by their names`(still: String, movie: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(plain, "IMG_0001.JPG", as: still)
    try folder.copy(plain, "IMG_0001.MOV", as: movie)
    for companion in ["\(still).supplemental-metadata.json", "\(still)(1).json", "IMG_1234.AAE"] {
      try Data("{}".utf8).write(to: folder.url.appending(path: companion))
    }
    let answer = try Tool(folder: folder.path)("--format", "json")
    #expect(answer.output.contains(#""pairedBy": "name""#), "\(answer.output)")
    #expect(answer.output.contains(#""pair": 1, "#) || answer.output.contains("\"pair\": 1,"))
  }

  /// Names that are no pair's, whatever they have in common.
  @Test(arguments: [
    ("IMG_E1234.JPG", "IMG_1234.MOV"), ("IMG_0769-edited.JPG", "IMG_0769.MP4"),
    ("IMG_0769-edited(1).JPG", "IMG_0769(1).MP4"), ("IMG_1.JPG", "IMG_1_3.MOV"),
  ])
  func `edits are not crossed with originals`(still: String, movie: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(plain, "IMG_0001.JPG", as: still)
    try folder.copy(plain, "IMG_0001.MOV", as: movie)
    let answer = try Tool(folder: folder.path)("--format", "json")
    #expect(answer.output.contains(#""pair": 0"#))
  }

  @Test func `a thousand paths of a list are walked at once`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "a/IMG_0001.JPG")
    try folder.copy(good, "IMG_0001.MOV", as: "a/IMG_0001.MOV")
    let lines = (0..<4_000).map { "a/gone-\($0).jpg" } + ["a", "a/IMG_0001.JPG", "./a"]
    let answer = try Tool(folder: folder.path)(
      "--format", "json", "-", input: lines.joined(separator: "\n"))
    #expect(answer.code == 3)
    #expect(answer.output.contains(#""pair": 1"#))
    #expect(answer.errors.split(separator: "\n").count == 4_000)
  }
}
