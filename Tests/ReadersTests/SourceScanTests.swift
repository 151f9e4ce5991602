import Readers
import Testing
import Validator

/// The needs of a text, each as `kind call`.
private func needs(_ text: String, _ language: SourceLanguage = .swift) -> [String] {
  SourceNeedScanner.needs(
    in: Array(text.utf8), file: FilePath("a"), language: language
  ).map { "\($0.kind.rawValue) \($0.call ?? "")" }
}

@Suite struct `What Swift sources show` {
  static let calls: [(text: String, need: String)] = [
    ("PHAssetCreationRequest.forAsset()", "save PHAssetCreationRequest.forAsset()"),
    (
      "request.addResource(with: .pairedVideo, fileURL: url, options: nil)",
      "save addResource(with: .pairedVideo)"
    ),
    (
      "r?.addResource(with: PHAssetResourceType.photo, data: d, options: nil)",
      "save addResource(with: .photo)"
    ),
    (
      "PHAssetChangeRequest.creationRequestForAsset(from: image)",
      "save PHAssetChangeRequest.creationRequestForAsset(from:)"
    ),
    (
      "PHAssetChangeRequest\n  .creationRequestForAssetFromVideo(atFileURL: url)",
      "save PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL:)"
    ),
    (
      "UIImageWriteToSavedPhotosAlbum(image, nil, nil, nil)",
      "save UIImageWriteToSavedPhotosAlbum()"
    ),
    (
      "UISaveVideoAtPathToSavedPhotosAlbum(path, nil, nil, nil)",
      "save UISaveVideoAtPathToSavedPhotosAlbum()"
    ),
    (
      "await PHPhotoLibrary.requestAuthorization(for: .addOnly)",
      "save requestAuthorization(for: .addOnly)"
    ),
    (
      "PHPhotoLibrary.requestAuthorization(for: PHAccessLevel.readWrite) { _ in }",
      "read requestAuthorization(for: .readWrite)"
    ),
    (
      "PHPhotoLibrary.requestAuthorization { status in }",
      "read PHPhotoLibrary.requestAuthorization()"
    ),
    (
      "PHPhotoLibrary.requestAuthorization(handler)",
      "read PHPhotoLibrary.requestAuthorization()"
    ),
    ("PHAsset.fetchAssets(with: .image, options: nil)", "read PHAsset.fetchAssets(with:)"),
    (
      "PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)",
      "read PHAssetCollection.fetchAssetCollections(with:)"
    ),
    (
      "PHImageManager.default().requestImage(for: asset)", "read PHImageManager.default()"
    ),
    ("let manager = PHCachingImageManager()", "read PHCachingImageManager()"),
    ("PHPhotoLibrary.shared().register(self)", "read PHPhotoLibrary.register()"),
    (
      "AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)",
      "capture AVCaptureDevice.default(for: .video)"
    ),
    (
      "AVCaptureDevice.requestAccess(for: AVMediaType.video) { _ in }",
      "capture AVCaptureDevice.requestAccess(for: .video)"
    ),
    (
      "AVCaptureDevice.DiscoverySession(deviceTypes: [], mediaType: .video, position: .back)",
      "capture AVCaptureDevice.DiscoverySession(mediaType: .video)"
    ),
    (
      "let session = AVCaptureSession(); let output = AVCapturePhotoOutput()",
      "capture AVCapturePhotoOutput()"
    ),
    (
      "output.isLivePhotoCaptureEnabled = output.isLivePhotoCaptureSupported",
      "capture isLivePhotoCaptureEnabled = isLivePhotoCaptureSupported"
    ),
    (
      "let p = UIImagePickerController()\np.sourceType = .camera",
      "capture sourceType = .camera"
    ),
    (
      """
      p.sourceType = UIImagePickerController.isSourceTypeAvailable(.camera)
        ? .camera : .photoLibrary
      present(p)
      """, "capture sourceType = .camera"
    ),
    (
      "let sourceType: UIImagePickerController.SourceType; Picker(sourceType: .camera, image: $image)",
      "capture sourceType: .camera"
    ),
    ("AVCaptureDevice.default(for: .audio)", "microphone AVCaptureDevice.default(for: .audio)"),
    (
      "let r = try AVAudioRecorder(url: url, settings: [:])", "microphone AVAudioRecorder(url:)"
    ),
    (
      "AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .default)",
      "microphone setCategory(.playAndRecord)"
    ),
    (
      "AVAudioSession.sharedInstance().requestRecordPermission { _ in }",
      "microphone AVAudioSession.requestRecordPermission()"
    ),
    (
      "PHPickerViewController(configuration: c)", "pick PHPickerViewController(configuration:)"
    ),
    (
      "PHPickerConfiguration.init(photoLibrary: .shared())",
      "pick PHPickerConfiguration(photoLibrary:)"
    ),
    ("PhotosPicker(selection: $item) { }", "pick PhotosPicker(selection:)"),
    (
      "import ActivityKit\nActivity<Outer.Trip<[Int]>>.request(attributes: a, content: c)",
      "live-activity Activity.request(attributes:)"
    ),
    (
      "import ActivityKit\n_ = try Activity.request(attributes: a, contentState: s)",
      "live-activity Activity.request(attributes:)"
    ),
  ]

