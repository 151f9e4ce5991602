import Testing
import Validator

@testable import Readers

@Suite struct `A walk over boxes` {
  private func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let size = UInt32(payload.count + 8)
    return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(type.utf8)
      + payload
  }

  private func reader(_ bytes: [UInt8]) -> ByteReader {
    ByteReader(bytes[...], at: 1_000, path: "outer")
  }

  @Test func `shows each body its box alone and goes on behind it`() throws {
    var boxes = reader(box("aaaa", [1, 2, 3]) + box("bbbb", []) + box("cccc", box("dddd", [9])))
    var seen: [String] = []
    func path(_ type: FourCharacterCode) -> StructurePath? {
      type == "bbbb" ? "outer/bbbb" : nil
    }
    try boxes.forEachBox(path) { box, payload throws(ReadError) in
      seen.append("\(box.type) \(box.offset)+\(box.size) \(payload.rest.count) \(payload.path)")
      #expect(payload.startOffset == box.payloadOffset)
      #expect(payload.place.length == box.payloadLength)
      // However much of it the body reads.
      if box.type == "aaaa" { #expect(try payload.uint16() == 0x0102) }
      if box.type == "cccc" {
        try payload.forEachBox { inner, rest throws(ReadError) in
          seen.append("\(inner.type) \(try rest.uint8())")
        }
        payload.order = .littleEndian
      }
    }
    #expect(
      seen == [
        "aaaa 1000+11 3 outer", "bbbb 1011+8 0 outer/bbbb", "cccc 1019+17 9 outer", "dddd 9",
      ])
    #expect(boxes.isAtEnd && boxes.path == "outer" && boxes.order == .bigEndian)
    #expect(boxes.startOffset == 1_000 && boxes.count == 36)
  }

  @Test func `lets no body read past its box`() {
    var boxes = reader(box("aaaa", [1, 2]) + box("bbbb", [3, 4, 5, 6]))
    var error: ReadError?
    do throws(ReadError) {
      try boxes.forEachBox { _, payload throws(ReadError) in
        _ = try payload.uint32()
      }
    } catch let caught {
      error = caught
    }
    #expect(error?.kind == .pastEnd(needed: 4, available: 2))
    #expect(error?.place.offset == 1_008)
    // What was narrowed is what it was.
    #expect(boxes.count == 22 && boxes.startOffset == 1_000)
  }

  @Test func `finds the first box of a type and looks at none behind it`() throws {
    var parts = reader(box("aaaa", [1]) + box("data", [7, 8]) + [0, 0, 0, 1])
    #expect(try parts.lengthOfFirst("data") == 2)
    #expect(try parts.uint8() == 7)
    var none = reader(box("aaaa", [1]))
    #expect(try none.lengthOfFirst("data") == nil)
  }

  @Test func `adds numbers up within its part`() throws {
    let numbers = reader([0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 2, 9])
    #expect(try numbers.sum32(at: 0, count: 3) == 0x1_0000_0002)
    #expect(try numbers.sum32(at: 8, count: 1) == 2)
    #expect(try numbers.sum32(at: 13, count: 0) == 0)
    for (distance, count) in [
      (0, 4), (12, 1), (14, 0), (-1, 1), (0, -1), (Int.max, 1), (0, Int.max),
    ] {
      #expect(throws: ReadError.self) { try numbers.sum32(at: distance, count: count) }
    }
  }
}
