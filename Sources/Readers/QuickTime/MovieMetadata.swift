import Validator

/// What the `meta` and `udta` boxes of a movie say, while they are being read.
struct MovieMetadata {
  /// Identifiers beside the first that are kept; one is what real files have.
  private static let strayLimit = 64

  /// The `moov/meta` box, where there is one.
  private var place: Place?
  /// What went wrong in `moov/meta`: facts that were not found are then not absent.
  var error: ReadError?
  /// What went wrong in `moov/udta`: an encoder's name that was not found is then not absent.
  var userDataError: ReadError?
  /// What an encoder wrote of itself, wherever it was found first.
  var encoder: Field<String>?
  private var keys: Field<KeyNames>?
  private var identifier: Field<StoredIdentifier>?
  private var others: [StrayIdentifier] = []
  private var strays: [StrayIdentifier] = []
  private var isFullBox = false
  private var make: Field<String>?
  private var model: Field<String>?
  private var software: Field<String>?
  private var creationDate: Field<WallTime>?
  private var location: Field<Coordinate>?
  private var staticStillTimeKey: Field<String>?

  /// Fills the facts of a movie in.
  ///
  /// - Parameters:
  ///   - moov: what was searched where there is no `moov/meta`.
  ///   - walkError: why `moov` was not read to its end.
  func fill(_ movie: inout Movie, moov: Place, walkError: ReadError?) {
    let error = error ?? walkError
    func settled<Value>(_ field: Field<Value>?) -> Field<Value> {
      field ?? error.map { .unreadable($0) } ?? .absent(searched: [place ?? moov])
    }
    movie.keys = settled(keys)
    movie.make = settled(make)
    movie.model = settled(model)
    movie.software = settled(software)
    movie.creationDate = settled(creationDate)
    movie.location = settled(location)
    movie.staticStillTimeKey = settled(staticStillTimeKey)
    movie.encoderTrace = settled(encoder ?? userDataError.map { .unreadable($0) })
    movie.strayIdentifiers = strays
    movie.otherIdentifiers = others
    let isQuickTime = movie.majorBrand.isAbsent || movie.majorBrand.value == "qt  "
    if isFullBox, isQuickTime, case .present(let value, let place) = identifier {
      movie.strayIdentifiers.insert(
        StrayIdentifier(identifier: value, carrier: .fullBoxMeta, place: place), at: 0)
      movie.identifier = settled(nil)
    } else {
      movie.identifier = settled(identifier)
    }
  }

  // MARK: moov/meta

  /// Reads `moov/meta`.
  ///
  /// - Parameter box: the whole box.
  mutating func read(_ payload: inout ByteReader, at box: Place) throws(ReadError) {
    place = place ?? box
    var table = try MetadataTable(&payload)
    isFullBox = isFullBox || table.isFullBox
    if table.handler == "mdir" {
      try readTunesList(&table)
      return
    }
    if keys == nil, let place = table.keysPlace {
      keys = .present(table.keys, at: place)
    }
    let name: StaticString = "com.apple.quicktime.still-image-time"
    if let index = table.keys.firstIndex(of: name),
      let place = table.place(ofKey: index)
    {
      staticStillTimeKey = .present("\(name)", at: place)
    }
    let keys = table.keys
    try table.forEachItem { index, value in take(value, ofKey: index, in: keys) }
  }

  private mutating func take(_ value: MetadataValue, ofKey index: Int, in keys: KeyNames) {
    func isKey(_ name: StaticString) -> Bool { keys.isName(name, at: index) }
    if isKey("com.apple.quicktime.content.identifier") {
      takeIdentifier(value)
    } else if isKey("com.apple.quicktime.make") {
      make = make ?? value.text(at: "moov/meta/ilst/com.apple.quicktime.make")
    } else if isKey("com.apple.quicktime.model") {
      model = model ?? value.text(at: "moov/meta/ilst/com.apple.quicktime.model")
    } else if isKey("com.apple.quicktime.software") {
      software = software ?? value.text(at: "moov/meta/ilst/com.apple.quicktime.software")
    } else if isKey("com.apple.quicktime.creationdate") {
      creationDate =
        creationDate
        ?? value.parsed(at: "moov/meta/ilst/com.apple.quicktime.creationdate") {
          WallTime(iso8601: $0)
        }
    } else if isKey("com.apple.quicktime.location.ISO6709") {
      location =
        location
        ?? value.parsed(at: "moov/meta/ilst/com.apple.quicktime.location.ISO6709") {
          Coordinate(iso6709: $0)
        }
    } else if isKey("encoder") {
      encoder = encoder ?? value.text(at: "moov/meta/ilst/encoder")
    }
  }

