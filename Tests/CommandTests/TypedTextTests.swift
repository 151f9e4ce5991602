import Testing
import Validator

@testable import Command

@Suite struct `Typed text` {
  @Test(
    arguments: [
      Array("IMG_0001.MOV".utf8), Array("Füße".utf8), [0x61, 0xFF, 0xFE, 0x62], [0xC3],
      [0xED, 0xA0, 0x80], [],
    ] as [[UInt8]])
  func `keeps every byte of a name`(name: [UInt8]) {
    #expect(TypedText.bytes(of: TypedText.text(of: name)) == name)
    #expect(FilePath(typed: TypedText.text(of: name)).bytes == name)
  }

  @Test func `splits lists at line ends, or at NULs where there are any`() {
    #expect(TypedText.entries(of: Array("a\r\nb c\n\n\nd".utf8)) == ["a", "b c", "d"])
    #expect(TypedText.entries(of: Array("a\nb\0c\0\0".utf8)) == ["a\nb", "c"])
    #expect(TypedText.entries(of: []).isEmpty)
    #expect(TypedText.entries(of: Array("\r\n\n".utf8)).isEmpty)
  }
}

@Suite struct `An output file` {
  /// The test's own source serves as a file that a command line names.
  private let named = FilePath(#filePath)

  @Test func `is never one that the command line names`() {
    #expect(throws: UsageError.self) {
      try OutputFile(path: named).requireNoInput(among: [named])
    }
    #expect(throws: Never.self) { try OutputFile(path: named).requireNoInput(among: []) }
  }

  @Test func `is never a half of a Live Photo, a folder or what lies beside a half`() {
    let specimen = "/../../Corpus/identifier-mismatch-pass-jpeg-and-h264"
    let folder = FilePath(bytes: Array(named.folder) + Array(specimen.utf8))
    for path in [
      folder, folder.appending("IMG_0001.JPG".utf8), folder.appending("IMG_0001.MOV".utf8),
    ] {
      #expect(throws: UsageError.self) { try OutputFile(path: path).requireNoInput(among: []) }
    }
    let missing = folder.appending("report.json".utf8)
    #expect(throws: Never.self) { try OutputFile(path: missing).requireNoInput(among: []) }
  }
}
