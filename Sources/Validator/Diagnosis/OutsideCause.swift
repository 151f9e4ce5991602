/// Something between the files and the screen that makes trouble and that no file shows.
package struct OutsideCause: Sendable {
  /// What may be so, in full sentences.
  package let text: String
  /// What to look at or to do, in full sentences.
  package let remedy: String
  package let grade: Grade
  package let source: Source
  package let symptoms: [Symptom]

  private init(
    _ text: String, remedy: String, grade: Grade, source: Source, symptoms: [Symptom]
  ) {
    self.text = text
    self.remedy = remedy
    self.grade = grade
    self.source = source
    self.symptoms = symptoms
  }

  /// What is known to cause some symptoms; without symptoms, what keeps a good pair from moving.
  package static func known(for symptoms: [Symptom]) -> [OutsideCause] {
    let wanted = symptoms.isEmpty ? Symptom.notMoving : symptoms
    return all.filter { $0.symptoms.contains { wanted.contains($0) } }
  }

  /// All of them, the more frequent first.
  package static let all: [OutsideCause] = saving + transfer + playing + elsewhere + appSettings

  // MARK: The app's own settings

  private static let appSettings = [
    OutsideCause(
      "A setting of the app or of its extensions is missing or wrong; no photo or movie shows it.",
      remedy: "Judge the project or the built app: livephotolint check MyApp/ or MyApp.ipa.",
      grade: .documented,
      source: .specification(
        "Apple Developer Documentation, Bundle Resources", "Information Property List"),
      symptoms: [
        .accessCrash, .uploadRefused, .manifestRefused, .extensionRefused, .reviewRejected,
        .wrongLanguage, .activityDoesNotStart, .widgetMissing,
      ])
  ]

  // MARK: Saving with PhotoKit

  private static let saving = [
    OutsideCause(
      "The app saves two assets instead of one.",
      remedy: """
        In one performChanges block make one PHAssetCreationRequest.forAsset() and add both files \
        to it: addResource(with: .photo, fileURL:options:) and addResource(with: .pairedVideo, \
        fileURL:options:).
        """,
      grade: .documented,
      source: .specification(
        "Apple Developer Documentation, Photos", "PHAssetCreationRequest.forAsset()"),
      symptoms: [.twoItems, .savedAsStill, .internalError, .longPressDoesNothing]),
    OutsideCause(
      "The file URLs that the app hands over have no extension, or not that of their contents.",
      remedy: """
        Photos goes by the extension. Copy what was downloaded or picked to .heic or .jpg and to \
        .mov before PHLivePhoto.request or addResource is called.
        """,
      grade: .observed, source: photoKitAnalysis, symptoms: [.invalidResource]),
    OutsideCause(
      "The app hands over a folder, two stills or two movies.",
      remedy: """
        PHLivePhoto.request(withResourceFileURLs:) takes exactly one still and one movie; print the \
        URLs just before the call.
        """,
      grade: .observed, source: photoKitAnalysis, symptoms: [.invalidResource]),
    OutsideCause(
      "A file is not there any more when Photos reads it, or only one half was handed over.",
      remedy: """
        Keep temporary files until the completion handler has run, and hand over both URLs.
        """,
      grade: .observed, source: photoKitAnalysis, symptoms: [.missingResource]),
    OutsideCause(
      "The app lacks a permission key, or the person allowed less than it needs.",
      remedy: """
        Look at NSPhotoLibraryAddUsageDescription and NSPhotoLibraryUsageDescription in the \
        Info.plist of the built app, and ask PHPhotoLibrary.requestAuthorization(for:) before \
        saving.
        """,
      grade: .reported,
      source: .publication("https://github.com/lionheart/openradar-mirror/issues/19946"),
      symptoms: [.internalError]),
  ]

  // MARK: On the way

  private static let transfer = [
    OutsideCause(
      """
      The files that were saved are not these: an upload form, a messenger or a cloud sent one \
      half only, or made the still anew without its MakerNote.
      """,
      remedy: """
        Judge the files as they arrived, not those that were sent. Two loose files also travel \
        as two; a .pvt bundle or an asset out of Photos travels as one.
        """,
      grade: .reported, source: .publication("https://github.com/pulsejet/memories/issues/1014"),
      symptoms: [
        .twoItems, .savedAsStill, .longPressDoesNothing, .missingResource, .invalidResource,
        .splitsElsewhere, .doesNotOpen,
      ]),
    OutsideCause(
      "The movie is a Loop, Bounce or Long Exposure that was exported: Photos takes none back.",
      remedy: "Export the unmodified original of both halves.",
      grade: .reported,
      source: .publication("https://github.com/lionheart/openradar-mirror/issues/19268"),
      symptoms: [.invalidResource, .longPressDoesNothing, .motionNotAvailable]),
  ]

  // MARK: Playing

  private static let playing = [
    OutsideCause(
      """
      iOS looks at the frames themselves before it moves them on the Lock Screen: how steady they \
      are, how well the still goes over into them, how good they look.
      """,
      remedy: """
        Try a clip with steady, even motion and the still from its middle. If that moves, the \
        content decides.
        """,
      grade: .observed,
      source: .publication("https://github.com/LimitPoint/LivePhoto/issues/10"),
      symptoms: [.motionNotAvailable]),
    OutsideCause(
      "The system is older than iOS 17 and does not move Live Photos on the Lock Screen.",
      remedy: "Try a Live Photo of the same device's camera as a control.",
      grade: .reported, source: .publication("https://github.com/abayomi185/Video2Live/issues/1"),
      symptoms: [.motionNotAvailable]),
    OutsideCause(
      "iCloud brought it to the iPhone as a still, for a reason that nobody has found yet.",
      remedy: """
        Send the pair as a .pvt bundle instead, and compare its movie with one of a camera.
        """,
      grade: .reported, source: .publication("https://github.com/RhetTbull/makelive/issues/26"),
      symptoms: [.liveOnMacOnly]),
    OutsideCause(
      "The first frame or the cover is black in itself, as in a clip that fades in.",
      remedy: "Take the still from half a second into the clip or later.",
      grade: .reported, source: .publication("https://github.com/TouSC/Video2LivePhoto/issues/2"),
      symptoms: [.blackFrame]),
    OutsideCause(
      """
      The pixels of one half were turned or cropped themselves; its metadata then looks right, and \
      pixels were not decoded.
      """,
      remedy: """
        Look at both halves in a viewer that heeds no metadata. In code, either turn the pixels or \
        set AVAssetWriterInput.transform and the still's orientation, not both.
        """,
      grade: .reported, source: .publication("https://github.com/immich-app/immich/issues/15068"),
      symptoms: [.turned, .jumps]),
  ]

  // MARK: Libraries and other software

  private static let elsewhere = [
    OutsideCause(
      """
      Another pair in the library has the same identifier or the same name, and the software took \
      its movie.
      """,
      remedy: """
        Judge the whole folder at once: identifiers that several shots share are found only there. \
        Give each pair a UUID of its own.
        """,
      grade: .reported, source: .publication("https://github.com/immich-app/immich/issues/14459"),
      symptoms: [.wrongMotion]),
    OutsideCause(
      "The software pairs by name, or its metadata reader calls the identifier otherwise.",
      remedy: "Give both halves one base name in one folder, and update the software.",
      grade: .reported, source: .publication("https://github.com/immich-app/immich/pull/4253"),
      symptoms: [.splitsElsewhere]),
    OutsideCause(
      "The software leaves out the time zone: movies state UTC, stills local time.",
      remedy: "Compare what both halves say with exiftool -a -G1 -time:all.",
      grade: .reported, source: .publication("https://github.com/immich-app/immich/issues/4375"),
      symptoms: [.wrongDate]),
    OutsideCause(
      "The pictures themselves are damaged or newer than the software: they were not decoded.",
      remedy: "Open the file on a current Mac or iPhone, and compare its size with the source's.",
      grade: .reported,
      source: .publication("https://github.com/strukturag/libheif/issues/1757"),
      symptoms: [.doesNotOpen, .blackFrame]),
  ]

  private static let photoKitAnalysis = Source.publication(
    "a published analysis of what PhotoKit refuses, and field reports that agree with it")
}
