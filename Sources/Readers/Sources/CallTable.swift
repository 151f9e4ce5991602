package import Validator

/// A call that shows what an app does, as it stands in source text.
package struct CallPattern: Sendable {
  /// How the call is written.
  package enum Shape: Sendable {
    /// `Type.member(…)`, also further on, as in `Type.shared().member(…)`; `[Type member:…]`.
    ///
    /// A star at the end stands for any ending.
    case member(of: String, String)
    /// `name(…)`, a function or an initialiser.
    case function(String)
    /// `value.name(…)` or `[value name:…]` on any value.
    case method(String)
    /// `value.name = …`
    case assignment(String)
    /// `name: …` among the arguments of any call.
    case label(String)
  }

  /// What must be true of the arguments, or of the value that is assigned.
  package enum Condition: Sendable {
    case any
    /// The argument of this label ends in one of these names: `for: AVMediaType.video`.
    case argument(String, [String])
    /// The first argument ends in one of these names.
    case first([String])
    /// No argument has this label.
    case lacks(String)
    /// The value ends in one of these names.
    case value([String])
    /// The value is written out and is not this one.
    case valueOtherThan(String)
  }

  /// A name without which the call is somebody else's; one with a type, such as
  /// `sourceType: UIImagePickerController`, where it is declared so.
  package enum Companion: Hashable, Sendable {
    case inFile(String)
    case inProject(String)
  }

  package let kind: AppNeed.Kind
  package let shape: Shape
  package let condition: Condition
  package let companion: Companion?
  /// The first iOS release with the call, as 100 × major + minor; 0 where it does not matter.
  package let since: Int

  init(
    _ kind: AppNeed.Kind, _ shape: Shape, _ condition: Condition = .any,
    beside companion: Companion? = nil, since: Int = 0
  ) {
    self.kind = kind
    self.shape = shape
    self.condition = condition
    self.companion = companion
    self.since = since
  }

  /// The name at which the call is found.
  var anchor: String {
    switch shape {
    case .member(let type, _): type
    case .function(let name), .method(let name), .assignment(let name), .label(let name): name
    }
  }
}

