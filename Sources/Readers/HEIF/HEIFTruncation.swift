internal import Validator

extension ItemTable {
  /// By how much the file is cut, told by its boxes and by the items' extents, whichever is more.
  func truncation(_ layout: TopLevelBoxes, fileSize: UInt64) -> Damage? {
    var worst: (location: ItemLocations.Location, extent: ItemLocations.Extent, missing: UInt64)?
    var count = 0
    for location in locations.content.all where location.method == .file && !location.isElsewhere {
      var isHit = false
      for extent in locations.content.extents(of: location) {
        let missing = extent.bytesPast(fileSize)
        guard missing > 0 else { continue }
        isHit = true
        if missing > worst?.missing ?? 0 { worst = (location, extent, missing) }
      }
      if isHit { count += 1 }
    }
    guard let worst else { return layout.truncation(fileSize: fileSize) }
    if let overrun = layout.overrun, overrun.missing >= worst.missing {
      return layout.truncation(fileSize: fileSize, itemCount: count)
    }
    let item = items.content.item(worst.location.id)
    let name = item.map { "item \(worst.location.id) (\($0.type))" } ?? "item \(worst.location.id)"
    let others = count > 1 ? ", and \(count - 1) more items reach past the end" : ""
    return Damage(
      .truncated,
      "\(name) is said to stand at offset \(worst.extent.offset), \(worst.extent.length) bytes "
        + "long, which is \(worst.missing) bytes past the end of the file\(others)",
      at: worst.location.place, found: "\(fileSize) bytes",
      wanted: "\(fileSize.addingSaturating(worst.missing)) bytes", missingBytes: worst.missing)
  }
}

extension TopLevelBoxes {
  /// The damage of a box that reaches past the end of the file.
  ///
  /// - Parameter itemCount: how many items reach past it.
  func truncation(fileSize: UInt64, itemCount: Int = 0) -> Damage? {
    guard let (box, missing) = overrun else { return nil }
    let items =
      itemCount == 0 ? "" : itemCount == 1 ? ", within an item" : ", \(itemCount) items are cut"
    return Damage(
      .truncated, "the file ends \(missing) bytes before its box '\(box.type)' does\(items)",
      at: Place(
        box.structurePath, offset: box.offset, length: fileSize - min(fileSize, box.offset)),
      found: "\(fileSize) bytes", wanted: "\(fileSize.addingSaturating(missing)) bytes",
      missingBytes: missing,
      isMinor: itemCount == 0 && (box.type == "free" || box.type == "skip"))
  }

  /// The box that an offset lies in.
  func box(containing offset: UInt64) -> BoxHeader? {
    var low = 0
    var high = boxes.count
    while low < high {
      let middle = low + (high - low) / 2
      if boxes[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let box = boxes[low - 1]
    return offset - box.offset < box.size ? box : nil
  }
}

extension BoxHeader {
  /// The path that reports show for the box.
  var structurePath: StructurePath {
    switch type {
    case "ftyp": "ftyp"
    case "meta": "meta"
    case "mdat": "mdat"
    case "mpvd": "mpvd"
    case "moov": "moov"
    default: "file"
    }
  }
}

extension ItemLocations.Extent {
  /// How far it reaches past the end of a file.
  fileprivate func bytesPast(_ size: UInt64) -> UInt64 {
    guard offset <= size else { return (offset - size).addingSaturating(length) }
    return length > size - offset ? length - (size - offset) : 0
  }
}

extension UInt64 {
  /// The sum, or the largest number where there is no room for it.
  fileprivate func addingSaturating(_ other: UInt64) -> UInt64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
