/// The facts of a still picture: what a JPEG, HEIC, PNG, WebP, AVIF or TIFF file says of itself.
package struct Still: Sendable {
  package var file: MediaFile

  // MARK: Identity

  /// The identifier in Apple MakerNote tag 0x0011.
  package var identifier: Field<StoredIdentifier>
  /// How far the way to tag 0x0011 goes in this file.
  package var makerNote: Field<MakerNoteState>
  /// Further identifiers in the MakerNote, different from `identifier`.
  package var otherIdentifiers: [StrayIdentifier] = []
  /// Identifiers where Apple's software does not look; read only where `identifier` is absent.
  package var strayIdentifiers: [StrayIdentifier] = []

  // MARK: The shot

  package var make: Field<String>
  package var model: Field<String>
  package var software: Field<String>
  /// Exif DateTimeOriginal with its zone, where there is one.
  package var captureTime: Field<WallTime>
  package var location: Field<Coordinate>
  /// What of the Apple MakerNote other rules ask for; present where the note could be read.
  package var appleNote: Field<AppleNote>

  // MARK: The picture

  /// The stored size: JPEG SOF, the primary item's `ispe`, PNG IHDR.
  package var pixelSize: Field<PixelSize>
  /// The Exif orientation as it stands, also outside 1…8.
  package var exifOrientation: Field<UInt16>
  /// The turn and mirror of the HEIF primary item's `irot` and `imir`; absent in other formats.
  package var itemOrientation: Field<Orientation>
  /// Exif PixelXDimension and PixelYDimension.
  package var exifPixelSize: Field<PixelSize>
  /// The HEIF primary item's `colr` property, by its colour type; absent in other formats.
  package var colourProfile: Field<FourCharacterCode>
  /// Whether a gain map is there: a HEIF item or a further JPEG picture.
  package var hasGainMap: Field<Bool>

  // MARK: The file

  /// A movie that is embedded in the still, or announced and not there.
  package var embeddedMovies: [EmbeddedMovie] = []
  /// Bytes after the image that no known part accounts for.
  package var trailingData: Field<TrailingData>
  /// Extra bytes between the place for Exif and its TIFF header.
  package var exifPrefix: Field<ExifPrefix>
  package var damages: [Damage] = []
  /// Exif, MakerNote and HEIF traits that are odd but do no harm, each a whole clause.
  package var oddities: [Oddity] = []

  /// An oddity with its place.
  package struct Oddity: Hashable, Sendable {
    package var message: String
    package var place: Place

    package init(_ message: String, at place: Place) {
      self.message = message
      self.place = place
    }
  }

  /// Creates a still of which nothing is known, for the reason given.
  ///
  /// Readers start from it and fill in what they find.
  package init(file: MediaFile, unreadable error: ReadError) {
    self.file = file
    identifier = .unreadable(error)
    makerNote = .unreadable(error)
    make = .unreadable(error)
    model = .unreadable(error)
    software = .unreadable(error)
    captureTime = .unreadable(error)
    location = .unreadable(error)
    appleNote = .unreadable(error)
    pixelSize = .unreadable(error)
    exifOrientation = .unreadable(error)
    itemOrientation = .unreadable(error)
    exifPixelSize = .unreadable(error)
    colourProfile = .unreadable(error)
    hasGainMap = .unreadable(error)
    trailingData = .unreadable(error)
    exifPrefix = .unreadable(error)
  }
}

/// How far the way to the Apple MakerNote goes.
package enum MakerNoteState: Hashable, Sendable {
  /// The file holds no Exif.
  case noExif
  /// Exif is there, without a MakerNote.
  case noMakerNote
  /// A MakerNote is there that does not begin with `Apple iOS`; its first bytes as text.
  case foreign(String)
  /// An Apple MakerNote.
  case apple
}

