/// Copies of some bytes with a few changed, cut off or repeated, the same ones for each seed.
struct Mutations: Sequence, IteratorProtocol {
  private let original: [UInt8]
  private var state: UInt64
  private var left: Int

  init(of original: [UInt8], seed: UInt64, count: Int) {
    self.original = original
    state = seed
    left = count
  }

  mutating func next() -> [UInt8]? {
    guard left > 0 else { return nil }
    left -= 1
    var bytes = original
    for _ in 0...random(below: 4) {
      guard !bytes.isEmpty else { break }
      let index = random(below: bytes.count)
      switch random(below: 6) {
      case 0: bytes.removeSubrange(index...)
      case 1: bytes.remove(at: index)
      case 2: bytes.insert(contentsOf: Array(bytes[index...].prefix(40)), at: index)
      case 3: bytes[index] = 0xFF
      case 4: bytes[index] ^= 1 << UInt8(random(below: 8))
      default: bytes[index] = UInt8(random(below: 256))
      }
    }
    return bytes
  }

  /// A number by the SplitMix64 generator.
  private mutating func random(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) % UInt64(limit))
  }
}

extension [UInt8] {
  /// A number's bytes, highest first.
  static func big(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// A number's bytes, lowest first.
  static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    big(value).reversed()
  }

  /// A text's bytes in UTF-8, filled up with spaces to a length.
  static func text(_ text: String, length: Int = 0) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes + [UInt8](repeating: 0x20, count: Swift.max(0, length - bytes.count))
  }

  /// Several parts, one after another.
  static func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
