import Readers
import Testing
import Validator

@Suite struct `The type of a file by its first bytes` {
  private func type(ofBrand brand: String, compatible: String = "isom") -> FileType {
    let head = [0, 0, 0, 20] + Array("ftyp\(brand)\0\0\0\0\(compatible)".utf8)
    return FileType(head: ArraySlice(head), size: 1_000)
  }

  @Test(arguments: ["M4A ", "M4B ", "crx "])
  func `is neither half for audio and raw pictures in boxes`(brand: String) {
    #expect(type(ofBrand: brand) == .unknown)
  }

  @Test(arguments: zip(["mp42", "M4V ", "XAVC", "qt  "], [FileType.mp4, .mp4, .mp4, .quicktime]))
  func `is a movie for the brands of movies, known or not`(brand: String, expected: FileType) {
    #expect(type(ofBrand: brand) == expected)
  }

  @Test func `is a picture for a generic brand beside a picture's`() {
    #expect(type(ofBrand: "mif1", compatible: "heic") == .heic)
    #expect(type(ofBrand: "mif1", compatible: "avif") == .avif)
  }
}
