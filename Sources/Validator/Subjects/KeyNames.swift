/// The names of the keys of a metadata list, in its order.
///
/// They are kept as bytes: every movie has some dozen, and few are ever asked for as text.
package struct KeyNames: Sendable, Equatable {
  /// All names, one after the other.
  private var bytes: [UInt8] = []
  /// Where each name ends.
  private var ends: [Int] = []

  package init() {}

  package mutating func reserveCapacity(_ count: Int, bytes byteCount: Int) {
    bytes.reserveCapacity(byteCount)
    ends.reserveCapacity(count)
  }

  /// Adds a name, UTF-8 as it stands in the file.
  package mutating func append(_ name: ArraySlice<UInt8>) {
    bytes += name
    ends.append(bytes.count)
  }
}

extension KeyNames: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { ends.count }

  package subscript(index: Int) -> String {
    String(decoding: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]], as: UTF8.self)
  }
}

extension KeyNames: ExpressibleByArrayLiteral {
  package init(arrayLiteral names: String...) {
    self.init(names)
  }

  package init(_ names: [String]) {
    for name in names { append(Array(name.utf8)[...]) }
  }
}
