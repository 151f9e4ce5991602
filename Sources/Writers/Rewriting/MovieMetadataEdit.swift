import Readers
import Validator

/// Writes the identifier where Apple's software looks for it, and takes it out everywhere else.
struct MovieMetadataEdit {
  private let moov: BoxNode
  private let userData: [BoxNode]
  /// Why the boxes of `moov/udta` were not read to their end: what stands there is left alone.
  private let userDataError: ReadError?
  /// The `meta` boxes of `moov`.
  private let lists: [MetadataBox]
  /// Those of `moov/udta` and of the tracks.
  private let elsewhere: [MetadataBox]

  /// Takes the metadata of a movie apart.
  ///
  /// - Throws: where they contradict themselves.
  init(_ movie: RewritableMovie) throws(RewriteError) {
    moov = movie.moov
    do throws(ReadError) {
      if let error = movie.facts.identifier.readError { throw error }
      var userData: [BoxNode] = []
      var userDataError: ReadError?
      for var box in moov.all("udta") {
        do throws(ReadError) { try box.readChildren() } catch { userDataError = error }
        userData.append(box)
      }
      self.userData = userData
      self.userDataError = userDataError
      var lists: [MetadataBox] = []
      for box in moov.all("meta") { lists.append(try MetadataBox(box)) }
      self.lists = lists
      // What cannot be taken apart is no place where an identifier could be read.
      elsewhere = (userData + movie.tracks).flatMap { $0.all("meta") }.compactMap { box in
        try? MetadataBox(box)
      }
    } catch {
      throw RewriteError(error)
    }
  }

  /// The `meta` box of `moov` that holds keys by name, or would.
  private var own: MetadataBox? {
    lists.first { $0.handler == "mdta" } ?? lists.first { $0.handler == nil }
  }

  /// Whether `moov` holds keys by name, in whichever shape.
  var holdsKeys: Bool { own != nil }

  /// Writes an identifier, and texts under keys that are not there yet.
  func apply(_ identifier: String, adding texts: [String: String], to edits: inout MovieEdits)
    throws(RewriteError)
  {
    let texts = texts.sorted { $0.key < $1.key }
      .map { MetadataItem($0.key, type: 1, .text($0.value)) }
    do throws(ReadError) {
      if let own {
        try convertShape(in: &edits)
        try write(identifier, adding: texts, into: own, &edits)
      } else {
        try addList(identifier, texts, &edits)
      }
      for list in lists where list.box.place != own?.box.place {
        // A list that is moved loses its strays on the way.
        if own != nil { try removeStrays(from: list, &edits) }
      }
      for list in elsewhere { try removeStrays(from: list, &edits) }
    } catch {
      throw RewriteError(error)
    }
  }

  /// Takes version and flags from a list of keys: QuickTime's `meta` has none (QuickTime File
  /// Format, Metadata atom), and Apple's software passes over one that has.
  func convertShape(in edits: inout MovieEdits) throws(ReadError) {
    guard let own, own.isFullBox else { return }
    guard own.holdsKeysOnly else {
      throw ReadError(
        .unsupported, "moov/meta is an ISO box that holds more than keys by name", at: own.box.place
      )
    }
    let start = own.box.payload.startOffset
    edits.replace(
      start..<(start + 4), with: [], inside: own.box.headers, at: "moov/meta",
      "gives moov/meta the shape of QuickTime, without version and flags")
  }

  // MARK: Where there is no list of keys

  private func addList(
    _ identifier: String, _ texts: [MetadataItem], _ edits: inout MovieEdits
  ) throws(ReadError) {
    let list = Part.metadata([.apple("content.identifier", identifier)] + texts).written()
    let purpose = "writes identifier \(identifier) into a new moov/meta"
    guard let other = lists.first else {
      edits.append(list, to: moov, at: "moov/meta", purpose)
      return
    }
    guard lists.count == 1, other.handler == "mdir" else {
      let handler = other.handler.map { "'\($0)'" } ?? "none"
      throw ReadError(
        .unsupported,
        "moov/meta holds metadata of another kind (handler \(handler)), a second one has no place",
        at: other.box.place)
    }
    try moveToUserData(other, &edits)
    edits.replace(other.box.range, with: list, inside: moov.headers, at: "moov/meta", purpose)
  }