/// Facts of the Apple MakerNote besides the identifier (exiftool's names of the tags).
package struct AppleNote: Hashable, Sendable {
  /// Its length in bytes.
  package var length: UInt64
  package var entryCount: Int
  /// Whether tag 0x0021, HDRHeadroom, is there.
  package var hasHDRHeadroom: Bool
  /// Whether tag 0x0030, HDRGain, is there.
  package var hasHDRGain: Bool
  /// The byte order of the note; every camera file measured has big-endian.
  package var isLittleEndian: Bool

  package init(
    length: UInt64, entryCount: Int, hasHDRHeadroom: Bool, hasHDRGain: Bool, isLittleEndian: Bool
  ) {
    self.length = length
    self.entryCount = entryCount
    self.hasHDRHeadroom = hasHDRHeadroom
    self.hasHDRGain = hasHDRGain
    self.isLittleEndian = isLittleEndian
  }
}

/// A movie inside a still, as makers other than Apple keep the motion of a photo.
package struct EmbeddedMovie: Hashable, Sendable {
  /// Whose form it is.
  package enum Container: String, Hashable, Sendable {
    case googleMotionPhoto = "Google Motion Photo"
    case googleMicroVideo = "Google MicroVideo"
    case motionPhotoBox = "Motion Photo box (mpvd)"
    case samsung = "Samsung Motion Photo (SEF trailer)"
    case huawei = "Huawei/Honor moving photo (LIVE_ trailer)"
    case oppo = "OPPO/OnePlus/realme live photo"
    case xiaomi = "Xiaomi live photo"
    case vivo = "vivo live photo"
    case appended = "movie appended to the picture"
  }

  package var container: Container
  /// The announcement of the movie: the XMP property, box or trailer.
  package var announcement: Place
  /// Where the movie's own bytes stand; nil where it is announced and not there.
  package var movie: Place?

  package init(container: Container, announcement: Place, movie: Place?) {
    self.container = container
    self.announcement = announcement
    self.movie = movie
  }
}

/// What stands between the place for Exif and its TIFF header.
package struct ExifPrefix: Hashable, Sendable {
  /// How many bytes there are beyond the usual `Exif\0\0`; zero is the rule.
  package var extraBytes: UInt64

  package init(extraBytes: UInt64) {
    self.extraBytes = extraBytes
  }
}

extension Still {
  /// How the picture is shown: HEIF `irot` and `imir`, else the Exif orientation.
  ///
  /// Unreadable where it cannot be told: a HEIF picture without `irot` and `imir` whose Exif says
  /// other than 1 is shown upright by some software and turned by other.
  package var orientation: Field<Orientation> {
    switch itemOrientation {
    case .present, .unreadable: return itemOrientation
    case .absent(let searched):
      switch exifOrientation {
      case .unreadable(let error): return .unreadable(error)
      case .absent: return .absent(searched: searched)
      case .present(let value, let place):
        guard let orientation = Orientation(exif: value) else {
          return .unreadable(
            ReadError(.malformed, "the Exif orientation is \(value), not 1 to 8", at: place))
        }
        if file.type == .heic || file.type == .avif, orientation != .upright {
          return .unreadable(
            ReadError(
              .unsupported,
              "Exif says orientation \(value), the HEIF item has no irot or imir: "
                + "software differs in how it shows the picture",
              at: place))
        }
        return .present(orientation, at: place)
      }
    }
  }

  /// The picture as a person sees it.
  package var displayed: Field<DisplayedPicture> {
    switch pixelSize {
    case .absent(let searched): return .absent(searched: searched)
    case .unreadable(let error): return .unreadable(error)
    case .present(let size, let place):
      guard size.width > 0, size.height > 0 else {
        return .unreadable(ReadError(.malformed, "the picture's size is \(size)", at: place))
      }
      if let error = orientation.readError { return .unreadable(error) }
      let turn = orientation.value ?? .upright
      let shown = turn.applied(to: size)
      return .present(
        DisplayedPicture(
          width: Double(shown.width), height: Double(shown.height), orientation: turn),
        at: orientation.place ?? place)
    }
  }
}
