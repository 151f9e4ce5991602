/// The files of an app called Live Maker, as people and Xcode write them.
///
/// Specimens of settings are made from them: nothing but the keys that a specimen is about differs.
enum AppProject {
  /// A value in an XML property list.
  enum PlistValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, Sendable
  {
    case text(String)
    case boolean(Bool)
    case array([PlistValue])
    case dictionary([(String, PlistValue)])

    init(stringLiteral text: String) { self = .text(text) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(arrayLiteral elements: PlistValue...) { self = .array(elements) }
    init(dictionaryLiteral entries: (String, PlistValue)...) { self = .dictionary(entries) }

    /// The lines of the value.
    fileprivate func lines(_ indent: String) -> [String] {
      switch self {
      case .text(let text):
        return ["\(indent)<string>\(text.replacing("&", with: "&amp;"))</string>"]
      case .boolean(let value): return [indent + (value ? "<true/>" : "<false/>")]
      case .array(let elements):
        let inner = elements.flatMap { $0.lines(indent + "\t") }
        return ["\(indent)<array>"] + inner + ["\(indent)</array>"]
      case .dictionary(let entries):
        let inner = entries.flatMap { key, value in
          ["\(indent)\t<key>\(key)</key>"] + value.lines(indent + "\t")
        }
        return ["\(indent)<dict>"] + inner + ["\(indent)</dict>"]
      }
    }
  }

  /// An XML property list with these entries and no others.
  static func propertyList(_ entries: [(String, PlistValue)]) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(PlistValue.dictionary(entries).lines("").joined(separator: "\n"))
    </plist>

    """
  }

  /// The Info.plist of the app with further entries.
  static func infoPlist(_ entries: KeyValuePairs<String, PlistValue>) -> String {
    propertyList(
      [
        ("CFBundleDevelopmentRegion", "en"),
        ("CFBundleDisplayName", "Live Maker"),
        ("CFBundleName", "LiveMaker"),
        ("MinimumOSVersion", "17.0"),
      ] + entries.map { ($0.key, $0.value) })
  }

  /// The Info.plist of a widget extension.
  static func widgetInfoPlist(_ entries: KeyValuePairs<String, PlistValue> = [:]) -> String {
    propertyList(
      [
        ("CFBundleName", "LiveMakerWidget"),
        ("MinimumOSVersion", "17.0"),
        ("NSExtension", ["NSExtensionPointIdentifier": "com.apple.widgetkit-extension"]),
      ] + entries.map { ($0.key, $0.value) })
  }

  /// A table of texts in a `.lproj` folder.
  static func strings(_ texts: KeyValuePairs<String, String>) -> String {
    texts.map { "\($0.key.contains(" ") ? "\"\($0.key)\"" : $0.key) = \"\($0.value)\";\n" }.joined()
  }

  /// A string catalogue with one key.
  ///
  /// - Parameter texts: of each language the text and the state of the unit.
  static func catalogue(_ key: String, _ texts: KeyValuePairs<String, (String, String)>) -> String {
    let units = texts.map { language, unit in
      """
              "\(language)" : {
                "stringUnit" : { "state" : "\(unit.1)", "value" : "\(unit.0)" }
              }
      """
    }
    return """
      {
        "sourceLanguage" : "en",
        "strings" : {
          "\(key)" : {
            "localizations" : {
      \(units.joined(separator: ",\n"))
            }
          }
        },
        "version" : "1.0"
      }

