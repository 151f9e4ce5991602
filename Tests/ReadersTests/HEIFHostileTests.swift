import Readers
import Testing
import Validator

@Suite struct `Hostile HEIF bytes` {
  /// Numbers that look random and are the same in every run (xorshift).
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  @Test func `never stop the reader`() {
    var specimen = HEIFSpecimen()
    specimen.items += [
      HEIFSpecimen.Item(id: 3, type: "grid"),
      HEIFSpecimen.Item(id: 4, type: "mime", contentType: "application/rdf+xml"),
    ]
    specimen.references = [("dimg", 3, [1, 1]), ("cdsc", 2, [1]), ("iloc", 4, [2])]
    specimen.idat = [0, 0, 0, 1, 2, 128, 1, 224]
    specimen.properties += [HEIFSpecimen.irot(1), HEIFSpecimen.imir(0)]
    specimen.associations = [(3, [1, 2, 3]), (1, [1])]
    specimen.primary = 3
    specimen.locations += [
      HEIFSpecimen.Location(id: 3, method: 1, extents: [HEIFSpecimen.Extent(offset: 0, length: 8)]),
      HEIFSpecimen.Location(id: 4, method: 2, extents: [HEIFSpecimen.Extent(offset: 2, length: 9)]),
    ]
    specimen.after = box("mpvd", [0, 0, 0, 8, 102, 116, 121, 112])
    let bytes = specimen.bytes
    var random = Seeded(state: 0x5EED_0F_4E1F)
    var damaged = 0
    for _ in 0..<4_000 {
      var mutant = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0..<mutant.count, using: &random)
        mutant[at] =
          [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        mutant.removeLast(Int.random(in: 0..<mutant.count, using: &random))
      }
      let still = HEIFSpecimen.read(mutant)
      if !still.damages.isEmpty { damaged += 1 }
      #expect(still.trailingData.readError?.kind != .unsupported)
      #expect(still.hasGainMap.readError?.reason != "left out by the reader")
    }
    #expect(damaged > 1_000)
  }

  @Test func `cannot make it read a hundred million extents`() {
    // Version 1, no width for offsets and lengths: extents without a byte.
    var table: [UInt8] = [1, 0, 0, 0, 0, 0] + number(4_000, 2)
    for id in 1...4_000 { table += number(id, 2) + number(0, 4) + number(0xFFFF, 2) }
    let still = HEIFSpecimen.read(
      box("ftyp", Array("heic\0\0\0\0".utf8)) + box("meta", number(0, 4) + box("iloc", table)))
    #expect(still.pixelSize.readError != nil)
  }
}
