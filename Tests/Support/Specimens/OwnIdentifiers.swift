extension Specimen {
  /// The specimen with identifiers that no other has, in place of those of the example shots.
  ///
  /// The whole corpus can then be judged in one run without one specimen meddling with another.
  func withOwnIdentifiers() -> Specimen {
    let shots = [Shot.identifier, Shot.otherIdentifier]
    let pairs = shots.enumerated().flatMap { number, shot in
      let own = identifier(of: number)
      return [(shot, own), (shot.lowercased(), own.lowercased())]
    }
    return Specimen(
      name,
      files: files.map { file in
        file.mapping { bytes in
          pairs.reduce(bytes) { $0.replacing(Array($1.0.utf8), with: Array($1.1.utf8)) }
        }
      })
  }

  /// The identifier of its first or only shot.
  package var identifier: String { identifier(of: 0) }

  /// A UUID of version 4 in form, made from the specimen's name.
  private func identifier(of shot: Int) -> String {
    // FNV-1a, twice with different beginnings, gives 128 bits that depend on the name alone.
    let halves = [0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4 as UInt64].map { start in
      "\(name)/\(shot)".utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    let high = halves[0] & ~0xF000 | 0x4000
    let low = halves[1] & ~(0xC000 << 48) | 0x8000 << 48
    let digits = Array(high.hexadecimal + low.hexadecimal)
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return parts.joined(separator: "-")
  }
}

extension UInt64 {
  /// Sixteen upper-case digits.
  fileprivate var hexadecimal: String {
    let digits = String(self, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
