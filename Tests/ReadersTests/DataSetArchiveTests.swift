import Foundation
import Readers
import Testing
import Validator
import Writers

@Suite struct `The directory of a zip archive` {
  private let picture = Array("a picture".utf8)

  private func entries(_ bytes: [UInt8]) throws(ReadError) -> [ZipDirectory.Entry] {
    var directory = try ZipDirectory(MemorySource(bytes))
    var all: [ZipDirectory.Entry] = []
    while let entry = try directory.next() { all.append(entry) }
    return all
  }

  @Test func `tells where the bytes of stored members stand`() throws {
    let file = ZipArchive(
      ZipArchive.Member("a/IMG_1.JPG", picture), .deflated("b.MOV", picture),
      ZipArchive.Member("a/", [])
    ).bytes
    let all = try entries(file)
    #expect(all.map(\.path.description) == ["a/IMG_1.JPG", "b.MOV", "a/"])
    #expect(all.map(\.isStored) == [true, false, true])
    #expect(all.map(\.kind) == [.regular, .regular, .folder])
    let start = try ZipDirectory.contentOffset(of: all[0], in: MemorySource(file))
    #expect(
      try RangeSource(MemorySource(file), from: start, length: all[0].size)
        .bytes(at: 0, count: 100) == picture)
  }

  @Test func `is found behind a program and before a comment`() throws {
    var file = ZipArchive(ZipArchive.Member("IMG_1.JPG", picture)).bytes
    file.replaceSubrange((file.count - 2)..., with: [5, 0] + Array("hello".utf8))
    let whole = [UInt8](repeating: 7, count: 1_000) + file
    let entry = try #require(try entries(whole).first)
    #expect(entry.headerOffset == 1_000)
    #expect(try ZipDirectory.contentOffset(of: entry, in: MemorySource(whole)) == 1_039)
  }

  @Test func `is not there`() {
    #expect(throws: ReadError.self) { try entries(Array("PK\u{3}\u{4} and nothing more".utf8)) }
    #expect(throws: ReadError.self) { try entries([]) }
  }

  @Test func `never stops the reader`() throws {
    let file = ZipArchive(
      ZipArchive.Member("IMG_0001.HEIC", picture), .deflated("IMG_0001.MOV", picture)
    ).bytes
    var faults = 0
    for mutant in Mutations(of: file, seed: 0xD11, count: 4_000) {
      do throws(ReadError) {
        for entry in try entries(mutant) where entry.isStored {
          _ = try ZipDirectory.contentOffset(of: entry, in: MemorySource(mutant))
        }
      } catch {
        faults += 1
      }
    }
    #expect(faults > 500)
  }
}

@Suite struct `Long members` {
  /// 41 MiB of zeros but for the number of each MiB at its beginning.
  private struct Numbered {
    static let size = 41 << 20
    var member: ZipArchive.Member {
      var bytes = [UInt8](repeating: 0, count: Numbered.size)
      for index in 0..<41 { bytes[index << 20] = UInt8(index) }
      var member = ZipArchive.Member("A.MOV", [])
      member.packed = bytes
      member.size = bytes.count
      // Worked out beforehand: it takes seconds in an unoptimised build.
      member.checkSum = 0x14DF_18B2
      return member
    }
  }

  @Test func `keep both their ends`() throws {
    let reader = try ArchiveReader(
      MemorySource(ZipArchive(Numbered().member).bytes), limits: .dataSet)
    _ = try reader.nextMember()
    let source = reader.heldContent().source
    #expect(source.size == UInt64(Numbered.size))
    for index in Array(0..<8) + Array(25..<41) {
      #expect(try source.bytes(at: UInt64(index) << 20, count: 2) == [UInt8(index), 0])
    }
    // Over the place where the ring begins anew.
    #expect(try source.bytes(at: (40 << 20) - 1, count: 2) == [0, 40])
    #expect(try source.bytes(at: 25 << 20, count: 16 << 20).count == 16 << 20)
    #expect(try source.bytes(at: (41 << 20) - 1, count: 9) == [0])
    let error = #expect(throws: ReadError.self) { try source.bytes(at: 10 << 20, count: 4) }
    #expect(error?.kind == .limit)
    #expect(throws: ReadError.self) { try source.bytes(at: (8 << 20) - 2, count: 4) }
  }
}

@Suite struct `Sources of bytes` {
  @Test func `a number for bytes does not hang on how they are cut`() {
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var cut = ContentHash()
    var start = 0
    for length in [1, 7, 8, 9, 100_000, 899_975] {
      unsafe bytes[start..<(start + length)].withUnsafeBytes { unsafe cut.combine($0) }
      start += length
    }
    #expect(start == bytes.count)
    #expect(cut.value == hashOfBytes(MemorySource(bytes)))
    #expect(cut.value != hashOfBytes(MemorySource(bytes + [0])))
  }

  @Test func `a part ends where the whole does`() throws {
    let part = RangeSource(MemorySource([1, 2, 3, 4]), from: 2, length: 9)
    #expect(part.size == 2)
    #expect(try part.bytes(at: 1, count: 5) == [4])
    #expect(try part.bytes(at: 2, count: 5) == [])
    #expect(RangeSource(MemorySource([1]), from: 7).size == 0)
  }

  /// Waits before each answer.
  private struct SlowSource: ByteSource {
    let bytes: [UInt8]
    var size: UInt64 { UInt64(bytes.count) }

    func bytes(at offset: UInt64, count: Int) throws(ReadError) -> [UInt8] {
      usleep(20_000)
      return try MemorySource(bytes).bytes(at: offset, count: count)
    }
  }

  @Test func `a file that takes too long is given up`() throws {
    let movie =
      [UInt8](repeating: 0, count: 4) + Array("wide".utf8) + [0, 0, 0, 8]
      + Array("mdat".utf8) + [0, 0x10, 0, 0] + Array("moov".utf8)
      + [UInt8](repeating: 0, count: 1 << 20)
    var slow = movie
    slow[3] = 8
    let reader = MediaReader(plan: ReadingPlan(), timeLimit: .milliseconds(10))
    let facts = try #require(try reader.read(SlowSource(bytes: slow), path: FilePath("A.MOV")))
    let error = facts.asMovie.identifier.readError
    #expect(error?.kind == .limit)
    #expect(error?.reason.hasPrefix("reading the file took longer than 0.01 s") == true)
    let patient = MediaReader(plan: ReadingPlan(), timeLimit: .seconds(60))
    let found = try #require(try patient.read(SlowSource(bytes: slow), path: FilePath("A.MOV")))
    #expect(found.asMovie.identifier.readError?.kind != .limit)
  }

  @Test func `a file that grows is noticed`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try Data([1, 2, 3]).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let source = try FileSource(FilePath(file.path))
    #expect(!source.hasChanged)
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([4]))
    #expect(source.hasChanged)
  }
}
