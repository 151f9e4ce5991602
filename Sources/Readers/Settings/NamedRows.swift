package import Validator

/// A list of rows with named values: CSV with a header (RFC 4180), or JSON lines.
///
/// Values are bytes, as file names are. Which of the two forms a file has tells its first character.
package struct NamedRows: Sendable {
  /// One row.
  package struct Row: Sendable {
    /// Where it begins, from 1.
    package let line: Int
    private let values: [String: [UInt8]]

    init(line: Int, values: [String: [UInt8]]) {
      self.line = line
      self.values = values
    }

    /// The value of a column; nil where the row has none or it is empty.
    package subscript(_ column: String) -> [UInt8]? {
      values[column].flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// In the order of the file.
  package let rows: [Row]

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - bytes: the file, UTF-8 or any superset of ASCII, with or without a byte order mark.
  ///   - file: the file as faults name it.
  ///   - columns: the names that a header or an object may have; others are a fault, as a misspelt
  ///     column would be left out without a word.
  /// - Throws: the first fault, with its line.
  package init(_ bytes: [UInt8], file: FilePath, columns: [String]) throws(SettingsFault) {
    let text = bytes.dropFirst(SettingsFile.markLength(bytes))
    let isJSON = text.first { !NamedRows.isSpace($0) } == UInt8(ascii: "{")
    rows =
      isJSON
      ? try NamedRows.objects(in: text, file: file, columns: columns)
      : try NamedRows.records(in: text, file: file, columns: columns)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func fault(_ message: String, _ file: FilePath, line: Int) -> SettingsFault {
    SettingsFault(.malformed, message, at: SettingPlace(file: file, line: line))
  }

  private static func unknown(_ name: String, _ columns: [String], _ file: FilePath, line: Int)
    -> SettingsFault
  {
    fault("'\(name)' is none of the columns \(columns.joined(separator: ", "))", file, line: line)
  }

  // MARK: JSON lines

  private static func objects(in text: ArraySlice<UInt8>, file: FilePath, columns: [String])
    throws(SettingsFault) -> [Row]
  {
    var rows: [Row] = []
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy(isSpace) {
      let reading = JSONNodes.read(Array(line), file: file)
      if let first = reading.faults.first {
        throw fault(first.message, file, line: index + 1)
      }
      guard case .dictionary(let entries)? = reading.root?.value else {
        throw fault("the line holds no object", file, line: index + 1)
      }
      var values: [String: [UInt8]] = [:]
      for entry in entries {
        guard columns.contains(entry.key) else {
          throw unknown(entry.key, columns, file, line: index + 1)
        }
        values[entry.key] =
          switch entry.node.value {
          case .string(let text): Array(text.utf8)
          case .integer(let number): Array("\(number)".utf8)
          case .real(let number): Array("\(number)".utf8)
          default:
            throw fault(
              "the value of '\(entry.key)' is neither text nor number", file, line: index + 1)
          }
      }
      rows.append(Row(line: index + 1, values: values))
    }
    return rows
  }

  // MARK: CSV

  private static func records(in text: ArraySlice<UInt8>, file: FilePath, columns: [String])
    throws(SettingsFault) -> [Row]
  {
    var parser = CSVRecords(text)
    guard let header = try parser.next(file: file) else { return [] }
    let names = header.fields.map { field in
      String(decoding: field, as: UTF8.self).split(separator: " ").joined(separator: " ")
    }
    for (index, name) in names.enumerated() {
      guard columns.contains(name) else { throw unknown(name, columns, file, line: header.line) }
      guard !names[..<index].contains(name) else {
        throw fault("the header names '\(name)' twice", file, line: header.line)
      }
    }
    var rows: [Row] = []
    while let record = try parser.next(file: file) {
      guard record.fields.count == names.count else {
        throw fault(
          "the row has \(record.fields.count) fields, the header \(names.count)", file,
          line: record.line)
      }
      rows.append(
        Row(
          line: record.line,
          values: Dictionary(zip(names, record.fields), uniquingKeysWith: { first, _ in first })))
    }
    return rows
  }
}

/// The records of a CSV file (RFC 4180): fields between commas, quoted where they hold commas,
/// quotes or line ends.
private struct CSVRecords {
  private var rest: ArraySlice<UInt8>
  private var line = 1

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  init(_ text: ArraySlice<UInt8>) {
    rest = text
  }

  /// The next record; lines without anything on them are passed over.
  mutating func next(file: FilePath) throws(SettingsFault) -> (line: Int, fields: [[UInt8]])? {
    while let byte = rest.first, byte == CSVRecords.newline || byte == CSVRecords.carriageReturn {
      if byte == CSVRecords.newline { line += 1 }
      rest.removeFirst()
    }
    guard !rest.isEmpty else { return nil }
    let start = line
    var fields: [[UInt8]] = []
    while true {
      fields.append(try field(file: file))
      guard rest.first == CSVRecords.comma else { break }
      rest.removeFirst()
    }
    return (start, fields)
  }

  private mutating func field(file: FilePath) throws(SettingsFault) -> [UInt8] {
    guard rest.first == CSVRecords.quote else {
      let end = rest.firstIndex {
        $0 == CSVRecords.comma || $0 == CSVRecords.newline || $0 == CSVRecords.carriageReturn
      }
      defer { rest = rest[(end ?? rest.endIndex)...] }
      return Array(rest[..<(end ?? rest.endIndex)])
    }
    let start = line
    rest.removeFirst()
    var value: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == CSVRecords.newline { line += 1 }
      guard byte == CSVRecords.quote else {
        value.append(byte)
        continue
      }
      if rest.first == CSVRecords.quote {
        value.append(byte)
        rest.removeFirst()
        continue
      }
      switch rest.first {
      case nil, CSVRecords.comma, CSVRecords.newline, CSVRecords.carriageReturn: return value
      default:
        throw SettingsFault(
          .malformed, "text stands behind a closing quote",
          at: SettingPlace(file: file, line: line))
      }
    }
    throw SettingsFault(
      .malformed, "a quote is not closed", at: SettingPlace(file: file, line: start))
  }
}
