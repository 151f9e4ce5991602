internal import Validator

extension PartReader {
  // MARK: Tracks

  /// A track under the name of what it is, so that its place among the others does not count.
  mutating func track(_ node: StructureNode, path: String) -> ComparedPart {
    let name = PartReader.trackName(node)
    var part = ComparedPart("track \(name)", path: path, offset: node.offset, length: node.length)
    part.children = parts(of: node, path: path)
    let number = Int(path.split(separator: "[").last?.dropLast() ?? "")
    if let own = number.flatMap({ samples[$0] }), let first = own.first {
      part.children.append(
        ComparedPart(
          "samples", path: first.path, offset: first.offset, length: first.length,
          children: ComparedPart.numbered(own)))
    }
    if let problem = node.problem { part.value = "! " + problem }
    return part
  }

  /// What a track is: its handler, or the first of the keys that it declares.
  static func trackName(_ track: StructureNode) -> String {
    let handler = track.part(at: "mdia/hdlr")?.detail ?? ""
    let table = track.part(at: "mdia/minf/stbl/stsd/mebx/keys")
    let keys = (table?.children ?? []).map { key in
      String(key.detail.split(separator: " ").first ?? "")
    }
    let known = ["still-image-time", "live-photo-info"].first { name in
      keys.contains { $0.hasSuffix(name) }
    }
    if let known { return known }
    if let key = keys.first?.split(separator: ".").last { return String(key) }
    let types = ["vide": "video", "soun": "sound", "auxv": "auxiliary video", "meta": "metadata"]
    for (type, name) in types where handler.contains("'\(type)'") { return name }
    return handler.isEmpty ? "without handler" : handler
  }

  /// Learns which track has which number, for references between tracks.
  mutating func learnTracks(of movie: StructureNode) {
    for track in movie.children where track.name.hasPrefix("trak") {
      let header = track.part(at: "tkhd")?.detail ?? ""
      let words = header.split(separator: ",").first?.split(separator: " ") ?? []
      if words.count == 2 { tracks[String(words[1])] = PartReader.trackName(track) }
    }
  }

  /// A reference with the names of tracks for their numbers: `to track 1` as `to the track video`.
  func trackNames(in reference: String) -> String {
    guard reference.hasPrefix("to track ") else { return reference }
    let names = reference.dropFirst("to track ".count).split(separator: ", ").map { id in
      tracks[String(id)] ?? "\(id), which is not there"
    }
    return "to the track " + names.joined(separator: ", ")
  }

  // MARK: Headers

  /// A header as its fields; the number of a track and the dates of changes are none.
  func header(_ node: StructureNode, _ name: String, path: String) -> ComparedPart {
    var part = plain(node, name, path: path, value: "")
    let isTrack = name == "tkhd"
    let texts = node.detail.split(separator: ", ", maxSplits: isTrack ? 4 : 2).map(String.init)
    let names =
      isTrack
      ? ["", "flags", "duration", "size", "matrix"] : ["duration", "created", "language"]
    guard texts.count == names.count || (name == "mvhd" && texts.count == 2) else {
      part.value = part.value.isEmpty ? node.detail : part.value
      return part
    }
    for (field, text) in zip(names, texts) where !field.isEmpty {
      let prefix = field + " "
      part.children.append(
        ComparedPart(
          field, path: path, offset: node.offset, length: node.length,
          value: text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text))
    }
    return part
  }

  // MARK: Metadata

  /// The key table of a `meta` box, without the keys that have an item, which tells more.
  mutating func keyTable(_ node: StructureNode, in parent: StructureNode, path: String)
    -> ComparedPart?
  {
    let items = Set((parent.children.first { $0.name == "ilst" }?.children ?? []).map(\.name))
    var part = plain(node, "keys", path: path, value: "")
    for key in node.children {
      let name = key.detail.split(separator: " ").first.map(String.init) ?? key.name
      if key.detail == "\(name) (mdta)", items.contains(name) { continue }
      part.children.append(
        plain(
          key, name, path: StructureNode.path(path, key.name),
          value: "\(key.detail), without a value"))
    }
    part.children = ComparedPart.numbered(part.children)
    return part.children.isEmpty && part.value.isEmpty ? nil : part
  }

  /// A metadata item, or a key of timed metadata, under its name.
  mutating func named(_ node: StructureNode, in parentName: String, path: String) -> ComparedPart {
    let isItem = parentName == "ilst"
    let name = isItem ? node.name : node.detail.split(separator: " ").first.map(String.init)
    var part = plain(node, name ?? node.name, path: path, value: node.detail)
    var others = node
    if isItem, node.children.count == 1 {
      // The header of an item is its number in the key table.
      part.digest = digest(of: node)
      others.children = []
    } else {
      others.children = node.children.filter { $0.name != "keyd" }
    }
    part.children = parts(of: others, path: path)
    return part
  }

  // MARK: Timed samples

  /// Takes the samples of timed metadata out of the media data, where each file lays them its way.
  mutating func takeSamples(of file: StructureNode) {
    for box in file.children {
      if box.kind == .sample { take(box, path: box.name) }
      for sample in box.children where sample.kind == .sample {
        take(sample, path: StructureNode.path(box.name, sample.name))
      }
    }
  }

  /// Takes a sample, `track 2, sample 1 of 60, at 0 s (0/600)`, to the others of its track.
  private mutating func take(_ sample: StructureNode, path: String) {
    let texts = sample.detail.split(separator: ", ", maxSplits: 2)
    guard texts.count == 3, let number = Int(texts[0].split(separator: " ").last ?? "") else {
      return
    }
    // The last that is shown says how many are not.
    let time = texts[2].split(separator: ";").first.map(String.init) ?? ""
    var told = plain(sample, StructureNode.unnumbered(sample.name), path: path, value: time)
    told.children = ComparedPart.numbered(
      sample.children.map { value in
        let name = value.detail.split(separator: " ").first.map(String.init) ?? value.name
        let said = value.detail.split(separator: " = ", maxSplits: 1).last.map(String.init)
        var field = plain(
          value, name, path: StructureNode.path(path, value.name), value: said ?? "")
        field.digest = digest(of: value)
        return field
      })
    samples[number, default: []].append(told)
  }
}
