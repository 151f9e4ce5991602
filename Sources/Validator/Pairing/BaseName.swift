/// The part of a file name by which the halves of a Live Photo are recognised.
///
/// Software that copies Live Photos adds suffixes to one half or both: icloudpd `_HEVC`, Photos
/// libraries `_3` and others after a UUID, editors `_Original`, every copy ` (1)` or `(1)`; Google Takeout cuts
/// long names (facts: public reports on each of these tools).
package struct BaseName: Hashable, Sendable {
  /// The stem in lower case: equal for `IMG_0001.HEIC` and `img_0001.mov`.
  package let stem: [UInt8]
  /// The stem without known suffixes, cut to the length that Takeout keeps.
  package let key: [UInt8]
  /// The number of a copy, such as `(1)`; nil where there is none.
  package let copyNumber: [UInt8]?

  /// How many bytes of a name Google Takeout keeps (ente, `metadata-json.ts`: 46 characters).
  private static let takeoutLength = 46

  /// Reads the base name of a file.
  ///
  /// - Parameter name: the file name with its extension.
  package init(of name: ArraySlice<UInt8>) {
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name.startIndex ? $0 : nil }
    stem = name[..<(dot ?? name.endIndex)].map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    var rest = stem[...]
    let number = BaseName.takeCopyNumber(from: &rest)
    BaseName.dropSuffix(from: &rest)
    // `IMG_0001(1)_HEVC` and `IMG_0001_HEVC(1)` are both seen.
    copyNumber = number ?? BaseName.takeCopyNumber(from: &rest)
    let kept = rest.prefix(BaseName.takeoutLength)
    // Most names have nothing to be cut off, and both parts are the same bytes.
    key = kept.count == stem.count ? stem : Array(kept)
  }

  /// Takes `(12)` or ` (12)` off the end.
  private static func takeCopyNumber(from stem: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard stem.last == UInt8(ascii: ")"), let open = stem.lastIndex(of: UInt8(ascii: "(")),
      open > stem.startIndex
    else { return nil }
    let digits = stem[(open + 1)...].dropLast()
    guard !digits.isEmpty,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    stem = stem[..<open]
    if stem.last == UInt8(ascii: " ") { stem = stem.dropLast() }
    return Array(digits)
  }

  private static let toolSuffixes = ["_hevc", "_original"].map { Array($0.utf8) }

  private static func dropSuffix(from stem: inout ArraySlice<UInt8>) {
    for suffix in toolSuffixes where stem.count > suffix.count {
      if stem.suffix(suffix.count) == suffix[...] { stem = stem.dropLast(suffix.count) }
    }
    // A Photos library names the movie `<UUID>_3.mov`, edits `<UUID>_1_201_a.jpeg` and
    // `<UUID>_2_100_a.mov` (osxphotos); elsewhere these are parts of the name.
    let uuid = stem.prefix(36)
    let suffix = stem.dropFirst(36)
    if !suffix.isEmpty, uuid.count(where: { $0 == UInt8(ascii: "-") }) == 4,
      ["_3", "_1_201_a", "_2_100_a"].contains(where: { suffix.elementsEqual($0.utf8) })
    {
      stem = uuid
    }
  }
}
