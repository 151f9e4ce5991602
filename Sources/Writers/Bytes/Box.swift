package import Validator

extension Part {
  /// A box: size, type, contents (ISO/IEC 14496-12, 4.2; QuickTime: atom).
  package static func box(_ type: FourCharacterCode, _ contents: Part...) -> Part {
    .box(type, contents)
  }

  /// A box of contents from a list.
  package static func box(_ type: FourCharacterCode, _ contents: [Part]) -> Part {
    let payload = Part.sequence(contents)
    return .sequence(.uint32(payload.length + 8), .code(type), payload)
  }

  /// A box that opens with a version and flags (ISO/IEC 14496-12, 4.2).
  package static func fullBox(
    _ type: FourCharacterCode, version: UInt8 = 0, flags: UInt32 = 0, _ contents: Part...
  ) -> Part {
    .fullBox(type, version: version, flags: flags, contents)
  }

  /// A FullBox of contents from a list.
  package static func fullBox(
    _ type: FourCharacterCode, version: UInt8 = 0, flags: UInt32 = 0, _ contents: [Part]
  ) -> Part {
    .box(type, [.uint32(UInt32(version) << 24 | flags & 0xFF_FFFF)] + contents)
  }

  /// The brands of a file (ISO/IEC 14496-12, 4.3).
  package static func fileType(
    _ major: FourCharacterCode, minorVersion: UInt32 = 0, compatible: [FourCharacterCode]
  ) -> Part {
    .box("ftyp", [.code(major), .uint32(minorVersion)] + compatible.map { .code($0) })
  }
}
