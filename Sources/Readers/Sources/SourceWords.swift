/// Words that are looked for in source text, found by their bytes.
struct SourceWords: Sendable {
  /// The words by their first byte.
  private let byFirstByte: [[[UInt8]]]

  init(_ words: some Sequence<String>) {
    var lists = [[[UInt8]]](repeating: [], count: 256)
    for word in Set(words).sorted() {
      if let first = word.utf8.first { lists[Int(first)].append(Array(word.utf8)) }
    }
    byFirstByte = lists
  }

  /// Whether these bytes are one of the words.
  func contain(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    for word in byFirstByte[Int(bytes[first])] where word.count == range.count {
      if bytes[range].elementsEqual(word) { return true }
    }
    return false
  }

  /// Whether any of the words stands in a text, wherever that is: one look at each byte.
  func occur(in bytes: [UInt8]) -> Bool {
    var index = 0
    while index < bytes.count {
      guard bytes[index].isWordByte else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, bytes[index].isWordByte { index += 1 }
      if contain(bytes, start..<index) { return true }
    }
    return false
  }
}
