import Readers
import Validator

/// A list of pairs that the user names: CSV with the columns `still` and `movie`, or JSON lines.
struct PairList {
  let pairs: [(still: FilePath, movie: FilePath)]

  /// Reads a list.
  ///
  /// - Throws: why the file cannot be read, or its first fault with the line.
  init(_ file: FilePath) throws(UsageError) {
    let bytes: [UInt8]
    do throws(ReadError) {
      let source = try FileSource(file)
      bytes = try source.bytes(at: 0, count: Int(clamping: source.size))
    } catch {
      throw UsageError("\(file): \(error.reason)")
    }
    let rows: [NamedRows.Row]
    do throws(SettingsFault) {
      rows = try NamedRows(bytes, file: file, columns: ["still", "movie"]).rows
    } catch {
      throw PairList.fault(file, error.place.line ?? 1, error.message)
    }
    var pairs: [(still: FilePath, movie: FilePath)] = []
    for row in rows {
      guard let still = row["still"] else {
        throw PairList.fault(file, row.line, "no still is named")
      }
      guard let movie = row["movie"] else {
        throw PairList.fault(file, row.line, "no movie is named")
      }
      pairs.append((FilePath(bytes: still), FilePath(bytes: movie)))
    }
    self.pairs = pairs
  }

  private static func fault(_ file: FilePath, _ line: Int, _ message: String) -> UsageError {
    UsageError("\(file), line \(line): \(message)")
  }
}
