package import Readers

/// A directory of a TIFF file, or of an Apple MakerNote, which borrows the form (TIFF 6.0, section 2).
package struct TIFFDirectory: Sendable, Equatable {
  /// The tags in any order; they are sorted when written.
  package var entries: [TIFFEntry]

  /// Creates a directory of these tags.
  package init(_ entries: [TIFFEntry]) {
    self.entries = entries
  }

  /// The directory, followed by the values that do not fit into its entries.
  ///
  /// Entries are sorted by tag, as TIFF asks; values begin at even offsets where the directory does.
  ///
  /// - Parameters:
  ///   - order: the byte order.
  ///   - offset: where the directory stands, counted from what its offsets are counted from.
  package func bytes(_ order: ByteOrder, at offset: Int) -> [UInt8] {
    let sorted = entries.sorted { $0.tag < $1.tag }
    var table = UInt16(clamping: sorted.count).bytes(order)
    var values: [UInt8] = []
    let valuesStart = offset + 2 + 12 * sorted.count + 4
    for entry in sorted {
      let at = valuesStart + values.count
      let value = entry.value.bytes(order, at: at)
      table += entry.tag.bytes(order)
      table += entry.value.type.bytes(order)
      table += UInt32(clamping: entry.value.count).bytes(order)
      if value.count <= 4, !entry.value.isDirectory {
        table += value + Array(repeating: 0, count: 4 - value.count)
      } else {
        table += UInt32(clamping: at).bytes(order)
        values += value
        if values.count % 2 == 1, entry.tag != sorted.last?.tag { values.append(0) }
      }
    }
    return table + [0, 0, 0, 0] + values
  }

  /// A whole TIFF file with this as its first directory (TIFF 6.0, section 2).
  package func file(_ order: ByteOrder = .bigEndian) -> [UInt8] {
    let mark = order == .bigEndian ? "MM" : "II"
    return Array(mark.utf8) + UInt16(42).bytes(order) + UInt32(8).bytes(order)
      + bytes(order, at: 8)
  }
}

/// One tag with its value.
package struct TIFFEntry: Sendable, Equatable {
  /// The number that says what the value means.
  package var tag: UInt16
  /// The value with its type.
  package var value: TIFFValue

  /// Creates an entry from its tag and value.
  package init(_ tag: UInt16, _ value: TIFFValue) {
    self.tag = tag
    self.value = value
  }
}

/// A value of one of the types of TIFF 6.0, section 2.
package enum TIFFValue: Sendable, Equatable {
  /// Type 1.
  case bytes([UInt8])
  /// Type 2, a text; its closing NUL is written and counted.
  case ascii(String)
  /// Type 3, 16 bits.
  case shorts([UInt16])
  /// Type 4, 32 bits.
  case longs([UInt32])
  /// Type 5.
  case rationals([TIFFRational])
  /// Type 7, bytes that the tag's own specification explains.
  case undefined([UInt8])
  /// Type 9, 32 bits.
  case signedLongs([Int32])
  /// Type 10.
  case signedRationals([TIFFSignedRational])
  /// The offset of a further directory, which is written behind.
  case directory(TIFFDirectory)
  /// Any type and count with these bytes, in the order in which they are to stand: for damaged files.
  case raw(type: UInt16, count: Int, [UInt8])

  /// One 16-bit number.
  package static func short(_ value: UInt16) -> TIFFValue { .shorts([value]) }

  /// One 32-bit number.
  package static func long(_ value: UInt32) -> TIFFValue { .longs([value]) }

  fileprivate var isDirectory: Bool {
    if case .directory = self { true } else { false }
  }

  fileprivate var type: UInt16 {
    switch self {
    case .bytes: 1
    case .ascii: 2
    case .shorts: 3
    case .longs, .directory: 4
    case .rationals: 5
    case .undefined: 7
    case .signedLongs: 9
    case .signedRationals: 10
    case .raw(let type, _, _): type
    }
  }

  fileprivate var count: Int {
    switch self {
    case .bytes(let bytes), .undefined(let bytes): bytes.count
    case .ascii(let text): text.utf8.count + 1
    case .shorts(let values): values.count
    case .longs(let values): values.count
    case .directory: 1
    case .rationals(let values): values.count
    case .signedLongs(let values): values.count
    case .signedRationals(let values): values.count
    case .raw(_, let count, _): count
    }
  }

  fileprivate func bytes(_ order: ByteOrder, at offset: Int) -> [UInt8] {
    switch self {
    case .bytes(let bytes), .undefined(let bytes), .raw(_, _, let bytes): bytes
    case .ascii(let text): Array(text.utf8) + [0]
    case .shorts(let values): values.flatMap { $0.bytes(order) }
    case .longs(let values): values.flatMap { $0.bytes(order) }
    case .rationals(let values):
      values.flatMap { $0.numerator.bytes(order) + $0.denominator.bytes(order) }
    case .signedLongs(let values): values.flatMap { $0.bytes(order) }
    case .signedRationals(let values):
      values.flatMap { $0.numerator.bytes(order) + $0.denominator.bytes(order) }
    case .directory(let directory): directory.bytes(order, at: offset)
    }
  }
}

/// An unsigned fraction (TIFF 6.0, section 2, type 5).
package struct TIFFRational: Sendable, Equatable {
  /// The number above the line.
  package var numerator: UInt32
  /// The number below the line.
  package var denominator: UInt32

  /// Creates a fraction.
  package init(_ numerator: UInt32, _ denominator: UInt32) {
    self.numerator = numerator
    self.denominator = denominator
  }
}

/// A signed fraction (TIFF 6.0, section 2, type 10).
package struct TIFFSignedRational: Sendable, Equatable {
  /// The number above the line.
  package var numerator: Int32
  /// The number below the line.
  package var denominator: Int32

  /// Creates a fraction.
  package init(_ numerator: Int32, _ denominator: Int32) {
    self.numerator = numerator
    self.denominator = denominator
  }
}
