import Readers
import Validator

/// A table of offsets in the file: `stco`, `co64` or `saio` (ISO/IEC 14496-12, 8.7.5 and 8.7.9).
struct OffsetTable {
  let box: BoxNode
  /// Bytes of one offset, 4 or 8.
  let width: Int
  /// The offsets, in order.
  let offsets: [UInt64]
  /// The one farthest back in the file.
  let highest: UInt64?
  /// Where they stand.
  let range: Range<UInt64>

  /// Reads a table; nil for a box of another type.
  init?(_ box: BoxNode) throws(ReadError) {
    var reader = box.payload
    switch box.type {
    case "stco", "co64":
      try reader.skip(4)
      width = box.type == "stco" ? 4 : 8
    case "saio":
      let (version, flags) = try reader.versionAndFlags()
      if flags & 1 != 0 { try reader.skip(8) }
      width = version == 0 ? 4 : 8
    default: return nil
    }
    let count = Int(try reader.uint32())
    guard count <= reader.remaining / width else {
      throw ReadError(
        .malformed, "the table says it has \(count) entries, there is less room", at: box.place)
    }
    self.box = box
    range = reader.offset..<(reader.offset + UInt64(count * width))
    var offsets: [UInt64] = []
    offsets.reserveCapacity(count)
    for _ in 0..<count { offsets.append(try reader.unsigned(width: width)) }
    self.offsets = offsets
    highest = offsets.max()
  }

  /// The tables of a track.
  static func all(of track: BoxNode) throws(RewriteError) -> [OffsetTable] {
    var tables: [OffsetTable] = []
    do throws(ReadError) {
      for box in track.all("mdia", "minf", "stbl").flatMap(\.children) {
        if let table = try OffsetTable(box) { tables.append(table) }
      }
    } catch {
      throw RewriteError(error)
    }
    return tables
  }
}

/// Where the bytes that stay stand once changes are made.
struct OffsetMap {
  private var steps: [(range: Range<UInt64>, shift: Int64)] = []

  /// Creates the map of changes in the order of the file.
  init(_ replacements: [Replacement]) {
    for change in replacements {
      let old = Int64(clamping: change.range.upperBound - change.range.lowerBound)
      let shift = Int64(clamping: change.bytes.count) - old
      if shift != 0 { steps.append((change.range, shift)) }
    }
  }

  /// The new offset of a byte; nil for one that goes.
  func moved(_ offset: UInt64) -> UInt64? {
    var moved = offset
    for step in steps {
      if step.range.upperBound > offset {
        return step.range.lowerBound < offset ? nil : moved
      }
      moved = moved &+ UInt64(bitPattern: step.shift)
    }
    return moved
  }
}

/// Makes all offsets right for what changes before them.
///
/// A table whose offsets no longer fit into 32 bits is written with 64, which moves what follows it
/// once more, so this goes in rounds until nothing changes.
struct ChunkOffsets {
  private let movie: RewritableMovie
  private let edits: MovieEdits
  private let newTrack: NewTrack?
  private let tables: [OffsetTable]

  init(_ movie: RewritableMovie, _ edits: MovieEdits, _ newTrack: NewTrack?) throws(RewriteError) {
    self.movie = movie
    self.edits = edits
    self.newTrack = newTrack
    var tables: [OffsetTable] = []
    for (index, track) in movie.tracks.enumerated()
    where newTrack?.removedTracks.contains(index + 1) != true {
      tables += try OffsetTable.all(of: track)
    }
    self.tables = tables
  }

  /// All changes, those of offsets and sizes among them, in the order of the file.
  func replacements() throws(RewriteError) -> [Replacement] {
    var widened: Set<Int> = []
    var sampleOffset: UInt64 = 0
    // Each round makes a table wider, or moves the new sample for the last time but one.
    for _ in 0..<(tables.count + 4) {
      let planned = try planned(widened, sampleOffset)
      let map = OffsetMap(planned)
      let sample = NewTrack.sampleOffset(in: planned) ?? 0
      let tooNarrow = try tablesTooNarrow(for: map, beside: widened)
      if tooNarrow.isEmpty, sample == sampleOffset {
        try requireNoMovedItems(map)
        return try settled(map, widened, sampleOffset)
      }
      widened.formUnion(tooNarrow)
      sampleOffset = sample
    }
    throw RewriteError("the offsets of the movie do not come to rest", at: movie.moov.place)
  }

