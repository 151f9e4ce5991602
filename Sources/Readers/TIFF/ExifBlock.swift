import Validator

/// A TIFF block with its first directory and the facts that hang on it.
struct ExifBlock {
  /// The block, in its byte order; offsets count from its first byte.
  private let bytes: ByteReader
  private let first: IFD
  /// Whether the block goes on beyond the bytes at hand, so that lying outside is no damage.
  private let goesOn: Bool

  /// Opens a block; nil, and the still's Exif facts unreadable, where it has no TIFF header.
  init?(_ tiff: ByteReader, goesOn: Bool = false, in still: inout Still) {
    self.goesOn = goesOn
    do {
      var block = try tiff.slice(
        from: tiff.offset - tiff.startOffset, length: UInt64(tiff.remaining))
      let distance = try block.tiffHeader()
      bytes = block
      var directory = IFD(
        of: block, at: UInt64(distance), path: tiff.path.appending("IFD0"))
      directory.requireEntries()
      first = directory
    } catch {
      ExifReader.noteUnreadable(error, in: &still)
      return nil
    }
  }

  /// Reads all facts but the thumbnail's.
  func readFacts(into still: inout Still) {
    let ifd0 = Field.present(first, at: first.place)
    still.make = fact(0x010F, "IFD0/Make", in: ifd0, TIFFValue.text)
    still.model = fact(0x0110, "IFD0/Model", in: ifd0, TIFFValue.text)
    still.exifOrientation = fact(0x0112, "IFD0/Orientation", in: ifd0, TIFFValue.unsigned16)
    still.software = fact(0x0131, "IFD0/Software", in: ifd0, TIFFValue.text)

    let exif = directory(0x8769, "IFD0/ExifIFD", "ExifIFD")
    for error in [first.error, exif.value?.error] {
      if let error, case .malformed = error.kind {
        still.damages.append(Damage(.structure, error.reason, at: error.place))
      }
    }
    still.captureTime = captureTime(in: exif)
    still.exifPixelSize = pixelSize(
      in: exif, width: 0xA002, "ExifIFD/PixelXDimension", height: 0xA003,
      "ExifIFD/PixelYDimension")
    still.location = location(in: directory(0x8825, "IFD0/GPSInfo", "GPS"))
    readMakerNote(in: exif, into: &still)
  }

  // MARK: Directories and tags

  /// The directory that an entry of the first one points to.
  private func directory(_ tag: UInt16, _ pointer: StaticString, _ name: StaticString) -> Field<
    IFD
  > {
    let distance = fact(
      tag, pointer, in: .present(first, at: first.place), TIFFValue.unsigned)
    switch distance {
    case .absent(let searched): return .absent(searched: searched)
    case .unreadable(let error): return .unreadable(error)
    case .present(let distance, _):
      var directory = IFD(
        of: bytes, at: UInt64(distance), path: bytes.path.appending(name))
      // Phones without a fix write an empty GPS directory; a picture always has Exif tags.
      if tag == 0x8769 { directory.requireEntries() }
      return .present(directory, at: directory.place)
    }
  }

  /// What a tag says; unreadable where the directory was not read in full and does not show it.
  private func fact<Value>(
    _ tag: UInt16, _ name: StaticString, in directory: Field<IFD>,
    _ read: (inout ByteReader, IFD.Entry) throws(ReadError) -> Value?
  ) -> Field<Value> {
    switch directory {
    case .absent(let searched): return .absent(searched: searched)
    case .unreadable(let error): return .unreadable(error)
    case .present(let directory, let place):
      guard let entry = directory.first(tag) else {
        if let error = directory.error { return .unreadable(error) }
        return .absent(searched: [place])
      }
      do throws(ReadError) {
        var value = try entry.value(in: bytes, path: bytes.path.appending(name))
        guard let result = try read(&value, entry) else {
          return .absent(searched: [value.place])
        }
        return .present(result, at: value.place)
      } catch {
        return .unreadable(error)
      }
    }
  }

  // MARK: Facts of several tags

  /// DateTimeOriginal with OffsetTimeOriginal.
  private func captureTime(in exif: Field<IFD>) -> Field<WallTime> {
    let date = fact(0x9003, "ExifIFD/DateTimeOriginal", in: exif, TIFFValue.text)
    guard case .present(let text, let place) = date else {
      return date.map { WallTime(localSeconds: 0, zoneMinutes: nil, text: $0) }
    }
    if ExifTime.isBlank(text) { return .absent(searched: [place]) }
    let zone = fact(0x9011, "ExifIFD/OffsetTimeOriginal", in: exif, TIFFValue.text)
    // A zone that could not be read is no missing zone: the time would be told wrongly without it.
    if let error = zone.readError { return .unreadable(error) }
    guard let time = ExifTime.wallTime(date: text, zone: zone.value) else {
      return .unreadable(ReadError(.malformed, "\(text) is no date and time", at: place))
    }
    return .present(time, at: place)
  }

