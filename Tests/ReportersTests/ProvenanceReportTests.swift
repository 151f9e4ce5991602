import Reporters
import Support
import Testing
import Validator

@Suite struct `A report of provenance` {
  private func render(
    _ format: ReportFormat, profile: Profile = .camera, _ pair: Pair = .exampleWithMotionData
  ) throws -> String {
    let engine = Engine(rules: Rule.examples, profile: profile, provenanceScope: .all)
    let report = Report(
      profile: profile, rules: Rule.examples, subjects: [engine.judge(Subject(.pair(pair)))])
    return try format.render(report, options: ReportOptions(width: 400))
  }

  @Test func `lists clean pairs for the profile camera, with the facts`() throws {
    let text = try render(.text)
    #expect(
      text.contains("  provenance: camera original — the still names iPhone 15 with iOS 17.6.1; "))
    #expect(try !render(.text, profile: .photos).contains("provenance"))
  }

  @Test func `never promises motion`() throws {
    #expect(try render(.text).contains("A pass never promises motion on the Lock Screen"))
    #expect(try !render(.text, profile: .photos).contains("Lock Screen"))
  }

  @Test func `gives programs the facts with their bytes`() throws {
    let json = try render(.json)
    #expect(json.contains("\"conclusion\": \"camera-original\""))
    #expect(
      json.contains(
        "{\"text\": \"its MakerNote has 30 entries\", \"file\": \"IMG_0001.JPG\", "
          + "\"path\": \"APP1/Exif/MakerNote\", \"offset\": 800, \"length\": 500, "
          + "\"found\": \"30 entries\"}"))
  }

  @Test(.enabled(if: CheckingProgram.hasJSONSchema, "python3 with jsonschema is not installed"))
  func `is valid by its schema`() throws {
    #expect(try CheckingProgram.jsonschema.faults(in: try render(.json)) == "")
    let labelled = try render(.json).replacing("camera-original", with: "genuine")
    #expect(try CheckingProgram.jsonschema.faults(in: labelled) != "")
  }
}
