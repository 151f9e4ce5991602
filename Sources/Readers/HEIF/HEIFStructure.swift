internal import Validator

extension ItemTable {
  /// In what way the items contradict each other or cannot be put together to the picture.
  func structureFaults(_ layout: TopLevelBoxes, in bytes: SourceBytes) -> [Damage] {
    var damages: [Damage] = []
    // Where the file ends inside meta, what its boxes lack is told by the truncation.
    for error in faults where error.isContradiction && !(isCut && error.isPastEnd) {
      damages.append(Damage(.structure, error.reason, at: error.place))
    }
    if let damage = handlerFault { damages.append(damage) }
    if let damage = primaryFault { damages.append(damage) }
    if let dangling = properties.content.dangling, properties.error == nil {
      damages.append(
        Damage(
          .structure, "item \(dangling.itemID) has property \(dangling.index), ipco has fewer",
          at: dangling.place))
    }
    let media = MediaData(layout, idat: data.content, fileSize: bytes.size)
    if let damage = gridFault(media) { damages.append(damage) }
    if let damage = tileFault(in: bytes) { damages.append(damage) }
    if let damage = offsetFault(media) { damages.append(damage) }
    return damages
  }

  private var handlerFault: Damage? {
    if let type = handler.content, let place = handler.place {
      guard type != "pict" else { return nil }
      return Damage(
        .structure, "the handler of meta is '\(type)', that of pictures is 'pict'", at: place,
        found: "\(type)", wanted: "pict")
    }
    guard handler.error == nil else { return nil }
    return Damage(.structure, "meta has no handler (hdlr)", at: place)
  }

  private var primaryFault: Damage? {
    guard let id = primaryID.content else {
      guard primaryID.error == nil else { return nil }
      return Damage(.structure, "meta names no primary item (pitm)", at: place)
    }
    guard let item = items.content.item(id) else {
      guard items.error == nil else { return nil }
      return Damage(
        .structure, "the primary item is said to be \(id), which iinf does not list",
        at: primaryID.place ?? place, found: "\(id)")
    }
    guard item.isCoded || item.type == "grid", locations.error == nil else { return nil }
    guard let location = locations.content.location(of: id), !location.extents.isEmpty else {
      return Damage(
        .structure,
        "the primary item \(id) (\(item.type)) has no data: iloc gives no extent for it",
        at: locations.place ?? place)
    }
    return nil
  }

  /// A `grid` whose layout is no longer found in `idat`, as rewriting `iloc` to version 0 loses it.
  private func gridFault(_ media: MediaData) -> Damage? {
    for item in items.content.all where item.type == "grid" {
      guard let location = locations.content.location(of: item.id), location.method == .file,
        !location.isElsewhere, let extent = locations.content.extents(of: location).first,
        let found = media.stray(extent.offset)
      else { continue }
      let version = locations.content.version
      let cause =
        version == 0
        ? "iloc is version 0, which cannot say that they stand in idat"
        : "the construction method 1 (idat) was lost"
      return Damage(
        .structure,
        "item \(item.id) (grid) cannot be put together: its layout is said to stand at offset "
          + "\(extent.offset) of the file, \(found), and \(cause)",
        at: location.place, found: "offset \(extent.offset)")
    }
    return nil
  }

