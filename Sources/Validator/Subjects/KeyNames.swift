/// The names of the keys of a metadata list, in its order.
///
/// They stay parts of the bytes that they were read from: every movie has some dozen, and few are
/// ever asked for as text.
package struct KeyNames: Sendable {
  /// The bytes that hold the names, and what stands between them.
  private var bytes: ArraySlice<UInt8>
  private var ranges: [Range<Int>] = []

  /// No names as yet of those that stand in some bytes, UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: what holds the names; the bytes are shared, not copied.
  ///   - capacity: for how many names room is made.
  package init(in bytes: ArraySlice<UInt8>, capacity: Int) {
    self.bytes = bytes
    ranges.reserveCapacity(capacity)
  }

  /// Adds the name that stands at a range of the bytes' own indices; where it reaches outside, the
  /// part inside.
  package mutating func append(_ range: Range<Int>) {
    ranges.append(range.clamped(to: bytes.indices))
  }

  /// A name as it stands in the file.
  package func name(_ index: Int) -> KeyName { KeyName(bytes[ranges[index]]) }

  /// Whether a name is a text of ASCII characters.
  package func isName(_ text: StaticString, at index: Int) -> Bool {
    ranges[index].count == text.utf8CodeUnitCount && name(index).isAll(text)
  }

  /// The first name that is a text of ASCII characters.
  package func firstIndex(of text: StaticString) -> Int? {
    ranges.indices.first { isName(text, at: $0) }
  }

  /// Where a name stands among the indices of the bytes.
  package func range(of index: Int) -> Range<Int> { ranges[index] }
}

extension KeyNames: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { ranges.count }
  package var count: Int { ranges.count }

  package subscript(index: Int) -> String { name(index).text }
}

extension KeyNames: Equatable {
  package static func == (left: KeyNames, right: KeyNames) -> Bool {
    left.count == right.count && left.indices.allSatisfy { left.name($0) == right.name($0) }
  }
}

extension KeyNames: ExpressibleByArrayLiteral {
  package init(arrayLiteral names: String...) {
    self.init(names)
  }

  package init(_ names: [String]) {
    self.init(names.map { KeyName(Array($0.utf8)[...]) })
  }

  /// Joins names that stand each by itself.
  package init(_ names: [KeyName]) {
    var all: [UInt8] = []
    var ends: [Int] = []
    for name in names {
      name.append(to: &all)
      ends.append(all.count)
    }
    self.init(in: all[...], capacity: names.count)
    for (start, end) in zip([0] + ends, ends) { append(start..<end) }
  }
}
