internal import Validator

/// Digests of the samples of a track, in their order, with the memory of one piece.
struct SampleDigests {
  /// Digests that are kept of one track, 8 bytes each: an hour of video has some 200,000 samples.
  private static let limit = 1 << 18
  /// Samples of sound are a few bytes each and are taken together to about so many.
  private static let gatheredLength = 4_096
  /// Sizes from which on a sample is taken by itself.
  private static let leastLength: UInt32 = 64

  /// Chunks of sound that are looked at: an hour of it has some 10,000.
  private static let chunkLimit = 1 << 17

  private let source: any ByteSource
  private let tables: SampleTables
  private(set) var part: CodedPart
  private var bytesLeft: UInt64

  /// Takes the digests.
  init(_ source: any ByteSource, _ tables: SampleTables, name: String) {
    self.source = source
    self.tables = tables
    part = CodedPart(name, of: "sample", count: UInt64(tables.sampleCount))
    // Samples do not overlap; those of a hostile table could be read over and over.
    bytesLeft = source.size
    let uniform = tables.uniformSize
    if uniform > 0, uniform < SampleDigests.leastLength {
      part.samplesPerDigest = SampleDigests.gatheredLength / Int(uniform)
      gather(uniform)
    } else {
      takeEach()
    }
  }

  // MARK: Samples by themselves

  private mutating func takeEach() {
    var index = 0
    var problem: String?
    tables.forEachRun { chunks, perChunk in
      guard perChunk > 0 else { return true }
      for chunk in chunks {
        guard var at = try? tables.offset(ofChunk: chunk) else { return false }
        for _ in 0..<min(perChunk, tables.sampleCount - index) {
          guard let length = try? tables.size(ofSample: index) else { return false }
          problem = take(at, UInt64(length))
          guard problem == nil else { return false }
          at += UInt64(length)
          index += 1
        }
        if index >= tables.sampleCount { return false }
      }
      return true
    }
    part.problem = problem ?? (index < tables.sampleCount ? tableProblem(index) : nil)
  }

  private func tableProblem(_ count: Int) -> String {
    "the tables tell where \(count) of the \(tables.sampleCount) samples are"
  }

  /// Takes in one sample; what is wrong with it, where something is.
  private mutating func take(_ offset: UInt64, _ length: UInt64) -> String? {
    guard part.digests.count < SampleDigests.limit else {
      return "more than the first \(SampleDigests.limit) samples were not looked at"
    }
    let number = part.digests.count * part.samplesPerDigest + 1
    guard offset <= source.size, length <= source.size - offset else {
      return "sample \(number) lies past the end of the file, at \(offset)"
    }
    guard length <= bytesLeft else { return "the samples lie over one another" }
    bytesLeft -= length
    guard let digest = digestOfBytes(source, in: offset..<(offset + length)) else {
      return "sample \(number) cannot be read"
    }
    part.digests.append(digest)
    return nil
  }

  // MARK: Samples of a few bytes

  /// Takes the samples in runs of equal number, wherever the chunks end.
  private mutating func gather(_ size: UInt32) {
    let piece = UInt64(part.samplesPerDigest) * UInt64(size)
    var left = UInt64(tables.sampleCount).multipliedReportingOverflow(by: UInt64(size)).partialValue
    var hasher = Hasher()
    var filled: UInt64 = 0
    var problem: String?
    var seenChunks = 0
    tables.forEachRun { chunks, perChunk in
      guard perChunk > 0 else { return true }
      for chunk in chunks {
        seenChunks += 1
        guard seenChunks <= SampleDigests.chunkLimit else { return false }
        guard let start = try? tables.offset(ofChunk: chunk), left > 0 else { return false }
        var length = min(UInt64(perChunk) * UInt64(size), left)
        guard start <= source.size, length <= source.size - start, length <= bytesLeft else {
          problem = "samples lie past the end of the file, at \(start)"
          return false
        }
        bytesLeft -= length
        left -= length
        var at = start
        while length > 0 {
          let step = min(length, piece - filled)
          guard part.digests.count < SampleDigests.limit,
            combine(source, at..<(at + step), into: &hasher)
          else {
            problem = "not all samples were looked at"
            return false
          }
          at += step
          length -= step
          filled += step
          guard filled == piece || (length == 0 && left == 0) else { continue }
          part.digests.append(hasher.finalize())
          hasher = Hasher()
          filled = 0
        }
      }
      return true
    }
    part.problem = problem ?? (left > 0 ? "not all samples were found by the tables" : nil)
  }
}
