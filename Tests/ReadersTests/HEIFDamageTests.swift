import Readers
import Testing
import Validator

@Suite struct `A damaged HEIF file` {
  @Test(arguments: [1, 23, 24, 40, 124])
  func `is short by the number of bytes that were cut`(count: Int) {
    let still = HEIFSpecimen().read(cutting: count)
    #expect(still.damages.map(\.kind) == [.truncated])
    #expect(still.damages.first?.missingBytes == UInt64(count))
    #expect(still.damages.first?.place.path.description == "mdat")
  }

  @Test(arguments: [137, 139, 143, 144])
  func `is short by what an extent tells where the box of the data is lost`(count: Int) {
    let still = HEIFSpecimen().read(cutting: count)
    #expect(still.damages.map(\.kind) == [.truncated])
    #expect(still.damages.first?.missingBytes == UInt64(count))
    #expect(still.damages.first?.place.path.description == "meta/iloc[2]")
    #expect(still.trailingData.isAbsent)
  }

  @Test func `is short by what an extent tells where the boxes do not`() {
    var specimen = HEIFSpecimen()
    specimen.locations[0].extents[0].length = 142
    let damages = specimen.read().damages
    #expect(damages.map(\.kind) == [.truncated])
    #expect(damages.first?.missingBytes == 6)
    #expect(damages.first?.place.path.description == "meta/iloc[1]")
  }

  @Test func `keeps what stands before the end where it ends inside meta`() {
    let specimen = HEIFSpecimen()
    // The boxes iloc and mdat are lost.
    let kept = position(of: "iloc", in: specimen.bytes)
    let still = HEIFSpecimen.read(specimen.bytes.prefix(kept))
    #expect(still.pixelSize.value == PixelSize(width: 640, height: 480))
    #expect(still.exifPrefix.readError != nil)
    #expect(still.damages.map(\.kind) == [.truncated])
  }

  @Test func `is not truncated where zeros follow it`() {
    var specimen = HEIFSpecimen()
    specimen.after = [UInt8](repeating: 0, count: 1_000)
    let still = specimen.read()
    #expect(still.damages == [])
    #expect(still.trailingData.isAbsent)
  }

  @Test func `is hardly hurt where only padding is cut`() {
    var specimen = HEIFSpecimen()
    specimen.after = box("free", [0, 0, 0, 0])
    let damages = specimen.read(cutting: 3).damages
    #expect(damages.map(\.missingBytes) == [3])
    #expect(damages.map(\.isMinor) == [true])
  }

  @Test func `has no meta box`() {
    let still = HEIFSpecimen.read(box("ftyp", Array("heic\0\0\0\0".utf8)) + box("mdat", [1, 2]))
    #expect(still.damages.map(\.kind) == [.structure])
    #expect(still.pixelSize.readError?.kind == .malformed)
    #expect(still.identifier.readError?.kind == .malformed)
    #expect(still.trailingData.isAbsent)
  }

  @Test func `names no primary item`() {
    var specimen = HEIFSpecimen()
    specimen.primary = nil
    let still = specimen.read()
    #expect(still.damages.map(\.message) == ["meta names no primary item (pitm)"])
    #expect(still.pixelSize.readError != nil)
    #expect(still.exifPrefix.value != nil)
  }

  @Test func `names a primary item that it does not list`() {
    var specimen = HEIFSpecimen()
    specimen.primary = 7
    #expect(specimen.read().damages.map(\.kind) == [.structure])
    #expect(specimen.read().damages.first?.found == "7")
  }

  @Test func `announces more items than it lists`() {
    var specimen = HEIFSpecimen()
    specimen.announcedItems = 5
    #expect(
      specimen.read().damages.map(\.message) == ["iinf announces 5 items and holds 2"])
    #expect(specimen.read().exifPrefix.value != nil)
    specimen.items.removeLast()
    #expect(specimen.read().exifPrefix.readError?.kind == .malformed)
  }

  @Test func `has a property number beyond the last`() {
    var specimen = HEIFSpecimen()
    specimen.associations = [(1, [1, 9])]
    #expect(specimen.read().damages.map(\.kind) == [.structure])
    #expect(specimen.read().pixelSize.value != nil)
  }

  @Test func `has another handler than that of pictures`() {
    var specimen = HEIFSpecimen()
    specimen.handler = "vide"
    #expect(specimen.read().damages.first?.found == "vide")
  }

  @Test(arguments: [(-40, "40 bytes too low"), (-8, "8 bytes too low")])
  func `has offsets that are wrong by a number of bytes`(shift: Int, message: String) {
    var specimen = HEIFSpecimen()
    specimen.shift = shift
    let damages = specimen.read().damages
    #expect(damages.map(\.kind) == [.structure])
    #expect(damages.first?.message.hasSuffix("so the offsets are \(message)") == true)
    #expect(damages.first?.wanted == "offset \(specimen.mediaStart) or higher")
  }
}