  /// Moves an iTunes list to where iTunes and others look for it, as an ISO FullBox.
  private func moveToUserData(_ list: MetadataBox, _ edits: inout MovieEdits) throws(ReadError) {
    if let second = userData.flatMap({ $0.all("meta") }).first {
      throw ReadError(
        .unsupported, "an iTunes list stands in moov/meta and another one in moov/udta/meta",
        at: second.place)
    }
    if let userDataError { throw userDataError }
    let strays = try list.namedIdentifiers().map(\.range)
    func copy(_ box: BoxNode) -> Part {
      guard box.type == "ilst", let items = list.list else {
        return .box(box.type, .bytes(box.payload.rest))
      }
      let kept = items.children.filter { !strays.contains($0.range) }
      return .box("ilst", kept.map { .box($0.type, .bytes($0.payload.rest)) })
    }
    let moved = Part.fullBox("meta", list.box.children.map(copy))
    let purpose = "moves the iTunes list of moov/meta to moov/udta/meta, where iTunes looks for it"
    if let box = userData.first {
      edits.append(moved.written(), to: box, at: "moov/udta/meta", purpose)
    } else {
      edits.append(Part.box("udta", moved).written(), to: moov, at: "moov/udta/meta", purpose)
    }
  }
}

// MARK: - The list of keys

extension MovieMetadataEdit {
  /// Writes the identifier into a list of keys, where it is to stand once.
  private func write(
    _ identifier: String, adding texts: [MetadataItem], into list: MetadataBox,
    _ edits: inout MovieEdits
  ) throws(ReadError) {
    let numbers = list.keys.indices.filter {
      list.keys[$0].isIdentifier && list.keys[$0].namespace == "mdta"
    }.map { $0 + 1 }
    let kept = numbers.first { !list.items(ofKey: $0).isEmpty } ?? numbers.first
    let item = kept.flatMap { list.items(ofKey: $0).first }
    try requireKnownNumbers(list)
    if list.handler == nil { addHandler(to: list, &edits) }
    let removed = removeKeys(
      of: list, keeping: kept, item, "takes out the identifier's further copy", &edits)
    let key =
      kept.map { number in number - removed.count { $0 < number } }
      ?? list.keys.count - removed.count + 1
    let missing = texts.filter { text in
      !list.keys.contains { $0.name.elementsEqual(text.key.utf8) }
    }
    let newKeys =
      (kept == nil ? [MetadataItem.identifierKey] : []) + missing.map(\.key)
    addKeys(newKeys, to: list, &edits)
    let keyCount = list.keys.count - removed.count + newKeys.count
    setKeyCount(of: list, to: keyCount, &edits)

    let purpose = "writes identifier \(identifier) into moov/meta"
    let own = MetadataItem(MetadataItem.identifierKey, type: 1, .text(identifier))
    var newItems = missing.enumerated().map { index, text in
      text.box(number: keyCount - missing.count + index + 1)
    }
    var purposes = missing.isEmpty ? [] : ["adds " + missing.map(\.key).joined(separator: ", ")]
    if let item {
      try write(identifier, own.data, into: item, of: list, purpose, &edits)
    } else {
      newItems.insert(own.box(number: key), at: 0)
      purposes.insert(purpose, at: 0)
    }
    guard !newItems.isEmpty else { return }
    let added = Part.sequence(newItems)
    let why = purposes.joined(separator: "; ")
    if let items = list.list {
      edits.append(added.written(), to: items, at: items.place.path, why)
    } else {
      edits.append(Part.box("ilst", added).written(), to: list.box, at: "moov/meta/ilst", why)
    }
  }

  /// Refuses items whose number would become that of a new key.
  private func requireKnownNumbers(_ list: MetadataBox) throws(ReadError) {
    let unknown = list.list?.children.first { Int($0.type.rawValue) > list.keys.count }
    guard let unknown else { return }
    throw ReadError(
      .malformed,
      "an item of moov/meta/ilst has the number \(unknown.type.rawValue), there are "
        + "\(list.keys.count) keys", at: unknown.place)
  }

  private func addHandler(to list: MetadataBox, _ edits: inout MovieEdits) {
    let start = list.box.children.first?.range.lowerBound ?? list.box.contentEnd
    edits.replace(
      start..<start, with: Part.metadataHandler.written(), inside: list.box.headers,
      at: "moov/meta", "says in moov/meta that it holds keys by name")
  }

