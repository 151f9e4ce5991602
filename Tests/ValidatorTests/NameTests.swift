import Testing
import Validator

@Suite struct `Names as bytes` {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `of keys are compared without making texts of them`() {
    let all = bytes("..com.apple.quicktime.still-image-time..")
    let name = KeyName(all[2..<all.count - 2])
    #expect(name.text == "com.apple.quicktime.still-image-time")
    #expect(name == "com.apple.quicktime.still-image-time" as String)
    #expect(name.isAll("com.apple.quicktime.still-image-time"))
    #expect(!name.isAll("com.apple.quicktime.still-image-timE"))
    #expect(!name.isAll("still-image-time"))
    #expect(name.hasSuffix("still-image-time") && name.hasSuffix(""))
    #expect(!name.hasSuffix("x" + name.text) && !name.hasSuffix("still-image"))
  }

  @Test func `of a list are equal where they read alike, wherever they stand`() {
    let all = bytes("[one][two]")
    var found = KeyNames(in: all[...], capacity: 2)
    found.append(1..<4)
    found.append(6..<9)
    #expect(found == ["one", "two"])
    #expect(found != ["one"] && found != ["one", "three"])
    #expect(Array(found) == ["one", "two"])
    #expect(found.firstIndex(of: "two" as StaticString) == 1)
    #expect(found.firstIndex(of: "tw" as StaticString) == nil)
    // A range that reaches outside is cut, not a trap.
    found.append(8..<90)
    #expect(found[2] == "o]")
  }

  @Test func `of a list are read back from a record, UTF-8 or not`() throws {
    let all: [UInt8] = [0x61, 0xFF, 0xC3, 0x62]
    var names = KeyNames(in: all[...], capacity: 3)
    for range in [0..<3, 3..<4, 4..<4] { names.append(range) }
    let kept = try KeyNames(record: names.record)
    #expect(kept == names && kept.record == names.record)
    let name = KeyName(all[1..<3])
    #expect(try KeyName(record: name.record) == name)
  }

  @Test(arguments: [
    ("a.jpg", Half.still), ("A.JPG", .still), ("a.HeIc", .still), ("a.b.MOV", .movie),
    ("a.m4v", .movie), ("a.qt", .movie), ("a.webp", .still), ("a.dng", .still),
    (".jpg", nil), ("jpg", nil), ("a.jpg.txt", nil), ("a.", nil), ("a.jp", nil),
    ("a.mp\u{14}", nil),
    ("a.m\u{14}v", nil), ("a.jpgg", nil), ("", nil),
  ])
  func `tell the medium by their extension`(name: String, half: Half?) {
    #expect(Half(extensionOf: bytes(name)[...]) == half)
    #expect(MediaFile(path: FilePath("folder/" + name), size: 0, type: nil).halfByExtension == half)
  }

  @Test func `have the order of their bytes`() {
    let names = ["", "a", "aa", "ab", "b", "B", "a\u{FF}", "a\u{0}", "10", "9", "Z", "é"].map(bytes)
    for left in names {
      for right in names {
        #expect(left.precedes(right) == left.lexicographicallyPrecedes(right))
      }
    }
  }
}