  @Test(arguments: calls)
  func `names the call and its kind`(text: String, need: String) {
    #expect(needs(text) == [need])
  }

  @Test(arguments: [
    "func show(_ asset: PHAsset, in library: PHPhotoLibrary) -> PHFetchResult<PHAsset>",
    "extension PHAsset { func fetch() {} }",
    "PHLivePhoto.request(withResourceFileURLs: urls, placeholderImage: nil) { _, _ in }",
    "PHAssetResource.assetResources(for: livePhoto)",
    "PHPhotoLibrary.requestAuthorization(for: level) { _ in }",
    "PHPhotoLibrary.authorizationStatus(for: .addOnly)",
    "SFSpeechRecognizer.requestAuthorization { _ in }",
    "let fetch = PHAsset.fetchAssets",
    "MyPHAsset.fetchAssets(with: x)",
    "PHAssetStore.fetchAssets(with: x)",
    "func UIImageWriteToSavedPhotosAlbum(_ image: Int) {}",
    "cache.addResource(with: name)",
    "UIImagePickerController.isSourceTypeAvailable(.camera)",
    "let p = UIImagePickerController(); if p.sourceType == .camera { }",
    "let p = UIImagePickerController(); p.sourceType = .photoLibrary\ncamera.start()",
    "var sourceType: UIImagePickerController.SourceType = .photoLibrary",
    "view.sourceType = .camera",
    "output.isLivePhotoCaptureEnabled = false",
    "let output = AVCapturePhotoOutput()",
    "Activity.request(url)",
    "import ActivityKit\nlet a: Activity<Trip>? = nil",
    "AVAudioSession.sharedInstance().setCategory(.playback)",
    "AVCaptureDevice.default(for: type)",
  ])
  func `is nothing where no call of the table stands`(text: String) {
    #expect(needs(text).isEmpty)
  }

  private static let call = "PHAsset.fetchAssets(with: nil)"
  private static let need = ["read PHAsset.fetchAssets(with:)"]

  @Test(arguments: [
    "// \(call)",
    "/* \(call) */",
    "/* a /* b */ \(call) */",
    "/// \(call)\nfunc f() {}",
    "let s = \"\(call)\"",
    "let s = \"a \\\" \(call)\"",
    "let s = #\"a \" \(call)\"#",
    "let s = #\"a \\(\(call))\"#",
    "let s = ##\"a \"# \(call)\"##",
    "let s = \"\"\"\n a \" \(call)\n \"\"\"",
    "let s = #\"\"\"\n a \"\"\" \(call)\n \"\"\"#",
    "let r = #/ \" \(call) /#",
    "#if false\n\(call)\n#endif",
    "#if false && DEBUG\n\(call)\n#endif",
    "#if !true\n#if DEBUG\n\(call)\n#endif\n\(call)\n#endif",
    "#if true\n#else\n\(call)\n#endif",
    "#if false\n#elseif false\n\(call)\n#endif",
    "/* not closed \(call)",
    "let s = \"\"\"\n not closed \(call)",
  ])
  func `leaves out comments, strings and what is never compiled`(text: String) {
    #expect(needs(text).isEmpty)
  }

  @Test(arguments: [
    "/* a /* b */ c */ \(call)",
    "/**/\(call)",
    "let s = \"\\(\(call))\"",
    "let s = \"a \\(f(\"b\", (1))) \\(\(call)) c\"",
    "let s = \"\"\"\n \\(\(call)) \n \"\"\"",
    "let s = #\"\\#(\(call))\"#",
    "let s = \"not closed\n\(call)",
    "let s = \"//\"; \(call)",
    "let s = \"\\\\\"; \(call)",
    "let s = \"\"; \(call)",
    "let s = #\"\\\"#; \(call)",
    "let s = #\"\"\"#; \(call)",
    "let r = /\"/; \(call)",
    "let x = a / b; let s = \"/\"; \(call)",
    "let x = [1].reduce(1, /); let q = (a / \(call))",
    "let `class` = 1.description; \(call)",
    "let `PHAsset` = \(call)",
    "#if DEBUG\n\(call)\n#endif",
    "#if false\n\"a\"\n#else\n\(call)\n#endif",
    "#if false // \(call)\n#elseif canImport(Photos)\n\(call)\n#endif",
    "#if false\n#if true\n#endif\n#endif\n\(call)",
    "#endif\n#else\n\(call)",
    "let c = \"é — 日本\"; let 名 = \(call)",
  ])
  func `finds what is code beside them`(text: String) {
    #expect(needs(text) == Self.need)
  }

  @Test func `keeps the first place of each call, by line and column in bytes`() {
    let text =
      "import Photos\r\n// é\r\n\tlet é = \(Self.call)\n\(Self.call)\nPHAssetCreationRequest\n.forAsset()"
    let found = SourceNeedScanner.needs(
      in: Array(text.utf8), file: FilePath("b/A.swift"), language: .swift)
    #expect(
      found.map(\.place) == [
        SettingPlace(file: FilePath("b/A.swift"), line: 3, column: 11),
        SettingPlace(file: FilePath("b/A.swift"), line: 5, column: 1),
      ])
  }
}

