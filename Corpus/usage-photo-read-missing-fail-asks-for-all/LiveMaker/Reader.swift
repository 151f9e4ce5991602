import Photos

/// Asks whether the app may see all photos.
func mayRead() async -> Bool {
  await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .authorized
}
