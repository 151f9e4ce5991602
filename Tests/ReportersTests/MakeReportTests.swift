import Reporters
import Testing
import Validator

@Suite struct `What make made` {
  private static let made = MakeReport.Made(
    files: [FilePath("out/a.jpg"), FilePath("out/a.mov")], still: FilePath("a.png"),
    clip: FilePath("clip.webm"), identifier: "0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D", stillTime: 1.5,
    duration: 3, fit: 0.987, video: .encoded, codec: "H.264",
    reasons: ["Photos does not play vp9", "the clip is 8.0 s long"],
    remarks: ["geometry/aspect-differs: 4:3 and 16:9"])
  private static let kept = MakeReport.Made(
    files: [FilePath("out/b.pvt")], still: nil, clip: FilePath("b.mov"),
    identifier: "1A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D", stillTime: 0.05, duration: 0.999, fit: nil,
    video: .kept, codec: nil, reasons: [], remarks: [])
  private static let report = MakeReport(
    made: [made, kept], failed: [MakeReport.Left(path: FilePath("c.mov"), reason: "is no movie")],
    skipped: [MakeReport.Left(path: FilePath("d.mov"), reason: "no still has its name")])

  @Test func `is told to people, a paragraph each`() {
    #expect(
      MakeText().render(Self.report) == """
        out/a.jpg + out/a.mov
          identifier  0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D
          key photo   at 1.50 s of 3.00 s, where the still fits best (0.99)
          video       coded anew as H.264: Photos does not play vp9; the clip is 8.0 s long
          note        geometry/aspect-differs: 4:3 and 16:9

        out/b.pvt
          identifier  1A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D
          key photo   at 0.05 s of 1.00 s
          video       kept bit for bit

        2 made, 1 failed

        """)
  }

  @Test(.enabled(if: CheckingProgram.hasJSONSchema, "python3-jsonschema is not installed"))
  func `is told to programs by its schema`() throws {
    let json = MakeJSON.render(Self.report)
    #expect(try CheckingProgram.jsonschema(of: "livephotolint-make-1").faults(in: json) == "")
    #expect(json.contains(#""stillTime": 1.5,"#))
    #expect(json.contains(#"{"path": "c.mov", "reason": "is no movie"}"#))
    // A schema that takes anything would pass too.
    let wrong = json.replacing(#""video": "kept""#, with: #""video": "lost""#)
    #expect(try CheckingProgram.jsonschema(of: "livephotolint-make-1").faults(in: wrong) != "")
  }

  @Test func `acts on no terminal`() {
    var made = Self.made
    made.files = [FilePath("out/\u{1B}[2J.jpg")]
    made.remarks = ["\u{1B}]0;x\u{7}"]
    let text = MakeText().render(MakeReport(made: [made], failed: [], skipped: []))
    #expect(!text.contains("\u{1B}"))
  }
}
