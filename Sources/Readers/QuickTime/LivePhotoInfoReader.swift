import Validator

/// Reads the payloads of the `live-photo-info` track.
enum LivePhotoInfoReader {
  /// Camera tracks hold 36 to 90 samples; more than these are counted but not read.
  private static let sampleLimit = 4_096
  /// Camera payloads are 56 to 464 bytes: all of them together stay far below.
  private static let byteLimit: UInt64 = 4 * 1024 * 1024

  /// Reads the samples, chunk by chunk.
  ///
  /// - Throws: `pastEnd` for samples outside the file, `malformed` where the tables lose them,
  ///   `limit` where one chunk is over the limit.
  static func read(_ content: TrackContent, in bytes: SourceBytes) throws(ReadError)
    -> LivePhotoInfo
  {
    let key = content.key(TrackContent.livePhotoInfo)
    var info = LivePhotoInfo(
      trackNumber: content.track.number, sampleCount: content.track.sampleCount,
      timeToSample: content.track.timeToSample, distinctPayloads: 0, payloadsRead: 0,
      payloadVersion: nil,
      hasSetupDescription: key.map { content.idsWithSetupDescription.contains($0.localID) }
        ?? false)
    var payloads: Set<ArraySlice<UInt8>> = []
    var bytesRead: UInt64 = 0
    var waiting = try content.tables.locations(limit: sampleLimit)[...]
    while let first = waiting.first {
      // Samples of one chunk stand side by side, mostly all chunks do: one read for each run.
      var length: UInt64 = 0
      var count = 0
      for sample in waiting {
        guard first.offset <= UInt64.max - length, sample.offset == first.offset + length,
          length + UInt64(sample.length) <= byteLimit - bytesRead
        else { break }
        length += UInt64(sample.length)
        count += 1
      }
      guard count > 0 else {
        guard info.payloadsRead == 0 else { break }
        throw ReadError(
          .limit,
          "a live-photo-info sample of \(first.length) bytes is more than this reader takes",
          at: Place("mdat/live-photo-info", offset: first.offset, length: UInt64(first.length)))
      }
      var chunk = try bytes.part(at: first.offset, length: length, path: "mdat/live-photo-info")
      for sample in waiting.prefix(count) {
        let payload = try chunk.take(UInt64(sample.length))
        if info.payloadsRead == 0 { info.payloadVersion = version(of: payload) }
        payloads.insert(payload.rest)
        info.payloadsRead += 1
      }
      bytesRead += length
      waiting = waiting.dropFirst(count)
    }
    info.distinctPayloads = payloads.count
    return info
  }

  /// The version that a payload begins with, in little-endian order after the item's header.
  private static func version(of sample: ByteReader) -> UInt32? {
    var reader = sample
    reader.order = .littleEndian
    guard (try? reader.skip(8)) != nil else { return nil }
    return try? reader.uint32()
  }
}
