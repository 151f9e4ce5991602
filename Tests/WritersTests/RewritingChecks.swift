import Foundation
import Readers
import Testing
import Validator
import Writers

/// A still after its rewriting, which has been shown to have nothing left to change.
struct RewrittenStill {
  let replacements: [Replacement]
  let bytes: [UInt8]
  let still: Still

  /// Rewrites a file, and its result once more.
  init(_ bytes: [UInt8], _ type: FileType, _ changes: StillChanges) throws {
    let source = MemorySource(bytes)
    replacements = try StillRewriter.replacements(changes, in: source, type: type)
    let file = try RewrittenFile(source, replacements)
    self.bytes = try file.bytes(at: 0, count: Int(file.size))
    still = try Still(of: self.bytes)
    let again = try StillRewriter.replacements(changes, in: file, type: type)
    #expect(again == [], "a second time \(again.map(\.purpose))")
  }

  /// How many bytes are not the old file's.
  var newByteCount: Int { replacements.reduce(0) { $0 + $1.bytes.count } }
  var purposes: [String] { replacements.map(\.purpose) }
}

extension StillChanges {
  static func identifier(_ text: String) -> StillChanges {
    var changes = StillChanges()
    changes.identifier = text
    return changes
  }
}

extension Still {
  /// What is read of a still.
  init(of bytes: [UInt8]) throws {
    let source = MemorySource(bytes)
    let facts = try MediaReader(plan: ReadingPlan()).read(source, path: FilePath("a.jpg"))
    guard case .still(let still) = facts else { throw NoStill() }
    self = still
  }

  private struct NoStill: Error {}

  /// Every fact but the identifier, without its place.
  var otherFacts: [String: String] {
    func shown<Value>(_ field: Field<Value>) -> String {
      field.readError.map { "unreadable: \($0.kind)" } ?? field.value.map { "\($0)" } ?? "absent"
    }
    return [
      "make": shown(make), "model": shown(model), "software": shown(software),
      "captureTime": shown(captureTime), "location": shown(location),
      "pixelSize": shown(pixelSize), "exifOrientation": shown(exifOrientation),
      "itemOrientation": shown(itemOrientation), "exifPixelSize": shown(exifPixelSize),
      "colourProfile": shown(colourProfile), "hasGainMap": shown(hasGainMap),
      "exifPrefix": shown(exifPrefix), "trailingData": shown(trailingData),
      "headroom": shown(appleNote.map { "\($0.hasHDRHeadroom) \($0.hasHDRGain)" }),
      "movies": embeddedMovies.map { "\($0.container) \($0.movie?.length ?? 0)" }.joined(),
      "damages": "\(damages.map(\.kind))", "oddities": "\(oddities.count)",
      "missing": damages.map { "\($0.missingBytes ?? 0)" }.joined(separator: " "),
    ]
  }

  /// The names of facts that differ from those of another still.
  func differences(from other: Still) -> Set<String> {
    let others = other.otherFacts
    return Set(otherFacts.filter { others[$0.key] != $0.value }.keys)
  }
}

/// Identifiers of the tests: the one that examples have, and the one that is written.
enum TestIdentifier {
  static let old = "5B1C3A7E-9D42-4F60-8E15-2A7C90D3B6F4"
  static let new = "1488F5A2-0C6E-4D3B-9A71-B3C0D2E4F586"
}
