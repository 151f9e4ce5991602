import Readers
import Validator

/// What `mvhd` says that new tracks need (ISO/IEC 14496-12, 8.2.2).
struct MovieHeader {
  /// Seconds since 1904-01-01 UTC; 0 where 32 bits do not hold them.
  let creationTime: UInt32
  /// Units in a second of the movie time.
  let timescale: UInt32
  /// The id that the next track gets; all ones where a free one is to be looked for.
  let nextTrackID: UInt32
  /// Where that stands.
  let nextTrackIDPlace: Place

  init(of moov: BoxNode) throws(ReadError) {
    guard let box = moov.first("mvhd") else {
      throw ReadError(.malformed, "moov has no mvhd box", at: moov.place)
    }
    var reader = box.payload
    let isWide = try reader.versionAndFlags().version == 1
    creationTime = UInt32(exactly: try reader.unsigned(width: isWide ? 8 : 4)) ?? 0
    try reader.skip(isWide ? 8 : 4)
    timescale = try reader.uint32()
    // Duration, rate, volume, reserved, matrix, QuickTime's preview and selection times.
    try reader.skip((isWide ? 8 : 4) + 76)
    nextTrackIDPlace = reader.place(ofNext: 4)
    nextTrackID = try reader.uint32()
    guard timescale > 0 else {
      throw ReadError(.malformed, "the movie time scale is 0", at: box.place)
    }
  }

  /// An id that no track has, the one that `mvhd` promises where it holds the promise.
  func freeTrackID(beside tracks: [Track]) -> UInt32 {
    let used = Set(tracks.map(\.id))
    let highest = used.max() ?? 0
    if nextTrackID > highest, nextTrackID < UInt32.max { return nextTrackID }
    if highest < UInt32.max - 1 { return highest + 1 }
    return (1...UInt32(used.count + 1)).first { !used.contains($0) } ?? 0
  }
}
