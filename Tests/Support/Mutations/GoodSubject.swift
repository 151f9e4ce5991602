import Rules
package import Validator

/// What mutants are made from: subjects on which no rule fails, in any profile.
package enum GoodSubject: Hashable, Sendable {
  case pair(GoodPair.Form)
  case app
  case animation

  /// All of them.
  package static let all: [GoodSubject] =
    GoodPair.Form.allCases.map { .pair($0) } + [.app, .animation]

  /// What it is, in a word or two.
  package var name: String {
    switch self {
    case .pair(let form): form.rawValue
    case .app: "app"
    case .animation: "animation"
    }
  }

  /// The rules that fail of the subject as it is.
  package func failures(_ media: Media) throws(ReadError) -> [String] {
    switch self {
    case .pair(let form): try GoodPair(form, media).files.facts.failures
    case .app: App.good.failures
    case .animation: Animation.good.failures
    }
  }
}

extension Engine {
  /// The engine in the profile that runs all rules.
  static let ofAllRules = Engine(rules: Catalogue.rules, profile: .camera)
}

extension SubjectReport {
  /// The rules that fail, in the order of the catalogue.
  var failingRules: [String] { results.filter { $0.state == .fail }.map(\.rule.id) }
}

extension App {
  /// The example with a widget, which saves, reads, films and starts Live Activities, says why,
  /// and says it in German too.
  static var good: App {
    var app = App.exampleWithWidget
    app.needs += [
      .example(.read, call: "PHAsset.fetchAssets(with:)"),
      .example(.capture, call: "AVCapturePhotoOutput()"),
      .example(.microphone, call: "AVCaptureDevice.default(for: .audio)"),
      .example(.liveActivity, call: "Activity.request(attributes:content:)"),
    ]
    app.targets[0].set(
      UsageTexts.readKey, .string("Shows your videos so that you can turn one into a Live Photo."),
      line: 12)
    app.targets[0].set(
      UsageTexts.cameraKey, .string("Films the Live Photos that you take in the app."), line: 14)
    app.targets[0].set(
      UsageTexts.microphoneKey, .string("Records the sound of your Live Photos."), line: 16)
    app.targets[0].set("NSSupportsLiveActivities", .boolean(true), line: 18)
    app.targets[0].localise("en", [UsageTexts.addKey: UsageTexts.add])
    app.targets[0].localise("de", [UsageTexts.addKey: UsageTexts.addInGerman])
    return app
  }

  var failures: [String] { Engine.ofAllRules.judge(self).failingRules }
}

/// Keys of usage texts, and good texts for them.
enum UsageTexts {
  static let addKey = "NSPhotoLibraryAddUsageDescription"
  static let readKey = "NSPhotoLibraryUsageDescription"
  static let cameraKey = "NSCameraUsageDescription"
  static let microphoneKey = "NSMicrophoneUsageDescription"
  static let add = "Saves the Live Photos you make to your library."
  static let addInGerman = "Sichert deine Live Photos in deiner Mediathek."
}

extension Animation {
  /// Twelve frames of 100×100 pixels, 0.1 s each, for ever.
  static var good: Animation {
    let size = PixelSize(width: 100, height: 100)
    var animation = Animation(
      file: MediaFile(path: FilePath("dog.gif"), size: 5_000, type: .gif),
      unreadable: ReadError(.unsupported, "not part of the example", at: .example))
    animation.size = .present(size, at: .example)
    animation.frames = .present(
      Array(
        repeating: AnimationFrame(
          left: 0, top: 0, size: size, delay: MediaTime(10, scale: 100), delayPlace: .example,
          place: .example),
        count: 12), at: .example)
    animation.frameCount = 12
    animation.loopCount = .present(0, at: .example)
    animation.trailingData = .absent(searched: [])
    return animation
  }

  var failures: [String] { Engine.ofAllRules.judge(self).failingRules }
}