      """
  }
}

// MARK: - Xcode

extension AppProject {
  /// Build settings by their names.
  typealias Settings = KeyValuePairs<String, String>

  /// The settings of a target whose Info.plist Xcode makes.
  static let generated = "GENERATE_INFOPLIST_FILE"

  /// The `project.pbxproj` of the app, and of a widget in it where that has settings.
  ///
  /// - Parameters:
  ///   - app: the build settings of the app target, in both configurations.
  ///   - widget: those of the widget extension.
  ///   - project: those of the project.
  ///   - configuration: the xcconfig file of the app target.
  static func pbxproj(
    _ app: Settings, widget: Settings? = nil, project: Settings = [:],
    configuration: String? = nil
  ) -> String {
    let names: [String?] = [configuration.map { _ in "B0" }, "C0", widget.map { _ in "C1" }]
    let project =
      Array(project) + [("IPHONEOS_DEPLOYMENT_TARGET", "17.0"), ("SDKROOT", "iphoneos")]
    var objects = [
      """
      A0 = {isa = PBXProject; buildConfigurationList = D0; compatibilityVersion = "Xcode 14.0";
      \t\t\tdevelopmentRegion = en; knownRegions = (en, Base); mainGroup = B1;
      \t\t\tprojectDirPath = ""; targets = (\(widget == nil ? "C0" : "C0, C1")); };
      """,
      group(names.compactMap { $0 }.filter { $0.hasPrefix("B") }),
      target("C0", "LiveMaker", "application", list: "D1", dependsOnWidget: widget != nil),
    ]
    if let configuration {
      objects.append(
        "B0 = {isa = PBXFileReference; lastKnownFileType = text.xcconfig; "
          + "path = \(configuration); sourceTree = \"<group>\"; };")
    }
    objects += configurations("0", project, base: nil)
    objects += configurations("1", Array(app), base: configuration == nil ? nil : "B0")
    if let widget {
      objects.append(
        target("C1", "LiveMakerWidget", "app-extension", list: "D2", dependsOnWidget: false))
      objects.append("C2 = {isa = PBXTargetDependency; target = C1; };")
      objects += configurations("2", Array(widget), base: nil)
    }
    return """
      // !$*UTF8*$!
      {
      \tarchiveVersion = 1;
      \tobjectVersion = 56;
      \tobjects = {
      \(objects.map { "\t\t\($0)" }.joined(separator: "\n"))
      \t};
      \trootObject = A0;
      }

      """
  }

  private static func group(_ children: [String]) -> String {
    "B1 = {isa = PBXGroup; children = (\(children.joined(separator: ", "))); "
      + "sourceTree = \"<group>\"; };"
  }

  private static func target(
    _ id: String, _ name: String, _ type: String, list: String, dependsOnWidget: Bool
  ) -> String {
    """
    \(id) = {isa = PBXNativeTarget; buildConfigurationList = \(list); buildPhases = ();
    \t\t\tdependencies = (\(dependsOnWidget ? "C2" : "")); name = \(name);
    \t\t\tproductType = "com.apple.product-type.\(type)"; };
    """
  }

  /// The list `D…` with Debug `E…` and Release `F…`, which have the same settings.
  private static func configurations(
    _ number: String, _ settings: [(key: String, value: String)], base: String?
  ) -> [String] {
    let base = base.map { "baseConfigurationReference = \($0); " } ?? ""
    let lines = settings.map { "\t\t\t\t\($0.key) = \"\($0.value)\";\n" }.joined()
    let list =
      "D\(number) = {isa = XCConfigurationList; buildConfigurations = (E\(number), F\(number)); "
      + "defaultConfigurationName = Release; };"
    return [list]
      + [("E", "Debug"), ("F", "Release")].map { letter, name in
        "\(letter)\(number) = {isa = XCBuildConfiguration; \(base)name = \(name); "
          + "buildSettings = {\n\(lines)\t\t\t}; };"
      }
  }
}

// MARK: - XcodeGen and Expo

extension AppProject {
  /// XcodeGen's `project.yml`, from which it writes the Info.plist with these entries.
  static func xcodeGen(_ properties: [(key: String, text: String)]) -> String {
    let lines = ([("CFBundleDisplayName", "Live Maker")] + properties).map {
      "        \($0.key): \($0.text)"
    }
    return """
      name: LiveMaker
      options:
        deploymentTarget:
          iOS: "17.0"
      targets:
        LiveMaker:
          type: application
          platform: iOS
          sources: [LiveMaker]
          info:
            path: LiveMaker/Info.plist
            properties:
      \(lines.joined(separator: "\n"))

