import Testing
import Validator

@Suite struct `Paths into archives` {
  @Test(arguments: [
    ("data.zip!IMG_1.JPG", "data.zip", "IMG_1.JPG"),
    ("x/data.tar.zst!a/b/IMG_1.JPG", "x/data.tar.zst!a/b", "IMG_1.JPG"),
    ("DATA.ZIP!IMG!1.JPG", "DATA.ZIP", "IMG!1.JPG"),
    ("data.zip!a/IMG.livp!IMG_1.MOV", "data.zip!a/IMG.livp", "IMG_1.MOV"),
    ("data.zip!../IMG_1.JPG", "data.zip!..", "IMG_1.JPG"),
    ("wow!/IMG_1.JPG", "wow!", "IMG_1.JPG"),
    ("wow!IMG_1.JPG", "", "wow!IMG_1.JPG"),
    ("IMG_1.JPG", "", "IMG_1.JPG"),
    ("/IMG_1.JPG", "", "IMG_1.JPG"),
  ])
  func `are cut at the mark behind an archive's name`(path: String, folder: String, name: String) {
    let path = FilePath(path)
    #expect(FilePath(bytes: Array(path.folder)).description == folder)
    #expect(FilePath(bytes: Array(path.name)).description == name)
  }

  @Test func `tell members from files`() {
    #expect(FilePath("a.tgz!b.jpg").isInArchive && FilePath("a.livp!b.jpg").isInArchive)
    #expect(FilePath("a.zip!x/y.jpg").isInArchive)
    #expect(!FilePath("a.zip").isInArchive && !FilePath("a.gz!b.jpg").isInArchive)
    #expect(FilePath("A.Tar.GZ").isArchive && !FilePath("a.livp").isArchive)
    #expect(!FilePath("a.gz").isArchive)
    let parts = FilePath("x/a.zip!b/c.livp!d.jpg").archiveAndMember
    #expect(parts?.archive == FilePath("x/a.zip") && parts?.member == FilePath("b/c.livp!d.jpg"))
    #expect(FilePath("c.livp!d.jpg").archiveAndMember == nil)
  }

  @Test func `have neighbours in the archive`() {
    #expect(FilePath("a.zip!b.jpg").sibling("b.xmp".utf8) == FilePath("a.zip!b.xmp"))
    #expect(FilePath("x/b.jpg").sibling("b.xmp".utf8) == FilePath("x/b.xmp"))
  }
}