@Suite struct `A HEIF grid` {
  private var grid: HEIFSpecimen {
    var specimen = HEIFSpecimen()
    specimen.items = [
      HEIFSpecimen.Item(id: 1, type: "hvc1"), HEIFSpecimen.Item(id: 2, type: "hvc1"),
      HEIFSpecimen.Item(id: 5, type: "grid"),
    ]
    specimen.primary = 5
    specimen.associations = [(5, [1])]
    specimen.idat = [0, 0, 0, 1] + number(640, 2) + number(480, 2)
    specimen.references = [("dimg", 5, [1, 2])]
    specimen.locations[1].id = 2
    specimen.locations.append(
      HEIFSpecimen.Location(
        id: 5, method: 1, extents: [HEIFSpecimen.Extent(offset: 0, length: 8)]))
    return specimen
  }

  @Test func `is put together from its tiles`() {
    let still = grid.read()
    #expect(still.damages == [])
    #expect(still.pixelSize.value == PixelSize(width: 640, height: 480))
  }

  @Test(arguments: [0, 1])
  func `that lost its construction method cannot be put together`(version: Int) {
    var specimen = grid
    specimen.ilocVersion = version
    specimen.locations[2].method = 0
    specimen.locations[2].extents[0].offset = -specimen.mediaStart
    // Base and extent offset are 32 bits wide, so the sum lies far past the end.
    #expect(specimen.read().damages.map(\.kind) == [.truncated])
    specimen.locations[2].extents[0].offset = 0
    specimen.shift = -specimen.mediaStart
    let damages = specimen.read().damages.filter { $0.message.contains("(grid)") }
    #expect(damages.map(\.kind) == [.structure])
    #expect(damages.first?.place.path.description == "meta/iloc[5]")
    #expect(damages.first?.found == "offset 0")
  }

  @Test func `cut before its layout is truncated and nothing else`() {
    let bytes = grid.bytes
    let still = HEIFSpecimen.read(bytes.prefix(position(of: "idat", in: bytes)))
    #expect(still.damages.map(\.kind) == [.truncated])
    #expect(still.exifPrefix.isAbsent)
  }

  @Test func `may keep its layout in mdat`() {
    var specimen = grid
    specimen.ilocVersion = 0
    specimen.locations[2].method = 0
    #expect(specimen.read().damages == [])
  }

  @Test func `has as many tiles as its rows and columns`() {
    var specimen = grid
    specimen.idat[3] = 2
    let damages = specimen.read().damages
    #expect(damages.map(\.message) == ["item 5 (grid) has 1×3 places and 2 tiles"])
  }

  @Test func `without references has no tiles`() {
    var specimen = grid
    specimen.references = []
    #expect(specimen.read().damages.map(\.kind) == [.structure])
    specimen.references = [("dimg", 5, [1, 9])]
    #expect(specimen.read().damages.first?.message.contains("the tile 9") == true)
  }
}

@Suite struct `What stands behind a HEIF picture` {
  @Test func `is an embedded movie where a motion photo box holds one`() throws {
    var specimen = HEIFSpecimen()
    specimen.after = box("mpvd", box("ftyp", Array("mp42\0\0\0\0".utf8)) + box("mdat", []))
    let still = specimen.read()
    let movie = try #require(still.embeddedMovies.first)
    #expect(movie.container == .motionPhotoBox)
    #expect(movie.movie?.offset == UInt64(specimen.bytes.count - 24))
    #expect(movie.movie?.length == 24)
    #expect(still.trailingData.isAbsent)
    #expect(still.damages == [])
  }

  @Test func `is a movie without the box that Samsung puts behind it`() throws {
    var specimen = HEIFSpecimen()
    let movie = box("ftyp", Array("mp42\0\0\0\0".utf8)) + box("mdat", [])
    specimen.after = box("mpvd", movie + box("sefd", [1, 2, 3]))
    let place = try #require(specimen.read().embeddedMovies.first?.movie)
    #expect(place.length == UInt64(movie.count))
    #expect(place.offset == UInt64(specimen.bytes.count - movie.count - 11))
  }

  @Test func `is no movie where a motion photo box holds none`() {
    var specimen = HEIFSpecimen()
    specimen.after = box("mpvd", [1, 2, 3])
    #expect(specimen.read().embeddedMovies.map(\.movie) == [nil])
  }

  @Test func `is trailing data where it is no box and not all zero`() {
    var specimen = HEIFSpecimen()
    specimen.after = [0, 0, 0, 0, 0, 0, 0, 0, 0, 7]
    let still = specimen.read()
    #expect(still.trailingData.value == TrailingData(length: 10))
    #expect(still.trailingData.place?.offset == UInt64(specimen.bytes.count - 10))
  }

  @Test func `is no trailing data where it is an unknown box`() {
    var specimen = HEIFSpecimen()
    specimen.after = box("zzzz", [1, 2, 3])
    #expect(specimen.read().trailingData.isAbsent)
  }

  @Test func `a second XMP packet is odd unless it describes another item`() {
    var specimen = HEIFSpecimen()
    let packet = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
    specimen.media += packet
    for id in [3, 4] {
      specimen.items.append(
        HEIFSpecimen.Item(id: id, type: "mime", contentType: "application/rdf+xml"))
      specimen.locations.append(
        HEIFSpecimen.Location(
          id: id, extents: [HEIFSpecimen.Extent(offset: 136, length: packet.count)]))
    }
    let still = specimen.read()
    #expect(still.damages == [])
    #expect(still.oddities.map(\.message) == ["item 4 is a second XMP packet"])
    specimen.references = [("cdsc", 4, [2])]
    #expect(specimen.read().oddities.isEmpty)
  }
}
