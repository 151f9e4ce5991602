import Photos

/// Adds a Live Photo to the library.
func save(still: URL, movie: URL) async throws {
  try await PHPhotoLibrary.shared().performChanges {
    let request = PHAssetCreationRequest.forAsset()
    request.addResource(with: .photo, fileURL: still, options: nil)
    request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
  }
}
