/// Which parts of a file the rules look at, by the keys of a comparison.
///
/// A word stands for every part whose key holds it.
package enum RuleFields {
  /// The parts that a rule's verdict rests on; empty for rules about names, neighbours and bytes.
  package static func words(of rule: String) -> [String] {
    if let own = byRule[rule] { return own }
    return byFamily[String(rule.prefix { $0 != "/" })] ?? []
  }

  /// Whether a difference is in a part that a rule looks at, or takes such parts with it.
  static func concerns(_ difference: Difference, _ words: [String]) -> Bool {
    ([difference.key] + difference.holds).contains { key in
      words.contains { key.contains($0) }
    }
  }

  /// Whether any rule looks at it.
  static func areRead(_ difference: Difference) -> Bool {
    concerns(difference, difference.half == .still ? wordsOfStills : wordsOfMovies)
  }

  private static let wordsOfStills = words { !["movie", "still-time", "wallpaper"].contains($0) }
  private static let wordsOfMovies = words { $0 != "still" }

  /// The words of the families that are wanted, without those that stand for all that may be
  /// damaged.
  private static func words(of isWanted: (String) -> Bool) -> [String] {
    let rules = byRule.filter { isWanted(String($0.key.prefix { $0 != "/" })) }
    let families = byFamily.filter { isWanted($0.key) }
    return Set(rules.values.joined()).union(families.values.joined())
      .subtracting([
        "MakerNote", "XMP", "meta/", "moov/meta", "com.apple.quicktime", "/stts", "/stsz",
        "track video",
      ]).sorted()
  }

  private static let byFamily: [String: [String]] = [
    "identifier": ["content.identifier", "0x0011 ContentIdentifier"],
    "still-time": ["still-image-time"],
    "geometry": [
      "IFD0/Orientation", "PixelXDimension", "PixelYDimension", "picture/ispe", "picture/irot",
      "picture/imir", "SOF", "track video/tkhd/matrix", "track video/tkhd/size",
      "track video/tapt/clef", "track video/stsd/entry/clap", "track video/stsd/entry/pasp",
    ],
    "wallpaper": [
      "live-photo-info", "still-image-transform", "track video/edts/elst", "track video/mdhd",
    ],
  ]

  private static let byRule: [String: [String]] = [
    "capture/device-differs": ["IFD0/Make", "IFD0/Model", "quicktime.make", "quicktime.model"],
    "capture/location-differs": ["GPS/GPSL", "quicktime.location"],
    "capture/software-differs": ["IFD0/Software", "quicktime.software"],
    "capture/synthetic": ["MakerNote", "live-photo-info"],
    "capture/time-differs": [
      "DateTimeOriginal", "OffsetTimeOriginal", "quicktime.creationdate", "mvhd/created",
    ],
    "movie/codec": ["track video/stsd"],
    "movie/container": ["ftyp"],
    "movie/no-ftyp": ["ftyp"],
    "movie/no-video": ["track video", "track video/tkhd/flags"],
    "movie/too-long": ["mvhd/duration"],
    "movie/too-short": ["mvhd/duration"],
    "movie/zero-dates": ["mvhd/created", "quicktime.creationdate"],
    "movie/transcoded": ["com.apple.quicktime", "moov/udta", "moov/meta"],
    "movie/fragmented": ["moof", "moov/mvex", "mfra"],
    "movie/structure": ["/stts", "/stsz", "/chunks"],
    "movie/trailing-data": ["rest"],
    "movie/truncated": ["mdat"],
    "pair/vendor-container": ["XMP", "behind EOI", "mpvd"],
    "still/auxiliary-lost": [
      "0x0021 HDRHeadroom", "0x0030 HDRGain", "hdrgainmap", "MPF", "behind EOI",
    ],
    "still/colour-profile-missing": ["picture/colr"],
    "still/makernote-damaged": ["MakerNote"],
    "still/structure": ["meta/"],
    "still/trailing-data": ["behind EOI", "rest"],
    "still/truncated": ["EOI"],
    "still/type": ["type"],
    "wallpaper/frame-rate": ["track video/stts"],
    "wallpaper/no-transform": ["still-image-transform"],
    "wallpaper/segments": ["track video/edts/elst"],
    "wallpaper/unlinked-track": ["tref"],
  ]

  // MARK: What varies from shot to shot

  /// Whether every shot has a value of its own here, so that two shots differ in it.
  ///
  /// - Parameter identifiersAreSound: whether each side's identifier is sound in itself: what differs
  ///   is then only its value.
  static func variesByShot(_ difference: Difference, identifiersAreSound: Bool) -> Bool {
    guard difference.change == .changed else { return false }
    if concerns(difference, ["content.identifier", "0x0011 ContentIdentifier"]) {
      return identifiersAreSound
    }
    // The kind of picture is the camera's choice, not the moment's.
    if concerns(difference, ["0x0014 ", "0x0001 "]) { return false }
    if difference.isBeyondShown, concerns(difference, ["hvcC", "avcC"]) { return true }
    return concerns(difference, varying)
  }

  private static let varying = [
    "DateTime", "OffsetTime", "SubSec", "GPS/", "ExposureTime", "FNumber", "ExposureProgram",
    "PhotographicSensitivity", "ShutterSpeedValue", "ApertureValue", "BrightnessValue",
    "ExposureBiasValue", "MeteringMode", "Flash", "FocalLength", "SubjectArea", "WhiteBalance",
    "DigitalZoomRatio", "ImageUniqueID", "MakerNote/0x", "Lens", "SceneCaptureType",
    "CompositeImage", "ExposureMode", "CustomRendered", "IFD1/", "XMP", "DQT", "DHT", "MPF",
    "behind EOI",
    "quicktime.creationdate", "quicktime.location", "quicktime.camera.", "live-photo.vitality",
    "/created", "/duration", "elst", "/stts", "/stsz", "/ctts", "/stss",
    "/sdtp", "/sbgp", "/sgpd", "/cslg", "samples/", "/setu",
  ]
}
