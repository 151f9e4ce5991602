import Testing
import Validator

@Suite struct `Base names` {
  private func name(_ text: String) -> BaseName { BaseName(of: Array(text.utf8)[...]) }
  private func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("IMG_0001.HEIC", "img_0001"),
    ("img_0001.mov", "img_0001"),
    ("IMG_0001_HEVC.MOV", "img_0001"),
    ("IMG_0001_Original.JPG", "img_0001"),
    ("IMG_0001(1).JPG", "img_0001"),
    ("IMG_0001 (12).JPG", "img_0001"),
    ("IMG_0001(1)_HEVC.MOV", "img_0001"),
    ("IMG_0001_HEVC(1).MOV", "img_0001"),
    ("51F2BEF7-431A-4C5F-8C5A-8FD0F1B3F9A1_3.mov", "51f2bef7-431a-4c5f-8c5a-8fd0f1b3f9a1"),
    ("51F2BEF7-431A-4C5F-8C5A-8FD0F1B3F9A1_1_201_a.jpeg", "51f2bef7-431a-4c5f-8c5a-8fd0f1b3f9a1"),
    ("51F2BEF7-431A-4C5F-8C5A-8FD0F1B3F9A1_2_100_a.mov", "51f2bef7-431a-4c5f-8c5a-8fd0f1b3f9a1"),
    ("51F2BEF7-431A-4C5F-8C5A-8FD0F1B3F9A1_4.mov", "51f2bef7-431a-4c5f-8c5a-8fd0f1b3f9a1_4"),
    ("IMG_3.MOV", "img_3"),
    ("IMG_E0001.HEIC", "img_e0001"),
    ("(1).jpg", "(1)"),
    ("no extension", "no extension"),
    (".hidden", ".hidden"),
    ("archive.tar.mov", "archive.tar"),
  ])
  func `known suffixes are no part of the key`(file: String, key: String) {
    #expect(text(name(file).key) == key)
  }

  @Test(arguments: [
    ("IMG_E0001.HEIC", "_E"), ("IMG_E0001(2).MOV", "_E"), ("IMG_0001-edited.HEIC", "-edited"),
    ("IMG_0001-edited(1).HEIC", "-edited"), ("IMG_0001.HEIC", nil), ("edited.HEIC", nil),
  ])
  func `edits are told by their names`(file: String, mark: String?) {
    #expect(MediaFile(path: FilePath(file), size: 0, type: nil).editMark == mark)
  }

  @Test func `the stem keeps suffixes`() {
    #expect(text(name("IMG_0001_HEVC(1).MOV").stem) == "img_0001_hevc(1)")
  }

  @Test func `a copy number is told apart from a name in brackets`() {
    #expect(text(name("IMG_0001(12).JPG").copyNumber) == "12")
    #expect(name("IMG (holiday).JPG").copyNumber == nil)
    #expect(text(name("IMG (holiday).JPG").key) == "img (holiday)")
  }

  @Test func `names are compared as far as Takeout keeps them`() {
    let long = String(repeating: "a", count: 60)
    #expect(name(long + ".heic").key == name(String(repeating: "a", count: 46) + ".mp4").key)
  }
}
