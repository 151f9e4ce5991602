import Foundation
import Support
import Testing

@testable import Command

@Suite struct `Diagnosing` {
  private let good = "identifier-mismatch-pass-jpeg-and-h264"
  private let bad = "identifier-mismatch-fail-two-shots"

  @Test func `names the cause, the proof and the cure`() throws {
    let answer = try Tool()("diagnose", "\(bad)/IMG_0001.JPG", "\(bad)/IMG_0001.MOV")
    #expect(answer.code == 1)
    #expect(answer.output.contains("The files explain it. The cause:"))
    #expect(answer.output.contains("error identifier/mismatch · breaks: pairs · known: observed"))
    #expect(answer.output.contains("kCGImagePropertyMakerAppleDictionary"))
    #expect(answer.output.contains("inspect --hexdump"))
    #expect(answer.errors.isEmpty)
  }

  @Test func `takes two files for one Live Photo in either order`() throws {
    let files = ["\(good)/IMG_0001.JPG", "\(bad)/IMG_0001.MOV"]
    let once = try Tool()("diagnose", files[0], files[1])
    #expect(once.output.contains("pair by argument"))
    #expect(try Tool()("diagnose", files[1], files[0]).output == once.output)
  }

  @Test func `looks outside the files where they are good`() throws {
    let answer = try Tool()("diagnose", "--symptom", "3302", good)
    #expect(answer.code == 0)
    #expect(answer.output.contains("working pair as far as they were looked at"))
    #expect(answer.output.contains("Ruled out by the files:"))
    #expect(answer.output.contains("PHLivePhoto.request"))
  }

  @Test func `judges for the Lock Screen where the symptom is about it`() throws {
    let bare = "wallpaper-no-live-photo-info-fail-no-track"
    let answer = try Tool()("diagnose", "--symptom", "Motion not available", bare)
    #expect(answer.code == 1)
    #expect(answer.output.contains("1. the movie has no timed-metadata track with live-photo-info"))
    let photos = try Tool()(
      "diagnose", "--symptom", "Motion not available", "--profile", "photos", bare)
    #expect(photos.code == 0)
  }

  @Test func `suggests what an unknown symptom may mean and lists all`() throws {
    let slip = try Tool()("diagnose", "--symptom", "two itmes", good)
    #expect(slip.code == 2)
    #expect(slip.errors.contains("did you mean 'two items in Photos'"))
    let other = try Tool()("diagnose", "--symptom", "zebra", good)
    #expect(other.code == 2)
    #expect(other.errors.contains("PHPhotosErrorDomain 3303; PHPhotosErrorDomain -1"))
    #expect(try Tool()("diagnose").code == 2)
  }

  @Test func `tells what is explained only where it is asked to be quiet`() throws {
    #expect(try Tool()("diagnose", "--quiet", good).output == "")
    let answer = try Tool()("diagnose", "-q", bad)
    #expect(answer.code == 1 && answer.output.contains("The files explain it. The cause:"))
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let tool = Tool(folder: folder.path)
    #expect(try tool("diagnose", ".").errors.contains("nothing was judged"))
    #expect(try tool("diagnose", "--quiet", ".").errors == "")
    #expect(try DiagnoseOptions(["--no-progress", "a"]).showsProgress == false)
  }

  @Test func `says what could not be opened without its name where it redacts`() throws {
    let answer = try Tool()("diagnose", "--redact", "Anna/not-there.heic")
    #expect(answer.code == 3)
    #expect(!(answer.errors + answer.output).contains("Anna"))
    #expect(!(answer.errors + answer.output).contains("not-there"))
  }

  @Test(arguments: ["text", "json"])
  func `leaves no identifier, date or file name of any specimen in what it redacts`(
    format: String
  ) throws {
    let answer = try Tool()("diagnose", "--redact", "--profile", "camera", "--format", format, ".")
    #expect(answer.code == 1)
    // A rule's remedy has a date as an example.
    let output = answer.output.replacing("CreationDate=2024:05:01", with: "CreationDate=")
    let forms: [(what: String, form: Regex<Substring>)] = [
      ("UUID", /[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-/), ("name", /IMG_\d/),
      ("date", /20\d\d[-:]\d\d[-:]\d\d/), ("specimen", /identifier-mismatch-fail/),
    ]
    for (what, form) in forms {
      #expect(!output.contains(form), "\(what)")
    }
  }

  /// Words that come up in messages and are missed among those that may be shown.
  @Test func `keeps every word of its own messages`() throws {
    let output = try Tool()("diagnose", "--redact", "--profile", "camera", "--format", "json", ".")
      .output
    let lines = output.split(separator: "\n").filter {
      $0.contains("\"message\"") && $0.contains("<text")
    }
    // A name that belongs to no file of a subject: the folder of a bundle, a member of an archive.
    let strange = lines.filter { !$0.contains("metadata.plist") && !$0.contains("livp") }
    #expect(strange.isEmpty)
  }
}