      """
  }

  /// Expo's `app.json`.
  ///
  /// - Parameters:
  ///   - infoPlist: entries for the Info.plist.
  ///   - plugins: the plug-ins, in JSON.
  static func expo(
    infoPlist: [(key: String, text: String)] = [], plugins: [String] = []
  ) -> String {
    let entries = infoPlist.map { "\"\($0.key)\": \"\($0.text)\"" }.joined(separator: ", ")
    return """
      {
        "expo": {
          "name": "Live Maker",
          "slug": "live-maker",
          "ios": {
            "bundleIdentifier": "com.example.livemaker",
            "infoPlist": {\(entries)}
          },
          "plugins": [
            \(plugins.joined(separator: ",\n      "))
          ]
        }
      }

      """
  }
}

// MARK: - Sources

extension AppProject {
  /// Adds a Live Photo to the library.
  static let savingSource = """
    import Photos

    /// Adds a Live Photo to the library.
    func save(still: URL, movie: URL) async throws {
      try await PHPhotoLibrary.shared().performChanges {
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, fileURL: still, options: nil)
        request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
      }
    }

    """

  /// Asks for adding alone, then adds.
  static let addOnlySource =
    savingSource + """

      /// Asks whether the app may add photos.
      func mayAdd() async -> Bool {
        await PHPhotoLibrary.requestAuthorization(for: .addOnly) == .authorized
      }

      """

  /// Asks for all photos.
  static let readingSource = """
    import Photos

    /// Asks whether the app may see all photos.
    func mayRead() async -> Bool {
      await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .authorized
    }

    """

  /// Lets people pick a photo, outside of the app.
  static let pickingSource = """
    import PhotosUI
    import SwiftUI

    struct LivePhotoPicker: View {
      @Binding var items: [PhotosPickerItem]

      var body: some View {
        PhotosPicker("Choose a Live Photo", selection: $items, matching: .livePhotos)
      }
    }

    """

  /// Films, with sound or without.
  static func capturingSource(records sound: Bool) -> String {
    let input =
      sound
      ? """

        if let microphone = AVCaptureDevice.default(for: .audio) {
          session.addInput(try AVCaptureDeviceInput(device: microphone))
        }
      """ : ""
    return """
      import AVFoundation

      /// A session that takes Live Photos.
      func makeSession() throws -> AVCaptureSession {
        let session = AVCaptureSession()
        if let camera = AVCaptureDevice.default(for: .video) {
          session.addInput(try AVCaptureDeviceInput(device: camera))
        }\(input)
        let output = AVCapturePhotoOutput()
        session.addOutput(output)
        output.isLivePhotoCaptureEnabled = output.isLivePhotoCaptureSupported
        return session
      }

      """
  }
}

// MARK: - Specimens

extension Specimen.File {
  /// A file of text.
  init(_ name: String, text: String) { self.init(name, Array(text.utf8)) }

  /// A source that adds a Live Photo to the library.
  static let saver = Specimen.File("LiveMaker/Saver.swift", text: AppProject.savingSource)

  /// The Info.plist that a project names, with these further entries.
  static func appInfoPlist(_ entries: KeyValuePairs<String, AppProject.PlistValue>) -> Self {
    Specimen.File("LiveMaker/Info.plist", text: AppProject.infoPlist(entries))
  }
}

extension Specimen {
  /// An Info.plist by itself.
  static func infoPlist(
    _ name: String, _ entries: KeyValuePairs<String, AppProject.PlistValue>, _ others: File...
  ) -> Specimen {
    Specimen(
      name, files: [File("Info.plist", text: AppProject.infoPlist(entries))] + others)
  }

  /// An Xcode project with further files.
  static func xcode(
    _ name: String, _ settings: AppProject.Settings, _ others: File...
  ) -> Specimen {
    Specimen(
      name,
      files: [
        File("LiveMaker.xcodeproj/project.pbxproj", text: AppProject.pbxproj(settings))
      ] + others)
  }
}