@Suite struct `What Objective-C sources show` {
  static let calls: [(text: String, need: String)] = [
    (
      "[PHAssetCreationRequest creationRequestForAsset];",
      "save [PHAssetCreationRequest creationRequestForAsset]"
    ),
    (
      "[PHAssetChangeRequest creationRequestForAssetFromImage:image];",
      "save [PHAssetChangeRequest creationRequestForAssetFromImage:]"
    ),
    (
      "[request addResourceWithType:PHAssetResourceTypePairedVideo fileURL:u options:nil];",
      "save addResourceWithType:PHAssetResourceTypePairedVideo"
    ),
    (
      "UIImageWriteToSavedPhotosAlbum(image, nil, nil, nil);",
      "save UIImageWriteToSavedPhotosAlbum()"
    ),
    (
      "[PHPhotoLibrary requestAuthorizationForAccessLevel:PHAccessLevelAddOnly handler:h];",
      "save requestAuthorizationForAccessLevel:PHAccessLevelAddOnly"
    ),
    (
      "[PHPhotoLibrary requestAuthorization:^(PHAuthorizationStatus s) { }];",
      "read [PHPhotoLibrary requestAuthorization:]"
    ),
    (
      "[PHAsset fetchAssetsWithOptions:nil];", "read [PHAsset fetchAssetsWithOptions:]"
    ),
    (
      "[[PHPhotoLibrary sharedPhotoLibrary] registerChangeObserver:self];",
      "read [PHPhotoLibrary registerChangeObserver:]"
    ),
    (
      "[[PHImageManager defaultManager] requestImageForAsset:a];",
      "read [PHImageManager defaultManager]"
    ),
    (
      "[AVCaptureDevice defaultDeviceWithMediaType:AVMediaTypeVideo];",
      "capture [AVCaptureDevice defaultDeviceWithMediaType:AVMediaTypeVideo]"
    ),
    (
      "[AVCaptureDevice defaultDeviceWithDeviceType:t mediaType:AVMediaTypeVideo position:p];",
      "capture [AVCaptureDevice defaultDeviceWithDeviceType:… mediaType:AVMediaTypeVideo]"
    ),
    (
      "picker.sourceType = UIImagePickerControllerSourceTypeCamera;",
      "capture sourceType = UIImagePickerControllerSourceTypeCamera"
    ),
    (
      "output.livePhotoCaptureEnabled = YES;", "capture livePhotoCaptureEnabled = YES"
    ),
    (
      "[s setCategory:AVAudioSessionCategoryRecord error:nil];",
      "microphone setCategory:AVAudioSessionCategoryRecord"
    ),
    (
      "[[PHPickerViewController alloc] initWithConfiguration:c];",
      "pick [PHPickerViewController alloc]"
    ),
  ]

  @Test(arguments: calls)
  func `names the call and its kind`(text: String, need: String) {
    #expect(needs(text, .objectiveC) == [need])
  }

  private static let call = "[PHAsset fetchAssetsWithOptions:nil];"
  private static let need = ["read [PHAsset fetchAssetsWithOptions:]"]

  @Test(arguments: [
    "// \(call)",
    "// joined \\\n\(call)",
    "/* \(call) */",
    "NSString *s = @\"\(call)\";",
    "char *s = \"\\\" \(call)\";",
    "#if 0\n\(call)\n#endif",
    "#if 0\nit's\n#if X\n#endif\n\(call)\n#endif",
    "#if 1\n#else\n\(call)\n#endif",
    "#define FETCH \\\n\(call)",
    "  #  define FETCH \(call)",
    "- (PHAsset *)fetchAssetsWithOptions:(PHFetchOptions *)options;",
    "@interface PHAsset (Mine)\n@end",
    "- (void)addResourceWithType:(PHAssetResourceType)type;",
    "void UIImageWriteToSavedPhotosAlbum(UIImage *image);",
    "[library requestAuthorizationForAccessLevel:level handler:h];",
    "output.livePhotoCaptureEnabled = NO;",
  ])
  func `leaves out comments, strings, macros and declarations`(text: String) {
    #expect(needs(text, .objectiveC).isEmpty)
  }

  @Test(arguments: [
    "/* a /* b */ \(call)",
    "char c = '\"'; \(call)",
    "char c = '\\''; \(call)",
    "NSString *s = @\"//\"; \(call)",
    "char *s = \"not closed\n\(call)",
    "#if 0\nit's \"\n#else\n\(call)\n#endif",
    "#if 0 /* a\n b */\n#endif\n\(call)",
    "#ifdef X\n\(call)\n#endif",
    "#import <Photos/Photos.h>\n\(call)",
    "int n = 1'000'000; \(call)",
  ])
  func `finds what is code beside them`(text: String) {
    #expect(needs(text, .objectiveC) == Self.need)
  }
}
