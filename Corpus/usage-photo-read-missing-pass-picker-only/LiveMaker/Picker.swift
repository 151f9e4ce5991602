import PhotosUI
import SwiftUI

struct LivePhotoPicker: View {
  @Binding var items: [PhotosPickerItem]

  var body: some View {
    PhotosPicker("Choose a Live Photo", selection: $items, matching: .livePhotos)
  }
}