  /// A size that two tags hold; absent where one of them is not there.
  private func pixelSize(
    in directory: Field<IFD>, width: UInt16, _ widthName: StaticString, height: UInt16,
    _ heightName: StaticString
  ) -> Field<PixelSize> {
    let width = fact(width, widthName, in: directory, TIFFValue.unsigned)
    let height = fact(height, heightName, in: directory, TIFFValue.unsigned)
    if let error = width.readError ?? height.readError { return .unreadable(error) }
    guard case .present(let columns, let place) = width, let rows = height.value else {
      return .absent(searched: directory.place.map { [$0] } ?? [first.place])
    }
    return .present(PixelSize(width: columns, height: rows), at: place)
  }

  /// The size of a TIFF file's own picture, ImageWidth and ImageLength.
  var imageSize: Field<PixelSize> {
    pixelSize(
      in: .present(first, at: first.place), width: 0x0100, "IFD0/ImageWidth", height: 0x0101,
      "IFD0/ImageLength")
  }

  /// GPSLatitude and GPSLongitude with the letters that give them their sign.
  private func location(in gps: Field<IFD>) -> Field<Coordinate> {
    let latitude = fact(0x0002, "GPS/GPSLatitude", in: gps, TIFFValue.degrees)
    let longitude = fact(0x0004, "GPS/GPSLongitude", in: gps, TIFFValue.degrees)
    if let error = latitude.readError ?? longitude.readError { return .unreadable(error) }
    guard case .present(var north, let place) = latitude, var east = longitude.value else {
      return .absent(searched: gps.place.map { [$0] } ?? [first.place])
    }
    let northOrSouth = fact(0x0001, "GPS/GPSLatitudeRef", in: gps, TIFFValue.text)
    let eastOrWest = fact(0x0003, "GPS/GPSLongitudeRef", in: gps, TIFFValue.text)
    if let error = northOrSouth.readError ?? eastOrWest.readError { return .unreadable(error) }
    if north == 0, east == 0, northOrSouth.isAbsent, eastOrWest.isAbsent {
      // Phones without a fix write zeros and no letters (measured on one OnePlus file).
      return .absent(searched: [place])
    }
    switch northOrSouth.value {
    case "N": break
    case "S": north.negate()
    default: return .unreadable(ReadError(.malformed, "the latitude lacks its N or S", at: place))
    }
    switch eastOrWest.value {
    case "E": break
    case "W": east.negate()
    default: return .unreadable(ReadError(.malformed, "the longitude lacks its E or W", at: place))
    }
    guard abs(north) <= 90, abs(east) <= 180 else {
      return .unreadable(
        ReadError(.malformed, "\(north), \(east) is no place on Earth", at: place))
    }
    return .present(Coordinate(latitude: north, longitude: east), at: place)
  }

  // MARK: MakerNote

  private func readMakerNote(in exif: Field<IFD>, into still: inout Still) {
    switch exif {
    case .absent(let searched):
      noteNoMakerNote(searched: searched, in: &still)
    case .unreadable(let error):
      noteUnreadableMakerNote(error, in: &still)
    case .present(let directory, let place):
      guard let entry = directory.first(0x927C) else {
        if let error = directory.error {
          noteUnreadableMakerNote(error, in: &still)
        } else {
          noteNoMakerNote(searched: [place], in: &still)
        }
        return
      }
      do {
        let path = bytes.path.appending("MakerNote")
        if goesOn { _ = try entry.value(in: bytes, path: path) }
        let distance = min(entry.valueDistance, UInt64(bytes.count))
        let length = min(entry.length, UInt64(bytes.count) - distance)
        let note = try bytes.slice(from: distance, length: length, path: path)
        AppleMakerNote.read(note, announced: entry, in: bytes, into: &still)
      } catch {
        noteUnreadableMakerNote(error, in: &still)
      }
    }
  }

  private func noteNoMakerNote(searched: [Place], in still: inout Still) {
    still.identifier = .absent(searched: searched)
    still.makerNote = .present(.noMakerNote, at: searched.first ?? first.place)
    still.appleNote = .absent(searched: searched)
  }

  private func noteUnreadableMakerNote(_ error: ReadError, in still: inout Still) {
    still.identifier = .unreadable(error)
    still.makerNote = .unreadable(error)
    still.appleNote = .unreadable(error)
  }

  // MARK: Thumbnail

  /// Looks whether the thumbnail's directory and picture lie inside the block.
  ///
  /// No Live Photo needs it, so whatever is wrong with it is minor.
  func checkThumbnail(in still: inout Still) {
    guard first.nextDistance > 0 else { return }
    let path = bytes.path.appending("IFD1")
    let directory = IFD(of: bytes, at: UInt64(first.nextDistance), path: path)
    if let error = directory.error {
      still.damages.append(
        Damage(
          .structure, "the thumbnail cannot be read: \(error.reason)", at: error.place,
          isMinor: true))
      return
    }
    let thumbnail = Field.present(directory, at: directory.place)
    let offset = fact(0x0201, "IFD1/ThumbnailOffset", in: thumbnail, TIFFValue.unsigned)
    let length = fact(0x0202, "IFD1/ThumbnailLength", in: thumbnail, TIFFValue.unsigned)
    guard case .present(let offset, let place) = offset, let length = length.value else { return }
    guard UInt64(offset) + UInt64(length) <= UInt64(bytes.count) else {
      still.damages.append(
        Damage(
          .structure,
          "the thumbnail of \(length) bytes at offset \(offset) reaches past the end of its "
            + "\(bytes.count)-byte Exif block", at: place, isMinor: true))
      return
    }
  }
}
