/// A width and a height in pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: UInt32
  package var height: UInt32

  package init(width: UInt32, height: UInt32) {
    self.width = width
    self.height = height
  }
}

extension PixelSize: CustomStringConvertible {
  package var description: String { "\(width)×\(height)" }
}

/// A time as QuickTime writes it: a number of units, so many of which make a second.
package struct MediaTime: Hashable, Sendable {
  package var value: Int64
  /// Units in a second; never zero.
  package var scale: UInt32

  /// Creates a time; nil where the scale is zero, which stands for no time at all.
  package init?(_ value: Int64, scale: UInt32) {
    guard scale > 0 else { return nil }
    self.value = value
    self.scale = scale
  }

  package var seconds: Double { Double(value) / Double(scale) }
}

/// A wall-clock time as Exif and QuickTime write it: local, with or without its zone.
package struct WallTime: Hashable, Sendable {
  /// Seconds since 1970-01-01 00:00:00 on the clock that was read, whatever its zone.
  package var localSeconds: Int64
  /// That clock's distance from UTC in minutes; nil where the file does not say.
  package var zoneMinutes: Int?
  /// The text as it stands in the file.
  package var text: String

  package init(localSeconds: Int64, zoneMinutes: Int?, text: String) {
    self.localSeconds = localSeconds
    self.zoneMinutes = zoneMinutes
    self.text = text
  }
}

/// A position on Earth in degrees (WGS 84).
package struct Coordinate: Hashable, Sendable {
  /// −90…90, north is positive.
  package var latitude: Double
  /// −180…180, east is positive.
  package var longitude: Double

  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A box type, brand, handler or codec: four bytes, mostly letters.
///
/// Public, because the compiler inlines across modules only what is: thousands are compared for
/// each file.
public struct FourCharacterCode: Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

extension FourCharacterCode: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a code from four ASCII characters.
  @inlinable
  public init(stringLiteral text: StaticString) {
    self.init(
      rawValue: text.withUTF8Buffer { unsafe $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } })
  }

  /// The four characters; bytes that are not printable ASCII are shown as `\xNN`.
  public var description: String {
    var shown = ""
    for shift in [24, 16, 8, 0] as [UInt32] {
      let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
      if (0x20...0x7E).contains(byte) {
        shown.append(Character(UnicodeScalar(byte)))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        shown += "\\x" + (digits.count == 1 ? "0" + digits : digits)
      }
    }
    return shown
  }
}

/// How a picture is turned and mirrored before it is shown, in the eight ways of Exif 2.32 tag 0x0112.
package struct Orientation: Hashable, Sendable {
  /// Degrees clockwise that the stored picture is turned for display: 0, 90, 180 or 270.
  package var degreesClockwise: Int
  /// Whether it is mirrored left to right before it is turned.
  package var isMirrored: Bool

  package init(degreesClockwise: Int, isMirrored: Bool) {
    self.degreesClockwise = degreesClockwise
    self.isMirrored = isMirrored
  }

  package static let upright = Orientation(degreesClockwise: 0, isMirrored: false)

  /// Creates the orientation for an Exif value; nil outside 1…8.
  package init?(exif value: UInt16) {
    switch value {
    case 1: self.init(degreesClockwise: 0, isMirrored: false)
    case 2: self.init(degreesClockwise: 0, isMirrored: true)
    case 3: self.init(degreesClockwise: 180, isMirrored: false)
    case 4: self.init(degreesClockwise: 180, isMirrored: true)
    case 5: self.init(degreesClockwise: 270, isMirrored: true)
    case 6: self.init(degreesClockwise: 90, isMirrored: false)
    case 7: self.init(degreesClockwise: 90, isMirrored: true)
    case 8: self.init(degreesClockwise: 270, isMirrored: false)
    default: return nil
    }
  }

  /// The Exif value that says the same.
  package var exifValue: UInt16 {
    switch (degreesClockwise, isMirrored) {
    case (0, false): 1
    case (0, true): 2
    case (180, false): 3
    case (180, true): 4
    case (270, true): 5
    case (90, false): 6
    case (90, true): 7
    default: 8
    }
  }

  /// A size as it appears once the picture is turned.
  package func applied(to size: PixelSize) -> PixelSize {
    degreesClockwise % 180 == 0 ? size : PixelSize(width: size.height, height: size.width)
  }
}

/// A picture as a person sees it.
package struct DisplayedPicture: Hashable, Sendable {
  /// Its size after cropping and turning, in pixels; the parts of a pixel matter for the ratio only.
  package var width: Double
  package var height: Double
  package var orientation: Orientation

  package init(width: Double, height: Double, orientation: Orientation) {
    self.width = width
    self.height = height
    self.orientation = orientation
  }

  package var aspectRatio: Double { width / height }

  /// Whether it is higher than wide; nil for a square within 1 %.
  package var isPortrait: Bool? {
    abs(aspectRatio - 1) < 0.01 ? nil : height > width
  }
}
