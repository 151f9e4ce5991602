/// What reports sort subjects by: by path, and those of one path whatever the order in which they
/// were judged.
package struct SubjectOrder: Comparable, Sendable {
  package let path: FilePath
  private let kind: SubjectReport.Kind
  private let secondPath: FilePath?

  fileprivate init(_ report: SubjectReport) {
    path = report.sortPath
    kind = report.kind
    secondPath = report.files.dropFirst().first?.file.path
  }

  package static func < (left: SubjectOrder, right: SubjectOrder) -> Bool {
    if left.path != right.path { return left.path < right.path }
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    guard let second = right.secondPath else { return false }
    return left.secondPath.map { $0 < second } ?? true
  }
}

extension SubjectReport {
  /// Its place among others in a report.
  package var order: SubjectOrder { SubjectOrder(self) }
}

extension SubjectOrder: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    path.write(to: &writer)
    kind.write(to: &writer)
    secondPath.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    path = try reader.value()
    kind = try reader.value()
    secondPath = try reader.value()
  }
}
