import Readers
import Testing
import Validator

@Suite struct `A HEIF picture` {
  @Test func `has the size of its primary item`() {
    let still = HEIFSpecimen().read()
    #expect(still.pixelSize.value == PixelSize(width: 640, height: 480))
    #expect(still.itemOrientation.isAbsent)
    #expect(still.colourProfile.isAbsent)
    #expect(still.hasGainMap.value == false)
    #expect(still.trailingData.isAbsent)
    #expect(still.embeddedMovies.isEmpty)
    #expect(still.damages == [])
    #expect(still.oddities.isEmpty)
  }

  @Test func `tells where its size stands`() throws {
    let specimen = HEIFSpecimen()
    let place = try #require(specimen.read().pixelSize.place)
    let bytes = specimen.bytes[Int(place.offset)..<Int(place.offset + place.length)]
    #expect(Array(bytes) == Array(HEIFSpecimen.ispe(640, 480).dropFirst(8)))
    #expect(place.path.description == "meta/iprp/ipco/ispe")
  }

  @Test(
    arguments: [
      // Turns anticlockwise, mirror axis, Exif value that shows the same.
      (0, nil, 1), (1, nil, 8), (2, nil, 3), (3, nil, 6),
      (0, 0, 4), (1, 0, 5), (2, 0, 2), (3, 0, 7),
      (0, 1, 2), (1, 1, 7), (2, 1, 4), (3, 1, 5),
    ] as [(Int, Int?, UInt16)])
  func `is turned and mirrored in the order of its associations`(
    quarters: Int, axis: Int?, exif: UInt16
  ) {
    var specimen = HEIFSpecimen()
    specimen.properties.append(HEIFSpecimen.irot(quarters))
    if let axis { specimen.properties.append(HEIFSpecimen.imir(axis)) }
    specimen.associations = [(1, axis == nil ? [1, 2] : [1, 2, 3])]
    let still = specimen.read()
    #expect(still.itemOrientation.value == Orientation(exif: exif))
    #expect(still.itemOrientation.value.map { shown($0) } == expectedPicture(quarters, axis))
    #expect(still.itemOrientation.place?.path.description == "meta/iprp/ipco/irot")
  }

  @Test func `mirrored before it is turned differs from turned before it is mirrored`() {
    var specimen = HEIFSpecimen()
    specimen.properties += [HEIFSpecimen.irot(1), HEIFSpecimen.imir(1)]
    specimen.associations = [(1, [1, 3, 2])]
    #expect(specimen.read().itemOrientation.value == Orientation(exif: 5))
  }

  @Test func `uses property numbers of fifteen bits`() {
    var specimen = HEIFSpecimen()
    specimen.properties = [[UInt8]](repeating: box("free", []), count: 300)
    specimen.properties += [HEIFSpecimen.ispe(4032, 3024), box("colr", Array("nclx".utf8))]
    specimen.hasWideAssociations = true
    specimen.associations = [(1, [301, 302])]
    let still = specimen.read()
    #expect(still.pixelSize.value == PixelSize(width: 4032, height: 3024))
    #expect(still.colourProfile.value == "nclx")
  }

  @Test func `has no readable turn where the property is empty`() {
    var specimen = HEIFSpecimen()
    specimen.properties.append(box("irot", []))
    specimen.associations = [(1, [1, 2])]
    let still = specimen.read()
    #expect(still.itemOrientation.readError?.kind == .pastEnd(needed: 1, available: 0))
    #expect(still.pixelSize.value != nil)
  }

  @Test func `may number its items with thirty-two bits`() {
    var specimen = HEIFSpecimen()
    specimen.infeVersion = 3
    let still = specimen.read()
    #expect(still.damages == [])
    #expect(still.exifPrefix.value != nil)
  }

  @Test func `has no colour profile where only another item has one`() {
    var specimen = HEIFSpecimen()
    specimen.properties.append(box("colr", Array("prof".utf8)))
    specimen.associations = [(1, [1]), (2, [2])]
    #expect(specimen.read().colourProfile.isAbsent)
  }

  @Test func `has a gain map where an item is marked as one`() {
    var specimen = HEIFSpecimen()
    specimen.properties.append(
      box("auxC", number(0, 4) + Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8)))
    #expect(specimen.read().hasGainMap.value == false)
    specimen.associations.append((2, [2]))
    #expect(specimen.read().hasGainMap.value == true)
    specimen = HEIFSpecimen()
    specimen.items.append(HEIFSpecimen.Item(id: 3, type: "tmap"))
    #expect(specimen.read().hasGainMap.value == true)
  }

  /// A picture of four differing pixels, turned and mirrored pixel by pixel.
  private func expectedPicture(_ quarters: Int, _ axis: Int?) -> [[Int]] {
    var picture = [[1, 2, 3], [4, 5, 6]]
    for _ in 0..<(4 - quarters) % 4 { picture = turnedClockwise(picture) }
    if axis == 0 { picture.reverse() }
    if axis == 1 { picture = picture.map { $0.reversed() } }
    return picture
  }

  private func shown(_ orientation: Orientation) -> [[Int]] {
    var picture = [[1, 2, 3], [4, 5, 6]]
    if orientation.isMirrored { picture = picture.map { $0.reversed() } }
    for _ in 0..<orientation.degreesClockwise / 90 { picture = turnedClockwise(picture) }
    return picture
  }

  private func turnedClockwise(_ picture: [[Int]]) -> [[Int]] {
    picture[0].indices.map { column in picture.reversed().map { $0[column] } }
  }
}

