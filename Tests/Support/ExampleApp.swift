package import Validator

/// Apps that are not there, for tests of rules.
///
/// Each example is as it ought to be; a test changes the one setting that it is about.
extension App {
  /// A project with one app target that saves photos and says why.
  package static var example: App {
    var app = App(name: "LiveMaker", root: FilePath("LiveMaker"), form: .project)
    app.targets = [.example]
    app.needs = [.example(.save, call: "PHAssetCreationRequest.forAsset()")]
    app.needsAreKnown = true
    app.files = [.exampleInfoPlist]
    return app
  }

  /// The example with a widget extension in it.
  package static var exampleWithWidget: App {
    var app = App.example
    app.targets.append(.exampleWidget)
    return app
  }
}

extension AppTarget {
  /// The app target of the example.
  package static var example: AppTarget {
    var target = AppTarget(
      name: "LiveMaker", kind: .app, infoPlist: .present(.exampleInfoPlist, at: .example))
    target.values = [
      .example("CFBundleDevelopmentRegion", "en", line: 4),
      .example("CFBundleDisplayName", "Live Maker", line: 6),
      .example(
        "NSPhotoLibraryAddUsageDescription", "Saves the Live Photos you make to your library.",
        line: 8),
      .example("MinimumOSVersion", "17.0", line: 10),
    ]
    return target
  }

  /// A widget extension of the example app.
  package static var exampleWidget: AppTarget {
    let file = FilePath("LiveMaker/Widget/Info.plist")
    var target = AppTarget(
      name: "LiveMakerWidget", kind: .appExtension, infoPlist: .present(file, at: .example))
    target.hostApp = "LiveMaker"
    target.values = [
      .example(
        "NSExtension/NSExtensionPointIdentifier", "com.apple.widgetkit-extension", line: 7,
        file: file),
      .example("MinimumOSVersion", "17.0", line: 9, file: file),
    ]
    return target
  }

  /// Gives a key another value, or removes it.
  package mutating func set(
    _ key: String, _ value: PropertyListValue?, line: Int = 20, layer: SettingLayer = .infoPlist
  ) {
    values.removeAll { $0.key == key }
    guard let value else { return }
    values.append(.example(key, value, line: line, layer: layer))
  }

  /// Adds a table of one language.
  package mutating func localise(
    _ language: String, _ texts: [String: String], table: Localisation.Table = .infoPlist,
    state: String? = nil
  ) {
    let name =
      switch table {
      case .infoPlist: "InfoPlist.strings"
      case .other(let name): name
      }
    let file = FilePath("LiveMaker/\(language).lproj/\(name)")
    localisations.append(
      Localisation(
        language: language, table: table, file: file,
        texts: texts.sorted { $0.key < $1.key }.enumerated().map { index, entry in
          LocalisedText(
            key: entry.key, text: entry.value, state: state,
            place: SettingPlace(file: file, line: index + 1))
        }))
  }
}

extension SettingValue {
  /// A text in Info.plist.
  package static func example(
    _ key: String, _ text: String, line: Int, file: FilePath = .exampleInfoPlist
  ) -> SettingValue {
    var value = example(key, .string(text), line: line)
    value.place.file = file
    return value
  }

  /// A value in Info.plist or another layer.
  package static func example(
    _ key: String, _ value: PropertyListValue, line: Int, layer: SettingLayer = .infoPlist
  ) -> SettingValue {
    SettingValue(
      key: key, raw: value, expanded: value, layer: layer,
      place: SettingPlace(file: .exampleInfoPlist, path: key, line: line, column: 3))
  }
}

extension AppNeed {
  /// A need that a call in line 12 of a source file shows.
  package static func example(_ kind: Kind, call: String) -> AppNeed {
    AppNeed(
      kind, call: call,
      place: SettingPlace(file: FilePath("LiveMaker/Saver.swift"), line: 12, column: 5))
  }
}

extension FilePath {
  /// The property list of the example app.
  package static let exampleInfoPlist = FilePath("LiveMaker/Info.plist")
}
