internal import Validator

extension ItemTable {
  /// Fills in what the properties of the primary item tell of the picture.
  func readPicture(into still: inout Still) {
    still.pixelSize = property("ispe", at: "meta/iprp/ipco/ispe") { (reader) throws(ReadError) in
      try reader.skip(4)
      return PixelSize(width: try reader.uint32(), height: try reader.uint32())
    }
    still.colourProfile = property("colr", at: "meta/iprp/ipco/colr") {
      (reader) throws(ReadError) in try reader.fourCharacterCode()
    }
    still.itemOrientation = orientation
    still.hasGainMap = gainMap
  }

  /// A property of the primary item.
  private func property<Value>(
    _ type: FourCharacterCode, at path: StructurePath,
    _ read: (inout ByteReader) throws(ReadError) -> Value
  ) -> Field<Value> {
    guard let property = properties.content.ofPrimary.first(where: { $0.type == type }) else {
      return propertyAbsence()
    }
    do throws(ReadError) {
      var reader = try properties.content.payload(of: property, path: path)
      let place = reader.place
      return .present(try read(&reader), at: place)
    } catch {
      return .unreadable(error)
    }
  }

  /// What a property that was not found comes to: absent only where all that could hold it was read.
  private func propertyAbsence<Value>() -> Field<Value> {
    if let error = properties.error ?? primaryID.error { return .unreadable(error) }
    guard primaryID.content != nil else {
      return .unreadable(
        ReadError(.malformed, "meta names no primary item (pitm)", at: place))
    }
    return .absent(searched: [properties.place ?? place])
  }

  /// The turns and mirrors of the primary item, applied in the order of their association.
  private var orientation: Field<Orientation> {
    var result = Orientation.upright
    var first: Place?
    for property in properties.content.ofPrimary
    where property.type == "irot" || property.type == "imir" {
      do throws(ReadError) {
        let isTurn = property.type == "irot"
        var reader = try properties.content.payload(
          of: property, path: isTurn ? "meta/iprp/ipco/irot" : "meta/iprp/ipco/imir")
        first = first ?? reader.place
        let value = try reader.uint8()
        if isTurn {
          result.turnAnticlockwise(quarters: Int(value & 3))
        } else {
          result.mirror(axis: value & 1)
        }
      } catch {
        return .unreadable(error)
      }
    }
    return first.map { .present(result, at: $0) } ?? propertyAbsence()
  }

  /// Whether an item is a gain map: Apple marks it by `auxC`, ISO 21496-1 by the derived item `tmap`.
  private var gainMap: Field<Bool> {
    if let place = properties.content.gainMap { return .present(true, at: place) }
    if let item = items.content.all.first(where: { $0.type == "tmap" }) {
      return .present(true, at: item.place)
    }
    if let error = properties.error ?? items.error { return .unreadable(error) }
    return .present(false, at: properties.place ?? place)
  }
}

extension Orientation {
  /// Turns the picture once more, as `irot` does (ISO/IEC 23008-12, 6.5.10).
  mutating func turnAnticlockwise(quarters: Int) {
    degreesClockwise = (degreesClockwise + 360 - 90 * quarters) % 360
  }

  /// Mirrors the picture after what was done to it so far, as `imir` does.
  ///
  /// A mirror after a clockwise turn is the same as a mirror before the same turn anticlockwise; and
  /// exchanging top and bottom is exchanging left and right and then turning by 180°.
  ///
  /// - Parameter axis: 0 exchanges top and bottom, 1 left and right, as ISO/IEC 23008-12:2022,
  ///   6.5.12 says; the words of the 2017 edition could be taken the other way round.
  mutating func mirror(axis: UInt8) {
    degreesClockwise = (360 - degreesClockwise + (axis == 0 ? 180 : 0)) % 360
    isMirrored.toggle()
  }
}
