import Validator

extension StrayIdentifier.Carrier {
  /// The place in words, as part of a sentence.
  var named: String {
    switch self {
    case .xmp: "XMP, which Photos does not read for it"
    case .sidecar(let path): "the sidecar file \(path.shownName), which Photos does not read"
    case .pngText: "a PNG text chunk, which Photos does not read for it"
    case .makerNote: "a second MakerNote entry"
    case .userData: "moov/udta/meta, as ffmpeg writes it"
    case .track: "the metadata of one track"
    case .iTunesList: "an iTunes-style list"
    case .fullBoxMeta: "a moov/meta in the form of an ISO FullBox, not of QuickTime"
    }
  }
}