  private mutating func takeIdentifier(_ value: MetadataValue) {
    let found = value.identifier
    // A value of nothing but white space and NULs is none, as it is in a still.
    guard !found.text.isEmpty else { return }
    let place = value.place(at: "moov/meta/ilst/com.apple.quicktime.content.identifier")
    guard case .present(let first, _) = identifier else {
      identifier = .present(found, at: place)
      return
    }
    if first.text != found.text, others.count < MovieMetadata.strayLimit {
      others.append(StrayIdentifier(identifier: found, carrier: .fullBoxMeta, place: place))
    }
  }

  // MARK: Elsewhere

  /// Reads the payload of `moov/udta`, where ffmpeg and HandBrake leave their names.
  mutating func readUserData(_ boxes: inout ByteReader) throws(ReadError) {
    func path(_ type: FourCharacterCode) -> StructurePath? {
      type == "meta" ? "moov/udta/meta" : nil
    }
    try boxes.forEachBox(path) {
      box, payload throws(ReadError) in
      switch box.type.rawValue {
      case FourCharacterCode("meta").rawValue: try readStray(&payload, carrier: .userData)
      case MetadataTable.tool, MetadataTable.encoder, MetadataTable.writer: takeEncoder(&payload)
      default: break
      }
    }
  }

  /// Takes a `udta` text: a length, a language, the text (QuickTime File Format, User Data Atoms).
  private mutating func takeEncoder(_ reader: inout ByteReader) {
    guard encoder == nil, let length = try? reader.uint16(), (try? reader.skip(2)) != nil else {
      return
    }
    guard let text = try? reader.take(min(UInt64(length), UInt64(reader.remaining))),
      // Older iPhones write the version of iOS here: no encoder's name begins with a digit.
      let first = text.rest.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return }
    encoder = .present(
      String(decoding: text.rest, as: UTF8.self),
      at: Place("moov/udta", offset: text.startOffset, length: UInt64(text.count)))
  }

  /// Reads a `meta` box where Apple's software does not look for the identifier.
  mutating func readStray(_ payload: inout ByteReader, carrier: StrayIdentifier.Carrier)
    throws(ReadError)
  {
    var table = try MetadataTable(&payload)
    guard table.handler != "mdir" else { return try readTunesList(&table) }
    let list = payload.path.appending("ilst")
    let keys = table.keys
    try table.forEachItem { index, value in
      if keys.isName("com.apple.quicktime.content.identifier", at: index) {
        takeStray(value, carrier: carrier, at: list)
      } else if keys.isName("encoder", at: index), encoder == nil {
        encoder = value.text(at: list)
      }
    }
  }

  private mutating func takeStray(
    _ value: MetadataValue, carrier: StrayIdentifier.Carrier, at path: StructurePath
  ) {
    let found = value.identifier
    guard !found.text.isEmpty, strays.count < MovieMetadata.strayLimit else { return }
    strays.append(
      StrayIdentifier(
        identifier: found, carrier: carrier, place: value.place(at: path)))
  }

  /// Reads an iTunes-style list: items by their own type, `----` ones by a name.
  private mutating func readTunesList(_ table: inout MetadataTable) throws(ReadError) {
    guard let path = table.list?.path else { return }
    try table.list?.forEachBox { item, payload throws(ReadError) in
      if item.type.rawValue == MetadataTable.tool {
        if encoder == nil, let value = try MetadataValue(itemPayload: &payload) {
          encoder = value.text(at: path)
        }
      } else if item.type == "----" {
        var parts = payload
        var isIdentifier = false
        try parts.forEachBox { part, name throws(ReadError) in
          guard part.type == "name" else { return }
          try name.skip(4)
          isIdentifier =
            name.isAll("com.apple.quicktime.content.identifier") || name.isAll("content.identifier")
        }
        if isIdentifier, let value = try MetadataValue(itemPayload: &payload) {
          takeStray(value, carrier: .iTunesList, at: path)
        }
      }
    }
  }
}
