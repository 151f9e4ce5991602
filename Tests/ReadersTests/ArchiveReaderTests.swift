import Readers
import Testing
import Validator
import Writers

/// A member of an archive with what was unpacked of it.
private struct Unpacked {
  let member: ArchiveMember
  let bytes: [UInt8]
  let fault: ReadError?
}

/// All members of an archive.
private func unpack(_ file: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws(ReadError)
  -> [Unpacked]
{
  let reader = try ArchiveReader(MemorySource(file), limits: limits)
  var all: [Unpacked] = []
  while let member = try reader.nextMember() {
    let content = try reader.content()
    all.append(
      Unpacked(
        member: member,
        bytes: try content.source.bytes(at: 0, count: Int(clamping: content.source.size)),
        fault: content.fault))
  }
  return all
}

/// The error of the first member that cannot be unpacked, or of the archive itself.
private func fault(in file: [UInt8], limits: ArchiveLimits = ArchiveLimits()) -> ReadError? {
  do throws(ReadError) {
    return try unpack(file, limits: limits).lazy.compactMap { $0.member.fault ?? $0.fault }.first
  } catch {
    return error
  }
}

private let picture = Array("a picture, as far as an archive cares \u{1F5BC}".utf8)
private let movie = [UInt8](repeating: 0x6D, count: 300_000) + Array("the end".utf8)

@Suite struct `The archive reader` {
  @Test func `unpacks stored and deflated members in their order`() throws {
    let archive = ZipArchive(
      ZipArchive.Member("IMG_0001.HEIC", picture), .deflated("IMG_0001.MOV", movie))
    let all = try unpack(archive.bytes)
    #expect(all.map(\.member.path.description) == ["IMG_0001.HEIC", "IMG_0001.MOV"])
    #expect(all.map(\.member.number) == [1, 2])
    #expect(all.map(\.member.size) == [UInt64(picture.count), UInt64(movie.count)])
    #expect(all.map(\.bytes) == [picture, movie])
    #expect(all.allSatisfy { $0.fault == nil && $0.member.fault == nil })
    #expect(all.map(\.member.place.offset) == [0, UInt64(30 + 13 + picture.count)])
  }

  @Test func `names members below their archive`() throws {
    let all = try unpack(ZipArchive(ZipArchive.Member("a/B.MOV", movie)).bytes)
    let path = try #require(all.first).member.path(in: FilePath("x/IMG_0001.livp"))
    #expect(path == FilePath("x/IMG_0001.livp!a/B.MOV"))
  }

  @Test func `passes over members that nobody asks for`() throws {
    let archive = ZipArchive(
      .deflated("A", movie), ZipArchive.Member("B", movie), .deflated("C", picture))
    let reader = try ArchiveReader(MemorySource(archive.bytes))
    _ = try reader.nextMember()
    _ = try reader.nextMember()
    let last = try #require(try reader.nextMember())
    #expect(last.path == FilePath("C"))
    #expect(try reader.content().source.bytes(at: 0, count: 1_000) == picture)
    #expect(try reader.nextMember() == nil)
  }

  @Test func `sets large members aside in a file without losing a byte`() throws {
    var large = [UInt8](repeating: 7, count: 9_000_000)
    for index in stride(from: 0, to: large.count, by: 1_009) { large[index] = UInt8(index % 251) }
    var member = ZipArchive.Member("A.MOV", [])
    member.packed = large
    member.size = large.count
    // Worked out beforehand: it takes seconds in an unoptimised build.
    member.checkSum = 0xD506_435E
    let all = try unpack(ZipArchive(member).bytes)
    #expect(all.first?.fault == nil)
    #expect(all.first?.bytes == large)
  }

  @Test func `keeps the bytes of names`() throws {
    var archive = ZipArchive(ZipArchive.Member("", picture), ZipArchive.Member("", picture))
    archive.members[0].name = [0x49, 0xFF, 0xB9, 0x2E, 0x4A]
    // Marked as UTF-8 (general purpose bit 11).
    archive.members[1].name = Array("Grüße 図.heic".utf8)
    archive.members[1].flags = 1 << 11
    let all = try unpack(archive.bytes)
    #expect(all.map(\.member.path.bytes) == archive.members.map(\.name))
    #expect(all.allSatisfy { $0.member.fault == nil })
  }

  @Test func `opens an archive with a comment at its end`() throws {
    var bytes = ZipArchive(ZipArchive.Member("A", picture)).bytes
    bytes.replaceSubrange((bytes.count - 2)..., with: [5, 0] + Array("hello".utf8))
    #expect(try unpack(bytes).map(\.bytes) == [picture])
    #expect(try ArchiveReader.hasEnd(MemorySource(bytes)))
  }

  @Test func `tells members that are no files of the photographer`() throws {
    let names = [
      "__MACOSX/._IMG.HEIC", ".DS_Store", "a/.hidden/IMG.HEIC", "folder/", "./a/IMG.HEIC",
      "../IMG.HEIC", "/etc/IMG.HEIC", "a/../../IMG.HEIC", "a..b/..c.HEIC",
    ]
    var archive = ZipArchive()
    archive.members = names.map { ZipArchive.Member($0, []) }
    let members = try unpack(archive.bytes).map(\.member)
    #expect(
      members.map(\.isBookkeeping)
        == [true, true, true, false, false, false, false, false, true])
    #expect(
      members.map(\.leadsOutside)
        == [false, false, false, false, false, true, true, true, false])
    #expect(members.map { $0.kind == .folder } == names.map { $0 == "folder/" })
  }
}

@Suite struct `A broken archive` {
  private let whole = ZipArchive(
    ZipArchive.Member("IMG_0001.HEIC", picture), ZipArchive.Member("IMG_0001.MOV", movie))

