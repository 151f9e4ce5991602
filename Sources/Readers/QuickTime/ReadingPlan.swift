/// What of a movie is read beyond the facts that every profile needs.
package struct ReadingPlan: Sendable {
  /// Whether the payloads of the `live-photo-info` track are read: one more read of the file.
  package var readsLivePhotoInfo: Bool

  package init(readsLivePhotoInfo: Bool = false) {
    self.readsLivePhotoInfo = readsLivePhotoInfo
  }
}