  /// The changes with tables of their new size, whatever stands in them.
  private func planned(_ widened: Set<Int>, _ sampleOffset: UInt64) throws(RewriteError)
    -> [Replacement]
  {
    var all = newTrack?.added(to: edits, sampleAt: sampleOffset) ?? edits
    for index in widened {
      let table = tables[index]
      all.replace(
        table.range, with: Array(repeating: 0, count: table.offsets.count * 8),
        inside: table.box.headers, at: table.box.place.path, "")
    }
    return try all.inOrder()
  }

  private func tablesTooNarrow(for map: OffsetMap, beside widened: Set<Int>)
    throws(RewriteError) -> Set<Int>
  {
    var found: Set<Int> = []
    for (index, table) in tables.enumerated() where table.width == 4 && !widened.contains(index) {
      // What moves keeps its order, so the highest offset stays the highest.
      guard let highest = table.highest.flatMap(map.moved), highest > UInt64(UInt32.max) else {
        continue
      }
      guard table.box.type == "stco" else {
        throw RewriteError(
          "an offset of \(table.box.type) would no longer fit into its 32 bits",
          at: table.box.place)
      }
      found.insert(index)
    }
    return found
  }

  private func moved(_ table: OffsetTable, _ map: OffsetMap) throws(RewriteError) -> [UInt64] {
    var moved: [UInt64] = []
    moved.reserveCapacity(table.offsets.count)
    for offset in table.offsets {
      guard let new = map.moved(offset) else {
        throw RewriteError(
          "the table points to offset \(offset), among bytes that are to change",
          at: table.box.place)
      }
      moved.append(new)
    }
    return moved
  }

  /// Refuses to move data that a `meta` box finds by their offsets.
  private func requireNoMovedItems(_ map: OffsetMap) throws(RewriteError) {
    let isMoved = movie.boxes.contains {
      $0.type != "moov" && map.moved($0.offset) != $0.offset
    }
    guard isMoved else { return }
    do throws(ReadError) {
      guard let place = try movie.itemLocations() else { return }
      throw ReadError(
        .unsupported, "items are found by their offsets in the file (iloc), which would move",
        at: place)
    } catch {
      throw RewriteError(error)
    }
  }

  private func settled(_ map: OffsetMap, _ widened: Set<Int>, _ sampleOffset: UInt64)
    throws(RewriteError) -> [Replacement]
  {
    var all = newTrack?.added(to: edits, sampleAt: sampleOffset) ?? edits
    for (index, table) in tables.enumerated() {
      let new = try moved(table, map)
      if widened.contains(index) {
        widen(table, new, &all)
      } else {
        write(new, over: table, &all)
      }
    }
    return try all.inOrder()
  }

  private func widen(_ table: OffsetTable, _ new: [UInt64], _ all: inout MovieEdits) {
    let box = table.box
    all.overwrite(
      at: box.payload.startOffset - 4, with: FourCharacterCode("co64").rawValue,
      in: box.place.path, "makes room for offsets over 4 GiB (co64)")
    all.replace(
      table.range, with: new.flatMap { $0.bytes(.bigEndian) }, inside: box.headers,
      at: box.place.path, "moves chunk offsets\(distance(table, new)), in 64 bits")
  }

  private func write(_ new: [UInt64], over table: OffsetTable, _ all: inout MovieEdits) {
    let changed = new.indices.filter { new[$0] != table.offsets[$0] }
    guard let first = changed.first, let last = changed.last else { return }
    let start = table.range.lowerBound
    all.replace(
      (start + UInt64(first * table.width))..<(start + UInt64((last + 1) * table.width)),
      with: new[first...last].flatMap { $0.bytes(.bigEndian).suffix(table.width) }, inside: [],
      at: table.box.place.path, "moves chunk offsets\(distance(table, new))")
  }

  /// By how much offsets move, where all that do move by the same.
  private func distance(_ table: OffsetTable, _ new: [UInt64]) -> String {
    let shifts = Set(
      zip(new, table.offsets).map { Int64(bitPattern: $0 &- $1) }.filter { $0 != 0 })
    guard let shift = shifts.first, shifts.count == 1 else { return "" }
    let back = shift < 0 ? " back" : ""
    return "\(back) by \(shift.magnitude) bytes for what changes before the media data"
  }
}
