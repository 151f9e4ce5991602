/// The names of the usual tags (Exif 2.32, 4.6; TIFF 6.0, section 8).
enum ExifTags {
  /// Tags of the picture and of the Exif directory, which share no numbers.
  static let image: [UInt16: String] = [
    0x00FE: "NewSubfileType", 0x0100: "ImageWidth", 0x0101: "ImageLength",
    0x0102: "BitsPerSample", 0x0103: "Compression", 0x0106: "PhotometricInterpretation",
    0x010E: "ImageDescription", 0x010F: "Make", 0x0110: "Model", 0x0111: "StripOffsets",
    0x0112: "Orientation", 0x0115: "SamplesPerPixel", 0x0116: "RowsPerStrip",
    0x0117: "StripByteCounts", 0x011A: "XResolution", 0x011B: "YResolution",
    0x011C: "PlanarConfiguration", 0x0128: "ResolutionUnit", 0x012D: "TransferFunction",
    0x0131: "Software", 0x0132: "DateTime", 0x013B: "Artist", 0x013C: "HostComputer",
    0x013E: "WhitePoint", 0x013F: "PrimaryChromaticities", 0x0142: "TileWidth",
    0x0143: "TileLength", 0x0144: "TileOffsets", 0x0145: "TileByteCounts", 0x014A: "SubIFDs",
    0x0201: "ThumbnailOffset", 0x0202: "ThumbnailLength", 0x0211: "YCbCrCoefficients",
    0x0212: "YCbCrSubSampling", 0x0213: "YCbCrPositioning", 0x0214: "ReferenceBlackWhite",
    0x02BC: "XMP", 0x8298: "Copyright", 0x829A: "ExposureTime", 0x829D: "FNumber",
    0x83BB: "IPTC", 0x8769: "ExifIFD", 0x8773: "ICCProfile", 0x8822: "ExposureProgram",
    0x8825: "GPSInfo", 0x8827: "PhotographicSensitivity", 0x8830: "SensitivityType",
    0x9000: "ExifVersion", 0x9003: "DateTimeOriginal", 0x9004: "DateTimeDigitized",
    0x9010: "OffsetTime", 0x9011: "OffsetTimeOriginal", 0x9012: "OffsetTimeDigitized",
    0x9101: "ComponentsConfiguration", 0x9102: "CompressedBitsPerPixel",
    0x9201: "ShutterSpeedValue", 0x9202: "ApertureValue", 0x9203: "BrightnessValue",
    0x9204: "ExposureBiasValue", 0x9205: "MaxApertureValue", 0x9206: "SubjectDistance",
    0x9207: "MeteringMode", 0x9208: "LightSource", 0x9209: "Flash", 0x920A: "FocalLength",
    0x9214: "SubjectArea", 0x927C: "MakerNote", 0x9286: "UserComment", 0x9290: "SubSecTime",
    0x9291: "SubSecTimeOriginal", 0x9292: "SubSecTimeDigitized", 0xA000: "FlashpixVersion",
    0xA001: "ColorSpace", 0xA002: "PixelXDimension", 0xA003: "PixelYDimension",
    0xA005: "InteroperabilityIFD", 0xA217: "SensingMethod", 0xA300: "FileSource",
    0xA301: "SceneType", 0xA401: "CustomRendered", 0xA402: "ExposureMode",
    0xA403: "WhiteBalance", 0xA404: "DigitalZoomRatio", 0xA405: "FocalLengthIn35mmFilm",
    0xA406: "SceneCaptureType", 0xA407: "GainControl", 0xA408: "Contrast", 0xA409: "Saturation",
    0xA40A: "Sharpness", 0xA420: "ImageUniqueID", 0xA430: "CameraOwnerName",
    0xA431: "BodySerialNumber", 0xA432: "LensSpecification", 0xA433: "LensMake",
    0xA434: "LensModel", 0xA435: "LensSerialNumber", 0xA460: "CompositeImage",
  ]

  /// Tags of the GPS directory (Exif 2.32, 4.6.6).
  static let position: [UInt16: String] = [
    0x0000: "GPSVersionID", 0x0001: "GPSLatitudeRef", 0x0002: "GPSLatitude",
    0x0003: "GPSLongitudeRef", 0x0004: "GPSLongitude", 0x0005: "GPSAltitudeRef",
    0x0006: "GPSAltitude", 0x0007: "GPSTimeStamp", 0x0008: "GPSSatellites", 0x0009: "GPSStatus",
    0x000A: "GPSMeasureMode", 0x000B: "GPSDOP", 0x000C: "GPSSpeedRef", 0x000D: "GPSSpeed",
    0x000E: "GPSTrackRef", 0x000F: "GPSTrack", 0x0010: "GPSImgDirectionRef",
    0x0011: "GPSImgDirection", 0x0012: "GPSMapDatum", 0x0017: "GPSDestBearingRef",
    0x0018: "GPSDestBearing", 0x001B: "GPSProcessingMethod", 0x001D: "GPSDateStamp",
    0x001F: "GPSHPositioningError",
  ]
}

/// The names of tags of the Apple MakerNote, as exiftool knows them (`Apple.pm` 1.15).
enum AppleTags {
  static let names: [UInt16: String] = [
    0x0001: "MakerNoteVersion", 0x0002: "AEMatrix", 0x0003: "RunTime", 0x0004: "AEStable",
    0x0005: "AETarget", 0x0006: "AEAverage", 0x0007: "AFStable", 0x0008: "AccelerationVector",
    0x000A: "HDRImageType", 0x000B: "BurstUUID", 0x000C: "FocusDistanceRange",
    0x0011: "ContentIdentifier", 0x0014: "ImageCaptureType", 0x0015: "ImageUniqueID",
    0x0016: "PhotosOriginatingSignature", 0x0017: "LivePhotoVideoIndex", 0x001A: "QualityHint",
    0x001E: "OriginatingAppID", 0x001F: "PhotosAppFeatureFlags",
    0x0020: "ImageCaptureRequestID", 0x0021: "HDRHeadroom", 0x0029: "SpatialOvercaptureGroup",
    0x002B: "PhotoIdentifier", 0x002D: "ColorTemperature", 0x002E: "CameraType",
    0x0030: "HDRGain",
  ]
}
