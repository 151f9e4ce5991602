package import Validator

extension FileType {
  /// Tells what a file is from its first bytes; the name plays no part.
  ///
  /// - Parameters:
  ///   - head: the first bytes, 32 or more where the file has them.
  ///   - size: the length of the file in bytes.
  package init(head: ArraySlice<UInt8>, size: UInt64) {
    guard size > 0 else {
      self = .empty
      return
    }
    let reader = ByteReader(head, at: 0, path: "file")
    self =
      FileType.imageSignature(reader) ?? FileType.boxSignature(reader)
      ?? FileType.documentSignature(reader) ?? .unknown
  }

  private static func imageSignature(_ reader: ByteReader) -> FileType? {
    if reader.rest.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if reader.rest.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      return isAnimated(png: reader) ? .apng : .png
    }
    if reader.starts(with: "GIF87a") || reader.starts(with: "GIF89a") { return .gif }
    if reader.starts(with: "RIFF"), reader.rest.dropFirst(8).starts(with: "WEBP".utf8) {
      return .webp
    }
    if reader.rest.starts(with: [0x49, 0x49, 0x2A, 0x00])
      || reader.rest.starts(with: [0x4D, 0x4D, 0x00, 0x2A])
    {
      return .tiff
    }
    return nil
  }

  /// Whether an `acTL` chunk stands before the first `IDAT` (PNG 3rd edition, 11.3.6.1).
  private static func isAnimated(png reader: ByteReader) -> Bool {
    var chunks = reader
    do {
      try chunks.skip(8)
      while chunks.remaining >= 8 {
        let length = try chunks.uint32()
        let type = try chunks.fourCharacterCode()
        if type == "acTL" { return true }
        if type == "IDAT" { return false }
        try chunks.skip(UInt64(length) + 4)
      }
    } catch {
      return false
    }
    return false
  }

  /// ISO BMFF and QuickTime: the first box and, where it is `ftyp`, its brands.
  private static func boxSignature(_ reader: ByteReader) -> FileType? {
    var header = reader
    guard let size = try? header.uint32(), let type = try? header.fourCharacterCode() else {
      return nil
    }
    switch type {
    case "ftyp":
      return brandedType(header, size: size)
    case "wide", "mdat", "moov", "free", "skip", "pnot":
      // Genuine exports lack `ftyp` (measured on a GWY iPhone file; AFC copies).
      return size == 0 || size == 1 || size >= 8 ? .quicktime : nil
    default:
      return nil
    }
  }

  private static func brandedType(_ header: ByteReader, size: UInt32) -> FileType {
    var brands = header
    guard let major = try? brands.fourCharacterCode() else { return .unknown }
    if let type = type(ofBrand: major) { return type }
    // A generic major brand such as `mif1`: the compatible brands decide.
    try? brands.skip(4)
    var bytesLeft = Int(clamping: size) - 16
    while bytesLeft >= 4, let brand = try? brands.fourCharacterCode() {
      if brand != "mif1", brand != "msf1", let type = type(ofBrand: brand), type.half == .still {
        return type
      }
      bytesLeft -= 4
    }
    return major == "mif1" || major == "msf1" ? .heic : .mp4
  }

  /// The type that a brand stands for; nil for one that does not decide.
  private static func type(ofBrand brand: FourCharacterCode) -> FileType? {
    switch brand {
    case "qt  ": .quicktime
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": .heic
    case "avif", "avis": .avif
    case "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "M4VH",
      "M4VP", "3gp4", "3gp5", "3gp6", "3g2a", "mmp4", "dash":
      .mp4
    // Audio alone, and Canon's raw pictures (CR3): boxes too, but neither half.
    case "M4A ", "M4B ", "M4P ", "crx ": .unknown
    default: nil
    }
  }

  private static func documentSignature(_ reader: ByteReader) -> FileType? {
    if reader.rest.starts(with: [0x50, 0x4B, 0x03, 0x04])
      || reader.rest.starts(with: [0x50, 0x4B, 0x05, 0x06])
    {
      return .zip
    }
    if reader.starts(with: "bplist00") { return .plist }
    let text = reader.rest.prefix(512).drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if text.starts(with: "<?xml".utf8) || text.starts(with: "<!DOCTYPE plist".utf8) {
      return text.contains("<!DOCTYPE plist".utf8) || text.contains("<plist".utf8) ? .plist : nil
    }
    return nil
  }
}
