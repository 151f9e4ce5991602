import Readers
import Validator

/// Changes of a movie while they are being put together, with the sizes of boxes that follow from
/// them.
struct MovieEdits {
  /// The changes in the order in which they were made.
  private(set) var replacements: [Replacement] = []
  /// How the boxes grow, by where their sizes stand.
  private var growth: [UInt64: (field: BoxSizeField, bytes: Int64)] = [:]

  var isEmpty: Bool { replacements.isEmpty }

  /// Lets bytes give way to others.
  ///
  /// - Parameters:
  ///   - range: what goes.
  ///   - bytes: what comes.
  ///   - headers: the sizes of the boxes that hold the bytes; none at the top level of the file.
  ///   - path: what changes.
  ///   - purpose: what the change does, as a clause.
  mutating func replace(
    _ range: Range<UInt64>, with bytes: [UInt8], inside headers: [BoxSizeField],
    at path: StructurePath, _ purpose: String
  ) {
    replacements.append(Replacement(range, with: bytes, in: path, purpose: purpose))
    let change = Int64(clamping: bytes.count) - Int64(clamping: range.upperBound - range.lowerBound)
    guard change != 0 else { return }
    for header in headers {
      growth[header.range.lowerBound, default: (header, 0)].bytes += change
    }
  }

  /// Makes further changes, which were put together apart.
  mutating func add(_ others: MovieEdits) {
    replacements += others.replacements
    for (offset, other) in others.growth {
      growth[offset, default: (other.field, 0)].bytes += other.bytes
    }
  }

  /// Lets the contents of a box give way to others, as far as they differ.
  mutating func rewrite(
    _ box: BoxNode, with contents: [UInt8], at path: StructurePath, _ purpose: String
  ) {
    let old = box.payload.rest
    let shorter = min(old.count, contents.count)
    let before = zip(old, contents).prefix { $0 == $1 }.count
    let after = zip(old.reversed(), contents.reversed()).prefix(shorter - before)
      .prefix { $0 == $1 }.count
    guard before < max(old.count, contents.count) else { return }
    let start = box.payload.startOffset
    replace(
      (start + UInt64(before))..<(start + UInt64(old.count - after)),
      with: Array(contents[before..<(contents.count - after)]), inside: box.headers, at: path,
      purpose)
  }

  /// Puts bytes in at the end of what a box holds.
  mutating func append(
    _ bytes: [UInt8], to box: BoxNode, at path: StructurePath, _ purpose: String
  ) {
    replace(
      box.contentEnd..<box.contentEnd, with: bytes, inside: box.headers, at: path, purpose)
  }

  /// Takes a box out.
  mutating func remove(_ box: BoxNode, _ purpose: String) {
    replace(box.range, with: [], inside: box.headers.dropLast(), at: box.place.path, purpose)
  }

  /// Writes a 32-bit number over another.
  mutating func overwrite(
    at offset: UInt64, with value: UInt32, in path: StructurePath, _ purpose: String
  ) {
    replacements.append(
      Replacement(
        offset..<(offset + 4), with: value.bytes(.bigEndian), in: path, purpose: purpose))
  }

  /// All changes with those of sizes, in the order in which the bytes stand in the file.
  ///
  /// What is put in before a byte goes before what takes that byte's place; what is put in at one
  /// place stays in the order in which that was said.
  func inOrder() throws(RewriteError) -> [Replacement] {
    var all = replacements
    for (field, bytes) in growth.values where bytes != 0 {
      all.append(try MovieEdits.sizeChange(field, by: bytes))
    }
    return all.sorted { left, right in
      left.range.lowerBound == right.range.lowerBound
        ? left.range.isEmpty && !right.range.isEmpty
        : left.range.lowerBound < right.range.lowerBound
    }
  }

  private static func sizeChange(_ field: BoxSizeField, by bytes: Int64) throws(RewriteError)
    -> Replacement
  {
    let isShort = field.range.upperBound - field.range.lowerBound == 4
    guard let old = Int64(exactly: field.place.length),
      case let sum = old.addingReportingOverflow(
        bytes), !sum.overflow, sum.partialValue >= 8,
      !isShort || sum.partialValue <= Int64(UInt32.max)
    else {
      throw RewriteError("a box would become too long for its size field", at: field.place)
    }
    let size = sum.partialValue
    let change = bytes > 0 ? "\(bytes) bytes longer" : "\(-bytes) bytes shorter"
    return Replacement(
      field.range,
      with: isShort
        ? UInt32(truncatingIfNeeded: size).bytes(.bigEndian) : size.bytes(.bigEndian),
      in: field.place.path, purpose: "says that the box is \(change)")
  }
}