  @Test func `is no archive at all`() {
    #expect(fault(in: [])?.reason == "the file is empty")
    #expect(fault(in: Array("hello".utf8))?.reason == "the bytes are no zip archive")
    let error = fault(in: [0xFF, 0xD8, 0xFF, 0xE0] + picture)
    #expect(error?.reason == "the bytes are jpeg data, no zip archive")
    #expect(error?.kind == .otherContent)
  }

  @Test func `was cut short in a member`() throws {
    let cut = Array(whole.bytes.prefix(100_000))
    #expect(try !ArchiveReader.hasEnd(MemorySource(cut)))
    let reader = try ArchiveReader(MemorySource(cut))
    #expect(try reader.nextMember()?.path == FilePath("IMG_0001.HEIC"))
    #expect(try reader.content().fault == nil)
    #expect(try reader.nextMember()?.path == FilePath("IMG_0001.MOV"))
    let error = try #require(try reader.content().fault)
    #expect(error.kind == .malformed)
    #expect(error.reason.hasPrefix("IMG_0001.MOV cannot be unpacked: "))
    #expect(error.place.offset == UInt64(30 + 13 + picture.count))
    #expect(throws: ReadError.self) { try reader.nextMember() }
  }

  @Test func `lost only its directory`() throws {
    let cut = Array(whole.bytes.dropLast(30))
    #expect(try unpack(cut).map(\.bytes) == [picture, movie])
    #expect(try !ArchiveReader.hasEnd(MemorySource(cut)))
    #expect(try ArchiveReader.hasEnd(MemorySource(whole.bytes)))
  }

  @Test(arguments: [0, 8])
  func `lies about a size`(method: UInt16) {
    var archive = ZipArchive(ZipArchive.Member("A.MOV", movie))
    if method == 8 { archive.members[0] = .deflated("A.MOV", movie) }
    archive.members[0].size -= 1_000
    #expect(fault(in: archive.bytes)?.kind == .malformed)
    archive.members[0].size += 2_000
    let error = fault(in: archive.bytes)
    #expect(error?.kind == .malformed)
    #expect(error?.reason.contains("A.MOV") == true)
  }

  @Test func `has other bytes than its check sum says`() {
    var archive = ZipArchive(ZipArchive.Member("A.MOV", movie))
    archive.members[0].checkSum ^= 1
    let error = fault(in: archive.bytes)
    #expect(error?.kind == .malformed)
    #expect(error?.reason.contains("CRC") == true)
    #expect(error?.place.path.description == "archive/member[1]")
  }

  @Test func `is encrypted`() {
    var archive = ZipArchive(ZipArchive.Member("A.MOV", movie))
    archive.members[0].flags = 1
    #expect(fault(in: archive.bytes)?.kind == .unsupported)
    #expect(fault(in: archive.bytes)?.reason == "A.MOV is encrypted")
  }

  @Test func `is packed by a method that nobody reads`() {
    var archive = ZipArchive(ZipArchive.Member("A.MOV", movie))
    archive.members[0].method = 77
    #expect(fault(in: archive.bytes)?.reason.contains("A.MOV") == true)
  }

  @Test func `unpacks to far more than it takes`() throws {
    let bomb = ZipArchive(.bomb("A.MOV", size: 400_000_000))
    let reader = try ArchiveReader(MemorySource(bomb.bytes))
    _ = try reader.nextMember()
    let content = try reader.content()
    #expect(content.fault?.kind == .limit)
    #expect(content.fault?.reason == "A.MOV unpacks to over 100 times its size")
    // No more was unpacked than the limit and one block.
    #expect(content.source.size < ArchiveLimits().expansionFloor + 1_000_000)
  }

  @Test func `unpacks too far on the way to the next member`() throws {
    var bomb = ZipArchive(.bomb("A.MOV", size: 400_000_000), ZipArchive.Member("B.MOV", movie))
    // The size stands behind the member (general purpose bit 3), and no directory tells it.
    bomb.members[0].flags = 1 << 3
    bomb.members[0].size = 0
    let reader = try ArchiveReader(MemorySource(Array(bomb.bytes.dropLast(100))))
    #expect(try #require(try reader.nextMember()).size == nil)
    do {
      _ = try reader.nextMember()
      Issue.record("the bomb was passed over")
    } catch {
      #expect(error.kind == .limit)
      #expect(error.reason == "A.MOV unpacks to over 100 times its size")
    }
  }

  @Test func `unpacks to more than the limit for all members`() {
    var limits = ArchiveLimits()
    limits.contentBytes = 500_000
    let archive = ZipArchive(
      ZipArchive.Member("A.MOV", movie), ZipArchive.Member("B.MOV", movie))
    #expect(fault(in: archive.bytes, limits: limits)?.reason.hasPrefix("B.MOV and those") == true)
    limits.contentBytes = 700_000
    #expect(fault(in: archive.bytes, limits: limits) == nil)
  }

  @Test func `has a directory without end`() {
    var archive = ZipArchive()
    archive.members = (0..<4_000).map { ZipArchive.Member("member \($0)", []) }
    var limits = ArchiveLimits()
    limits.directoryBytes = 65_536
    #expect(fault(in: archive.bytes, limits: limits)?.kind == .limit)
    #expect(fault(in: archive.bytes) == nil)
  }

  @Test func `never stops the reader`() throws {
    var faults = 0
    let archive = ZipArchive(
      ZipArchive.Member("IMG_0001.HEIC", picture),
      .deflated("IMG_0001.MOV", Array(movie.suffix(200))))
    let mutants = Mutations(of: archive.bytes, seed: 0x11F7, count: 4_000)
    for mutant in mutants where fault(in: mutant) != nil { faults += 1 }
    #expect(faults > 2_000)
  }
}