/// The calls that show what an app does.
///
/// The key that each kind needs is given by Apple's page of that key; what stands beside a group is
/// Apple's page of the calls. A type's name alone shows nothing: `PHAsset` in a signature reads no
/// library. `PHLivePhoto.request`, `PHLivePhotoView` and `PHAssetResource.assetResources(for:)` work
/// on picked photos and need no key, so they are not here.
package enum CallTable {
  package static func patterns(of language: SourceLanguage) -> [CallPattern] {
    switch language {
    case .swift: swift
    case .objectiveC: objectiveC
    }
  }

  private static let resourceTypes = [
    "photo", "video", "audio", "pairedVideo", "alternatePhoto", "fullSizePhoto", "fullSizeVideo",
    "fullSizePairedVideo", "adjustmentData",
  ]

  /// `PHAssetResourceTypePairedVideo` for `pairedVideo`.
  private static func objectiveCResourceType(_ name: String) -> String {
    "PHAssetResourceType" + name.prefix(1).uppercased() + name.dropFirst()
  }

  private static let swift: [CallPattern] = [
    // PHAssetCreationRequest, PHAssetChangeRequest: "Adding New Assets".
    CallPattern(.save, .member(of: "PHAssetCreationRequest", "forAsset")),
    CallPattern(.save, .member(of: "PHAssetCreationRequest", "creationRequestForAsset*")),
    CallPattern(.save, .member(of: "PHAssetChangeRequest", "creationRequestForAsset*")),
    CallPattern(.save, .method("addResource"), .argument("with", resourceTypes)),
    // UIKit functions, "Saving images and videos"; they ask for adding only since iOS 11.
    CallPattern(.save, .function("UIImageWriteToSavedPhotosAlbum")),
    CallPattern(.save, .function("UISaveVideoAtPathToSavedPhotosAlbum")),
    // PHAccessLevel.addOnly
    CallPattern(.save, .method("requestAuthorization"), .argument("for", ["addOnly"])),

    // PHAccessLevel.readWrite; without a level, read and write access is asked for.
    CallPattern(.read, .method("requestAuthorization"), .argument("for", ["readWrite"])),
    CallPattern(
      .read, .member(of: "PHPhotoLibrary", "requestAuthorization"), .lacks("for")),
    // PHAsset, PHAssetCollection, PHCollectionList, PHCollection: "Fetching …".
    CallPattern(.read, .member(of: "PHAsset", "fetch*")),
    CallPattern(.read, .member(of: "PHAssetCollection", "fetch*")),
    CallPattern(.read, .member(of: "PHCollectionList", "fetch*")),
    CallPattern(.read, .member(of: "PHCollection", "fetch*")),
    // PHImageManager, PHCachingImageManager: they load assets that were fetched.
    CallPattern(.read, .member(of: "PHImageManager", "default")),
    CallPattern(.read, .function("PHCachingImageManager")),
    // PHPhotoLibrary: "Observing library changes" and the picker of limited access.
    CallPattern(.read, .member(of: "PHPhotoLibrary", "register")),
    CallPattern(.read, .member(of: "PHPhotoLibrary", "presentLimitedLibraryPicker")),

    // AVCaptureDevice: "Discovering devices", "Requesting authorization".
    CallPattern(
      .capture, .member(of: "AVCaptureDevice", "default"), .argument("for", ["video"])),
    CallPattern(
      .capture, .member(of: "AVCaptureDevice", "requestAccess"), .argument("for", ["video"])),
    CallPattern(
      .capture, .member(of: "AVCaptureDevice", "DiscoverySession"),
      .argument("mediaType", ["video"])),
    // AVCapturePhotoOutput: "Capturing and saving Live Photos".
    CallPattern(
      .capture, .function("AVCapturePhotoOutput"), beside: .inProject("AVCaptureSession")),
    CallPattern(
      .capture, .assignment("isLivePhotoCaptureEnabled"), .valueOtherThan("false")),
    // UIImagePickerController.sourceType; SwiftUI wrappers take it as an argument.
    CallPattern(
      .capture, .assignment("sourceType"), .value(["camera"]),
      beside: .inProject("UIImagePickerController")),
    // Others have labels of that name: one of the project's own must be of the picker's type.
    CallPattern(
      .capture, .label("sourceType"), .value(["camera"]),
      beside: .inProject("sourceType: UIImagePickerController")),

    // AVCaptureDevice, AVAudioRecorder, AVAudioSession, AVAudioApplication.
    CallPattern(
      .microphone, .member(of: "AVCaptureDevice", "default"), .argument("for", ["audio"])),
    CallPattern(
      .microphone, .member(of: "AVCaptureDevice", "requestAccess"), .argument("for", ["audio"])),
    CallPattern(.microphone, .function("AVAudioRecorder")),
    CallPattern(
      .microphone, .method("setCategory"), .first(["record", "playAndRecord"]),
      beside: .inFile("AVAudioSession")),
    CallPattern(.microphone, .member(of: "AVAudioSession", "requestRecordPermission")),
    CallPattern(.microphone, .member(of: "AVAudioApplication", "requestRecordPermission")),

    // PHPickerViewController, PhotosPicker: they run out of process and need no key.
    CallPattern(.pick, .function("PHPickerViewController")),
    CallPattern(.pick, .function("PHPickerConfiguration")),
    CallPattern(.pick, .function("PhotosPicker")),
    CallPattern(.pick, .method("photosPicker"), beside: .inFile("PhotosUI")),

    // Activity.request(attributes:content:pushType:) and its form of iOS 16.1.
    CallPattern(
      .liveActivity, .member(of: "Activity", "request"), beside: .inFile("ActivityKit"),
      since: 1601),
  ]

  private static let objectiveC: [CallPattern] = [
    CallPattern(.save, .member(of: "PHAssetCreationRequest", "creationRequestForAsset*")),
    CallPattern(.save, .member(of: "PHAssetChangeRequest", "creationRequestForAsset*")),
    CallPattern(
      .save, .method("addResourceWithType"), .first(resourceTypes.map(objectiveCResourceType))),
    CallPattern(.save, .function("UIImageWriteToSavedPhotosAlbum")),
    CallPattern(.save, .function("UISaveVideoAtPathToSavedPhotosAlbum")),
    CallPattern(
      .save, .method("requestAuthorizationForAccessLevel"), .first(["PHAccessLevelAddOnly"])),

    CallPattern(
      .read, .method("requestAuthorizationForAccessLevel"), .first(["PHAccessLevelReadWrite"])),
    CallPattern(.read, .member(of: "PHPhotoLibrary", "requestAuthorization")),
    CallPattern(.read, .member(of: "PHAsset", "fetch*")),
    CallPattern(.read, .member(of: "PHAssetCollection", "fetch*")),
    CallPattern(.read, .member(of: "PHCollectionList", "fetch*")),
    CallPattern(.read, .member(of: "PHCollection", "fetch*")),
    CallPattern(.read, .member(of: "PHImageManager", "defaultManager")),
    CallPattern(.read, .member(of: "PHCachingImageManager", "alloc")),
    CallPattern(.read, .member(of: "PHCachingImageManager", "new")),
    CallPattern(.read, .member(of: "PHPhotoLibrary", "registerChangeObserver")),
    CallPattern(.read, .member(of: "PHPhotoLibrary", "presentLimitedLibraryPicker*")),

    CallPattern(
      .capture, .member(of: "AVCaptureDevice", "defaultDeviceWithMediaType"),
      .first(["AVMediaTypeVideo"])),
    CallPattern(
      .capture, .member(of: "AVCaptureDevice", "defaultDeviceWithDeviceType"),
      .argument("mediaType", ["AVMediaTypeVideo"])),
    CallPattern(
      .capture, .member(of: "AVCaptureDevice", "requestAccessForMediaType"),
      .first(["AVMediaTypeVideo"])),
    CallPattern(
      .capture, .member(of: "AVCapturePhotoOutput", "alloc"),
      beside: .inProject("AVCaptureSession")),
    CallPattern(
      .capture, .member(of: "AVCapturePhotoOutput", "new"),
      beside: .inProject("AVCaptureSession")),
    CallPattern(.capture, .assignment("livePhotoCaptureEnabled"), .valueOtherThan("NO")),
    CallPattern(
      .capture, .assignment("sourceType"), .value(["UIImagePickerControllerSourceTypeCamera"])),
    CallPattern(
      .capture, .method("setSourceType"), .first(["UIImagePickerControllerSourceTypeCamera"])),

    CallPattern(
      .microphone, .member(of: "AVCaptureDevice", "defaultDeviceWithMediaType"),
      .first(["AVMediaTypeAudio"])),
    CallPattern(
      .microphone, .member(of: "AVCaptureDevice", "requestAccessForMediaType"),
      .first(["AVMediaTypeAudio"])),
    CallPattern(.microphone, .member(of: "AVAudioRecorder", "alloc")),
    CallPattern(
      .microphone, .method("setCategory"),
      .first(["AVAudioSessionCategoryRecord", "AVAudioSessionCategoryPlayAndRecord"])),
    CallPattern(.microphone, .member(of: "AVAudioSession", "requestRecordPermission")),
    CallPattern(
      .microphone, .member(of: "AVAudioApplication", "requestRecordPermission*")),

    CallPattern(.pick, .member(of: "PHPickerViewController", "alloc")),
    CallPattern(.pick, .member(of: "PHPickerConfiguration", "alloc")),
    CallPattern(.pick, .member(of: "PHPickerConfiguration", "new")),
  ]
}
