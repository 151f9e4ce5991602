package import Validator

extension Catalogue {
  /// What motion on the Lock Screen asks for beyond a Live Photo that plays.
  package static let wallpaper: [Rule] = [
    .wallpaperNoLivePhotoInfo, .wallpaperInfoOutOfStep, .wallpaperInfoCloned,
    .wallpaperFrameRate, .wallpaperNoTransform, .wallpaperUnlinkedTrack, .wallpaperSegments,
  ]
}
