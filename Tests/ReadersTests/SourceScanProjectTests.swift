import FoundationEssentials
import Readers
import Testing
import Validator

@Suite struct `A scan of a project's sources` {
  /// Writes files into a fresh folder and gives the survey of them.
  private func survey(_ files: [(name: String, text: String)]) throws -> (SourceSurvey, FilePath) {
    let root = FileManager.default.temporaryDirectory.appending(path: "Tests-\(UUID())/Tests")
    defer { try? FileManager.default.removeItem(at: root.deletingLastPathComponent()) }
    for file in files {
      let url = root.appending(path: file.name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: url)
    }
    let path = FilePath(root.path)
    let paths = files.map { FilePath("\(root.path)/\($0.name)") } + [FilePath("\(root.path)/no.m")]
    return (SourceNeedScanner.survey(paths, below: path), path)
  }

  private let fetch = "PHAsset.fetchAssets(with: nil)"

  @Test func `sorts by path and line, and keeps the first place of each call`() throws {
    let (survey, root) = try survey([
      ("B.swift", fetch), ("A/Z.swift", "\nPHPickerViewController()\n\(fetch)"),
      ("C.m", "[PHAsset fetchAssetsWithOptions:nil];"),
    ])
    #expect(
      survey.needs.map(\.place) == [
        SettingPlace(file: FilePath("\(root)/A/Z.swift"), line: 2, column: 1),
        SettingPlace(file: FilePath("\(root)/A/Z.swift"), line: 3, column: 1),
        SettingPlace(file: FilePath("\(root)/C.m"), line: 1, column: 2),
      ])
    #expect(survey.needs.map(\.kind) == [.pick, .read, .read])
  }

  @Test func `passes over test targets and files that are no sources`() throws {
    let (survey, _) = try survey([
      ("AppTests/A.swift", fetch), ("x/AppUITests/B.swift", fetch), ("Tests/C.swift", fetch),
      ("a.txt", fetch), ("swift", fetch), (".swift", fetch),
    ])
    #expect(survey.needs.isEmpty)
  }

  @Test func `reads a file whose own name ends in Tests, and folders called alike`() throws {
    let (survey, _) = try survey([("Testsuite/ATests.swift", fetch)])
    #expect(survey.needs.count == 1)
  }

  @Test func `takes the name that makes a call ours from another file`() throws {
    let picker = "struct Picker { var sourceType: UIImagePickerController.SourceType }"
    let (both, _) = try survey([("A.swift", "Picker(sourceType: .camera)"), ("B.swift", picker)])
    #expect(both.needs.map(\.call) == ["sourceType: .camera"])
    let (one, _) = try survey([("A.swift", "Picker(sourceType: .camera)")])
    #expect(one.needs.isEmpty)
  }

  @Test func `names the sources that it could not read`() throws {
    let (survey, root) = try survey([
      ("A.swift", fetch), ("B.swift", fetch + String(repeating: " ", count: 2 << 20)),
    ])
    #expect(survey.needs.count == 1)
    #expect(survey.unread.map(\.file) == [FilePath("\(root)/B.swift"), FilePath("\(root)/no.m")])
    #expect(survey.unread.map(\.error.kind) == [.limit, .notOpened])
  }

  @Test func `passes over large sources that name nothing`() throws {
    let (survey, root) = try survey([
      ("A.swift", fetch), ("B.swift", String(repeating: "let x = 1\n", count: 300_000)),
    ])
    #expect(survey.needs.count == 1)
    #expect(survey.unread.map(\.file) == [FilePath("\(root)/no.m")])
  }
}

@Suite struct `Hostile sources` {
  private static let call = "PHAsset.fetchAssets(with: nil)"
  /// Each is repeated over 40,000 bytes, between calls.
  static let pieces = [
    "(", "[", "{", ")", "}", "<", "\"", "\"\"\"", "\"\"\"\n", "#", "#\"", "\"#", "\\", "\\(",
    "\"\\(",
    "/*", "*/", "(/", "/\\/", "(/\\/", "#if false\n", "#if 0\n", "#else\n", "#endif\n", "`", "'",
    "@",
    "\\\n", "\r", "\0", "\u{FEFF}", "PHAsset.", "PHAsset.a(", "PHAsset.a()", "PHAsset", "[PHAsset ",
    "[[PHAsset a] b:", "Activity<", "sourceType = a ? ", "sourceType: ", "addResource(with: ",
    ".addResource(with: .a, ", "[a addResourceWithType:",
    "[AVCaptureDevice defaultDeviceWithDeviceType:",
    "#available(iOS 16.1, *) {", "#available(", "guard #available(iOS 99999999.999999 ",
    "@available(iOS 1",
    "if ", "else ", "0.", "1'", "#/", "/#", "??", ",", "a,", "}{", ")(", "R\"(",
  ]

  @Test(arguments: pieces)
  func `end, whatever they hold`(piece: String) {
    let many = String(repeating: piece, count: 40_000 / piece.utf8.count)
    let text = "import ActivityKit\n\(Self.call)\n\(many) \(Self.call)"
    for language in [SourceLanguage.swift, .objectiveC] {
      let found = SourceNeedScanner.needs(
        in: Array(text.utf8), file: FilePath("a"), language: language)
      #expect(found.count <= 3)
      if language == .swift { #expect(found.first?.call == "PHAsset.fetchAssets(with:)") }
    }
  }

  @Test func `are read up to any cut`() {
    let text = Array(
      """
      import ActivityKit
      #if false
      let r = /a"(b)/ + #/c/#
      #endif
      if #available(iOS 16.1, *) { Activity<A>.request(x: "\\(PHAsset.fetchAssets(with: "b"))") }
      let s = #\"\"\"
        \\#(p.sourceType = a ? .camera : .b) \"\"\" \"\"\"#
      [[PHPhotoLibrary sharedPhotoLibrary] registerChangeObserver:@"a"]; // é /* */
      """.utf8)
    for end in 0...text.count {
      for language in [SourceLanguage.swift, .objectiveC] {
        let found = SourceNeedScanner.needs(
          in: Array(text[..<end]), file: FilePath("a"), language: language)
        #expect(found.allSatisfy { ($0.place?.line ?? 0) <= 9 })
      }
    }
  }

  @Test func `over the limit give nothing`() {
    let text = Self.call + String(repeating: "\n", count: 2 << 20)
    #expect(
      SourceNeedScanner.needs(in: Array(text.utf8), file: FilePath("a"), language: .swift).isEmpty)
  }
}
