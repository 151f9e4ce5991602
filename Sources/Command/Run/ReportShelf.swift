import Rules
import Validator

/// The reports of the subjects that text may show, put aside until the run is known as a whole.
///
/// A subject takes 8 bytes of memory; reports are in a temporary file.
struct ReportShelf: Sendable {
  private static let rules = RuleTable(Catalogue.rules)

  private let spool = Spool()
  /// Where the report of each subject is; the largest number for those of which there is none.
  private var positions: [UInt64] = []

  /// Puts a report aside, in the place of one of the same subject.
  mutating func put(_ report: SubjectReport, number: Int) throws(Spool.Failure) {
    while positions.count <= number { positions.append(.max) }
    var writer = BinaryWriter(capacity: 1_024)
    report.order.write(to: &writer)
    report.write(to: &writer)
    positions[number] = try spool.append(writer.bytes)
  }

  mutating func remove(_ number: Int) {
    if positions.indices.contains(number) { positions[number] = .max }
  }

  /// The place of a subject in a report; nil where its report was not put aside.
  func order(of number: Int) throws(Spool.Failure) -> SubjectOrder? {
    guard positions.indices.contains(number), positions[number] != .max else { return nil }
    return try read(number) { reader throws(BinaryReader.Fault) in
      try SubjectOrder(from: &reader)
    }
  }

  /// The report of a subject that was put aside.
  func report(of number: Int) throws(Spool.Failure) -> SubjectReport {
    try read(number) { reader throws(BinaryReader.Fault) in
      _ = try SubjectOrder(from: &reader)
      return try SubjectReport(from: &reader)
    }
  }

  private func read<Value>(
    _ number: Int, _ body: (inout BinaryReader) throws(BinaryReader.Fault) -> Value
  ) throws(Spool.Failure) -> Value {
    let record = try spool.record(at: positions[number])
    do throws(BinaryReader.Fault) {
      var reader = BinaryReader(record, rules: ReportShelf.rules)
      return try body(&reader)
    } catch {
      throw Spool.Failure(description: "the temporary file of the run was changed")
    }
  }
}