  /// A primary `grid` that has more or fewer tiles than its rows and columns ask for.
  ///
  /// The layout is looked at where it stands in `idat`, as all cameras measured write it.
  private func tileFault(in bytes: SourceBytes) -> Damage? {
    guard let id = primaryID.content, items.content.item(id)?.type == "grid",
      let location = locations.content.location(of: id), location.method == .itemData,
      references.error == nil, items.error == nil
    else { return nil }
    guard let reference = references.content.reference("dimg", from: id) else {
      return Damage(
        .structure, "item \(id) (grid) cannot be put together: iref names no tiles for it",
        at: references.place ?? place)
    }
    let tiles = references.content.targets(of: reference)
    if let missing = tiles.first(where: { items.content.item($0) == nil }) {
      return Damage(
        .structure, "item \(id) (grid) has the tile \(missing), which iinf does not list",
        at: reference.place)
    }
    do throws(ReadError) {
      // Version, flags, rows less one, columns less one (ISO/IEC 23008-12, 6.6.2.3).
      var layout = try data(of: id, in: bytes, path: StructurePath("meta/iloc[*]/grid", Int(id)))
      let place = layout.place
      try layout.skip(2)
      let rows = Int(try layout.uint8()) + 1
      let columns = Int(try layout.uint8()) + 1
      guard rows * columns != tiles.count else { return nil }
      return Damage(
        .structure, "item \(id) (grid) has \(rows)×\(columns) places and \(tiles.count) tiles",
        at: place, found: "\(tiles.count) tiles", wanted: "\(rows * columns) tiles")
    } catch {
      guard !isCut else { return nil }
      return Damage(
        .structure, "item \(id) (grid) cannot be put together: \(error.reason)", at: error.place)
    }
  }

  /// Coded pictures that are said to stand where no media data are.
  private func offsetFault(_ media: MediaData) -> Damage? {
    var first: (item: ItemList.Item, location: ItemLocations.Location, offset: UInt64)?
    var lowest = UInt64.max
    var strayCount = 0
    var count = 0
    for location in locations.content.all where location.method == .file && !location.isElsewhere {
      guard let extent = locations.content.extents(of: location).first,
        let item = items.content.item(location.id), item.type != "grid"
      else { continue }
      lowest = min(lowest, extent.offset)
      guard item.isCoded else { continue }
      count += 1
      guard media.stray(extent.offset) != nil else { continue }
      strayCount += 1
      if first == nil { first = (item, location, extent.offset) }
    }
    guard let first, let found = media.stray(first.offset) else { return nil }
    var message =
      "item \(first.item.id) (\(first.item.type)) is said to stand at offset \(first.offset), \(found)"
    if count > 1 { message += "; so are \(strayCount) of \(count) coded items in all" }
    if let start = media.start, start != lowest {
      let distance = start > lowest ? start - lowest : lowest - start
      message +=
        "; the lowest offset of all items is \(lowest) and the media data begin at \(start), so the "
        + "offsets are \(distance) bytes too \(start > lowest ? "low" : "high")"
    }
    return Damage(
      .structure, message, at: first.location.place, found: "offset \(first.offset)",
      wanted: media.start.map { "offset \($0) or higher" })
  }
}

/// Where in a file the data of items may stand.
private struct MediaData {
  private let layout: TopLevelBoxes
  private let idat: ByteReader?
  private let fileSize: UInt64
  /// Where the payload of the first `mdat` begins.
  let start: UInt64?

  init(_ layout: TopLevelBoxes, idat: ByteReader?, fileSize: UInt64) {
    self.layout = layout
    self.idat = idat
    self.fileSize = fileSize
    start = layout.boxes.first { $0.type == "mdat" }?.payloadOffset
  }

  /// What an offset lies in, as a phrase, where that is no place for item data.
  ///
  /// Offsets past the end of the file are left to the truncation.
  func stray(_ offset: UInt64) -> String? {
    guard offset < fileSize else { return nil }
    guard let box = layout.box(containing: offset) else { return "outside every box" }
    switch box.type {
    case "mdat", "imda", "mpvd", "free", "skip", "uuid", "sefd":
      return offset < box.payloadOffset ? "inside the header of '\(box.type)'" : nil
    case "meta":
      if let idat, offset >= idat.startOffset, offset - idat.startOffset < UInt64(idat.count) {
        return nil
      }
    default: break
    }
    return "inside '\(box.type)'"
  }
}

extension ReadError {
  fileprivate var isPastEnd: Bool {
    if case .pastEnd = kind { true } else { false }
  }

  /// Whether the file contradicts itself, rather than holding something that this tool does not read.
  fileprivate var isContradiction: Bool {
    kind == .malformed || isPastEnd
  }
}