@Suite struct `The Exif item of a HEIF file` {
  @Test(arguments: [0, 1, 2])
  func `stands at its true offset under every version of iloc`(version: Int) {
    var specimen = HEIFSpecimen()
    specimen.ilocVersion = version
    let still = specimen.read()
    #expect(still.exifPrefix.value == ExifPrefix(extraBytes: 0))
    #expect(still.exifPrefix.place?.offset == UInt64(specimen.mediaStart + 100))
    #expect(still.exifPrefix.place?.path.description == "meta/iloc[2]/Exif")
    #expect(still.damages == [])
  }

  @Test func `may stand before meta`() {
    var specimen = HEIFSpecimen()
    specimen.isMetaLast = true
    let still = specimen.read()
    #expect(still.exifPrefix.place?.offset == 132)
    #expect(still.damages == [])
  }

  @Test func `is joined from several extents`() {
    var specimen = HEIFSpecimen()
    specimen.locations[1].extents = [
      HEIFSpecimen.Extent(offset: 100, length: 3),
      HEIFSpecimen.Extent(offset: 103, length: HEIFSpecimen.exifLength - 3),
    ]
    let still = specimen.read()
    #expect(still.exifPrefix.value == ExifPrefix(extraBytes: 0))
    #expect(still.exifPrefix.place?.length == UInt64(HEIFSpecimen.exifLength))
    #expect(still.damages == [])
  }

  @Test func `may stand in idat`() throws {
    var specimen = HEIFSpecimen()
    specimen.idat = [9, 9] + HEIFSpecimen.exif(HEIFSpecimen.tiff)
    specimen.locations[1] = HEIFSpecimen.Location(
      id: 2, method: 1, extents: [HEIFSpecimen.Extent(offset: 2, length: HEIFSpecimen.exifLength)])
    let still = specimen.read()
    let place = try #require(still.exifPrefix.place)
    #expect(specimen.bytes[Int(place.offset)...].starts(with: HEIFSpecimen.exif([])))
    #expect(still.damages == [])
  }

  @Test func `may be a piece of another item`() throws {
    var specimen = HEIFSpecimen()
    specimen.items.append(HEIFSpecimen.Item(id: 3, type: "blob"))
    specimen.references = [("iloc", 2, [3])]
    specimen.locations[1] = HEIFSpecimen.Location(
      id: 2, method: 2, extents: [HEIFSpecimen.Extent(offset: 10, length: HEIFSpecimen.exifLength)])
    specimen.locations.append(
      HEIFSpecimen.Location(id: 3, extents: [HEIFSpecimen.Extent(offset: 90, length: 46)]))
    let still = specimen.read()
    #expect(still.exifPrefix.place?.offset == UInt64(specimen.mediaStart + 100))
    #expect(still.damages == [])
    specimen.references = [("iloc", 2, [2])]
    #expect(specimen.read().exifPrefix.readError?.kind == .unsupported)
  }

  @Test func `may have unusual bytes before the TIFF header`() {
    var specimen = HEIFSpecimen()
    let cases: [([UInt8], UInt64)] = [
      (number(0, 4) + HEIFSpecimen.tiff, 0),
      (number(0, 4) + Array("Exif\0\0".utf8) + HEIFSpecimen.tiff, 0),
      (number(8, 4) + Array("Exif\0\0".utf8) + [1, 2] + HEIFSpecimen.tiff, 2),
      (number(3, 4) + [1, 2, 3] + HEIFSpecimen.tiff, 3),
    ]
    for (data, extra) in cases {
      specimen.media = [UInt8](repeating: 0, count: 100) + data
      specimen.locations[1].extents[0].length = data.count
      #expect(specimen.read().exifPrefix.value == ExifPrefix(extraBytes: extra))
    }
  }

  @Test func `is unreadable where the file ends inside it`() {
    let still = HEIFSpecimen().read(cutting: 7)
    #expect(still.exifPrefix.readError?.kind == .pastEnd(needed: 36, available: 29))
    #expect(still.identifier.readError == still.exifPrefix.readError)
    #expect(still.pixelSize.value != nil)
  }

  @Test func `is absent only where the list of items was read`() {
    var specimen = HEIFSpecimen()
    specimen.items.removeLast()
    #expect(specimen.read().exifPrefix.isAbsent)
    specimen.infeVersion = 1
    #expect(specimen.read().exifPrefix.isAbsent)
    specimen = HEIFSpecimen()
    var bytes = specimen.bytes
    // The size of the first entry reaches far past iinf.
    bytes[position(of: "infe", in: bytes) - 4] = 0xFF
    let still = HEIFSpecimen.read(bytes)
    #expect(still.exifPrefix.readError != nil)
    #expect(still.damages.map(\.kind) == [.structure])
  }

  @Test func `is the one that describes the primary item where there are two`() {
    var specimen = HEIFSpecimen()
    specimen.items.append(HEIFSpecimen.Item(id: 3, type: "Exif"))
    specimen.locations.append(
      HEIFSpecimen.Location(
        id: 3, extents: [HEIFSpecimen.Extent(offset: 100, length: HEIFSpecimen.exifLength)]))
    #expect(specimen.read().oddities.map(\.message) == ["items 2 and 3 both hold Exif"])
    specimen.references = [("cdsc", 2, [9]), ("cdsc", 3, [1])]
    let still = specimen.read()
    #expect(still.exifPrefix.place?.path.description == "meta/iloc[3]/Exif")
    #expect(still.oddities.isEmpty)
  }
}

/// Where four characters stand.
func position(of type: String, in bytes: [UInt8]) -> Int {
  let wanted = Array(type.utf8)
  return bytes.indices.first { bytes[$0...].starts(with: wanted) } ?? bytes.endIndex
}