  private func addKeys(_ names: [String], to list: MetadataBox, _ edits: inout MovieEdits) {
    guard !names.isEmpty else { return }
    let purpose =
      names == [MetadataItem.identifierKey]
      ? "adds the key of the identifier to moov/meta"
      : "adds \(names.count) \(names.count == 1 ? "key" : "keys") to moov/meta"
    let entries = Part.sequence(names.map { .metadataKey($0) })
    if let table = list.keyTable {
      let end = list.keys.last?.range.upperBound ?? table.payload.startOffset + 8
      edits.replace(
        end..<end, with: entries.written(), inside: table.headers, at: table.place.path, purpose)
    } else {
      let place = list.list?.range.lowerBound ?? list.box.contentEnd
      let table = Part.fullBox("keys", .uint32(names.count), entries)
      edits.replace(
        place..<place, with: table.written(), inside: list.box.headers, at: "moov/meta/keys",
        purpose)
    }
  }

  private func setKeyCount(of list: MetadataBox, to count: Int, _ edits: inout MovieEdits) {
    guard let table = list.keyTable, count != list.keys.count else { return }
    edits.overwrite(
      at: table.payload.startOffset + 4, with: UInt32(clamping: count), in: table.place.path,
      "says that there are \(count) keys")
  }

  /// Writes the identifier into the first value of an item, and takes out others.
  private func write(
    _ identifier: String, _ new: Part, into item: BoxNode, of list: MetadataBox,
    _ purpose: String, _ edits: inout MovieEdits
  ) throws(ReadError) {
    let values = try list.values(of: item)
    let path = item.place.path.appending("ilst/com.apple.quicktime.content.identifier")
    guard let value = values.first else {
      var item = item
      try item.readChildren()
      edits.append(new.written(), to: item, at: path, purpose)
      return
    }
    for other in values.dropFirst() {
      edits.remove(other, "takes out the identifier's other value")
    }
    var reader = value.payload
    let type = try reader.uint32()
    try reader.skip(4)
    if type != 1 {
      edits.overwrite(
        at: value.payload.startOffset, with: 1, in: path,
        "says that the identifier is UTF-8 text (type 1, not \(type))")
    }
    if !reader.rest.elementsEqual(identifier.utf8) {
      edits.replace(
        reader.offset..<value.range.upperBound, with: Array(identifier.utf8),
        inside: value.headers, at: path, purpose)
    }
  }
}

// MARK: - Other places

extension MovieMetadataEdit {
  /// Takes the identifier, and nothing else, out of a list where it does not belong.
  private func removeStrays(from list: MetadataBox, _ edits: inout MovieEdits) throws(ReadError) {
    let purpose = "takes the identifier out of \(list.box.place.path), where Photos does not look"
    for item in try list.namedIdentifiers() { edits.remove(item, purpose) }
    guard list.handler != "mdir", list.keys.contains(where: \.isIdentifier) else { return }
    if list.keys.allSatisfy(\.isIdentifier), list.holdsKeysOnly {
      edits.remove(list.box, purpose)
      return
    }
    let removed = removeKeys(of: list, keeping: nil, nil, purpose, &edits)
    setKeyCount(of: list, to: list.keys.count - removed.count, &edits)
  }

  /// Takes out the identifier's keys and items but for one, and numbers the other items anew.
  ///
  /// - Returns: the numbers of the keys that went.
  private func removeKeys(
    of list: MetadataBox, keeping kept: Int?, _ keptItem: BoxNode?, _ purpose: String,
    _ edits: inout MovieEdits
  ) -> [Int] {
    let removed = list.keys.indices.map { $0 + 1 }.filter {
      list.keys[$0 - 1].isIdentifier && $0 != kept
    }
    if let table = list.keyTable {
      for number in removed {
        edits.replace(
          list.keys[number - 1].range, with: [], inside: table.headers, at: table.place.path,
          purpose)
      }
    }
    for item in list.list?.children ?? [] {
      let number = Int(item.type.rawValue)
      let isFurther = number == kept && item.range != keptItem?.range
      if removed.contains(number) || isFurther {
        edits.remove(item, purpose)
        continue
      }
      let before = removed.count { $0 < number }
      guard before > 0, number <= list.keys.count else { continue }
      edits.overwrite(
        at: item.range.lowerBound + 4, with: UInt32(clamping: number - before),
        in: item.place.path, "gives the item the number that its key has now")
    }
    return removed
  }
}
