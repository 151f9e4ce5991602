internal import Synchronization

/// The text of a structure path before its number is filled in, such as `moov/trak[*]/mdia`.
///
/// It is a pointer and a length, so that a path is copied without any counting of references. The
/// bytes are those of a literal or of the table of templates that were read back from a record;
/// neither are ever freed.
@safe package struct PathTemplate: @unchecked Sendable {
  /// The longest text that is read back, in bytes; the longest literal of the readers has some 80.
  static let longest = 1_024

  private let start: UnsafePointer<UInt8>
  private let length: UInt32

  /// The template of a literal.
  package init(_ literal: StaticString) {
    // A literal of text has a pointer to bytes that live as long as the process.
    unsafe start = literal.utf8Start
    length = UInt32(clamping: literal.utf8CodeUnitCount)
  }

  /// The template of a text that was read back; texts of equal bytes share their bytes.
  ///
  /// - Returns: nil where the text is not UTF-8, is too long, or the table of templates is full.
  package init?(_ text: some Collection<UInt8>) {
    self.init(text, in: PathTemplateTable.shared)
  }

  /// The template of a text, kept in a table.
  init?(_ text: some Collection<UInt8>, in table: PathTemplateTable) {
    let found = text.withContiguousStorageIfAvailable { bytes in
      unsafe table.template(of: bytes)
    }
    guard let template = found ?? nil else { return nil }
    self = template
  }

  /// A template of bytes that the caller keeps alive as long as the template is in use.
  fileprivate init?(unretained bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress, let length = UInt32(exactly: bytes.count) else {
      return nil
    }
    unsafe start = base
    self.length = length
  }

  package var isEmpty: Bool { length == 0 }

  /// The text with its `*` or `#`.
  package var text: String { unsafe String(decoding: bytes, as: UTF8.self) }

  /// How many bytes the text takes, UTF-8.
  package var byteCount: Int { Int(length) }

  /// Appends the text's bytes.
  package func append(to other: inout [UInt8]) { unsafe other.append(contentsOf: bytes) }

  /// Whether both are the same bytes in memory, which tells without looking at them.
  package func isSame(as other: PathTemplate) -> Bool {
    unsafe start == other.start && length == other.length
  }

  private var bytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: start, count: byteCount)
  }
}

extension PathTemplate: Hashable {
  package static func == (left: PathTemplate, right: PathTemplate) -> Bool {
    guard left.length == right.length else { return false }
    return unsafe left.start == right.start || left.bytes.elementsEqual(right.bytes)
  }

  package func hash(into hasher: inout Hasher) {
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
  }
}

/// Templates that were read back from records, each once.
final class PathTemplateTable: Sendable {
  /// The process's own: readers name some hundred paths, so that only hostile records fill it.
  static let shared = PathTemplateTable(limit: 10_000)

  private let limit: Int
  private let templates = Mutex<Set<PathTemplate>>([])

  /// Creates a table.
  ///
  /// - Parameter limit: how many templates it takes, because none is ever freed.
  init(limit: Int) {
    self.limit = limit
  }

  /// The template of a text; nil where it is not UTF-8, is too long, or the table is full.
  func template(of bytes: UnsafeBufferPointer<UInt8>) -> PathTemplate? {
    guard bytes.count <= PathTemplate.longest,
      // Serves to look the text up while the caller keeps the bytes, and is kept nowhere.
      let wanted = unsafe PathTemplate(unretained: bytes)
    else { return bytes.isEmpty ? "" : nil }
    return templates.withLock { templates in
      if let index = templates.firstIndex(of: wanted) { return templates[index] }
      guard templates.count < limit, unsafe String(validating: bytes, as: UTF8.self) != nil,
        let kept = unsafe PathTemplate(unretained: PathTemplateTable.leaked(bytes))
      else { return nil }
      templates.insert(kept)
      return kept
    }
  }

  /// A copy of bytes that is never freed.
  private static func leaked(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(from: bytes)
    return UnsafeBufferPointer(copy)
  }
}

extension PathTemplate: ExpressibleByStringLiteral {
  package init(stringLiteral value: StaticString) {
    self.init(value)
  }
}
