internal import Validator

/// Shows the samples of timed-metadata tracks where they lie, in `mdat`, with their times.
struct TimedSampleInspector {
  /// Samples that are shown of one track; live-photo-info has one for every frame.
  private static let sampleLimit = 4
  /// Values that are shown of one sample; 3 measured.
  private static let valueLimit = 64

  private let content: TrackContent
  private let locations: [SampleTables.Location]

  /// Adds the samples of all tracks to the parts of a movie file.
  static func add(
    to parts: inout [StructureNode], _ walk: BoxInspector, _ inspection: inout Inspection
  ) {
    for (index, range) in walk.tracks.enumerated() {
      var content = TrackContent(
        place: Place("moov/trak", offset: range.lowerBound, length: UInt64(range.count)),
        number: index + 1)
      guard
        var payload = try? inspection.bytes.available(
          at: range.lowerBound, length: UInt64(range.count), path: "moov/trak")
      else { continue }
      // Damage in the track is shown with its boxes.
      try? content.read(&payload, movieScale: walk.movieScale)
      guard content.track.handler == "meta", content.track.codec == "mebx",
        let locations = try? content.tables.locations(limit: sampleLimit), !locations.isEmpty
      else { continue }
      let inspector = TimedSampleInspector(content: content, locations: locations)
      for sample in inspector.samples(&inspection) { insert(sample, into: &parts, inspection) }
    }
    for index in parts.indices where parts[index].name.hasPrefix("mdat") {
      parts[index].children = StructureNode.numbered(parts[index].children)
    }
  }

  /// Puts a sample into the media data box that holds it, else behind all boxes.
  private static func insert(
    _ sample: StructureNode, into parts: inout [StructureNode], _ inspection: Inspection
  ) {
    let holder = parts.firstIndex { box in
      box.name.hasPrefix("mdat") && sample.offset >= box.offset + box.headerLength
        && sample.offset < box.offset + box.length
    }
    if let holder {
      var held = sample
      if sample.offset + sample.length > parts[holder].offset + parts[holder].length {
        held.problem = held.problem ?? "the sample reaches past the end of its media data box"
      }
      parts[holder].children.append(held)
    } else {
      var stray = sample
      stray.problem = stray.problem ?? "the sample does not lie in a media data box"
      parts.append(stray)
    }
  }

  private func samples(_ inspection: inout Inspection) -> [StructureNode] {
    var found: [StructureNode] = []
    var times = content.track.timeToSample.flatMap { run in
      repeatElement(run.duration, count: min(Int(run.count), TimedSampleInspector.sampleLimit))
    }[...]
    var decodeTime: Int64 = 0
    for (index, location) in locations.enumerated() {
      guard inspection.admitsPart() else { return found }
      let duration = times.popFirst() ?? 0
      let presented = content.track.presentationTime(ofSampleAt: decodeTime, duration: duration)
      decodeTime += Int64(duration)
      let total = content.track.sampleCount
      var detail =
        "track \(content.track.number), sample \(index + 1) of \(total), "
        + (presented.map { "at " + InspectedText.time($0.value, scale: $0.scale) } ?? "in no edit")
      if index + 1 == locations.count, total > UInt64(locations.count) {
        detail += "; \(total - UInt64(locations.count)) more are not shown"
      }
      found.append(sample(at: location, detail, &inspection))
    }
    return found
  }

  private func sample(
    at location: SampleTables.Location, _ detail: String, _ inspection: inout Inspection
  ) -> StructureNode {
    let size = inspection.bytes.size
    let start = min(location.offset, size)
    let length = min(UInt64(location.length), size - start)
    var node = StructureNode(
      .sample, name(of: content.track.timedKeys.first), offset: start, length: length,
      detail: detail)
    if length < UInt64(location.length) {
      node.problem =
        "the sample takes \(location.length) bytes at offset \(location.offset), the file ends at "
        + "\(size)"
    }
    if let reader = try? inspection.reader(start..<(start + length)) {
      node.children = StructureNode.numbered(values(reader, &inspection))
    }
    return node
  }

  /// The last part of a key, as evidence names samples: `still-image-time`.
  private func name(of key: TimedKey?) -> String {
    guard let key else { return "sample" }
    let last = key.name.text.split(separator: ".").last.map(String.init) ?? ""
    return last.isEmpty ? "sample" : InspectedText.shortened(last)
  }

  /// The values of a sample: size, local id and bytes of each.
  private func values(_ sample: ByteReader, _ inspection: inout Inspection) -> [StructureNode] {
    var reader = sample
    var found: [StructureNode] = []
    while reader.remaining > 0, inspection.admitsPart() {
      let start = reader.offset
      guard found.count < TimedSampleInspector.valueLimit,
        let size = try? reader.uint32(), let id = try? reader.uint32()
      else {
        let end = sample.startOffset + UInt64(sample.count)
        found.append(
          inspection.data("rest", start..<end, problem: "these bytes are no value with its size"))
        return found
      }
      let wanted = UInt64(max(size, 8)) - 8
      guard let value = try? reader.take(min(wanted, UInt64(reader.remaining))) else {
        return found
      }
      let key = content.track.timedKeys.first { $0.localID == id }
      var node = StructureNode(
        .sample, "[\(id)]", offset: start, length: 8 + UInt64(value.count), headerLength: 8,
        detail: detail(of: value, key))
      if size < 8 || UInt64(value.count) < wanted {
        node.problem = "the value says it takes \(size) bytes, \(8 + value.count) are there"
      } else if key == nil {
        node.problem = "the key table of the track declares no key \(id)"
      }
      found.append(node)
      if size < 8 { return found }
    }
    return found
  }

  private func detail(of value: ByteReader, _ key: TimedKey?) -> String {
    guard let key else { return InspectedText.hexadecimal(value.rest, atMost: 16) }
    guard let type = key.dataType, type > 0 else {
      return "\(name(of: key)) = " + InspectedText.hexadecimal(value.rest, atMost: 16)
    }
    return "\(name(of: key)) = \(WellKnownValue.text(ofType: type, value)) "
      + "(\(WellKnownValue.name(ofType: type)))"
  }
}
