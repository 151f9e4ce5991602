/// The files of the app LiveMaker and its widget, built and as an XcodeGen project.
///
/// Each recipe changes the one setting that it is about.
enum ExampleAppFiles {
  /// An XML property list with these entries at its top.
  static func propertyList(_ entries: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \(entries.indented)
      </dict>
      </plist>

      """.utf8)
  }

  // MARK: Built

  /// The Info.plist of the built app.
  static func app(minimumOS: String = "17.0", _ more: String = "") -> Specimen.File {
    let own = """
      <key>CFBundleIdentifier</key>
      <string>org.example.LiveMaker</string>
      <key>CFBundleName</key>
      <string>LiveMaker</string>
      <key>MinimumOSVersion</key>
      <string>\(minimumOS)</string>
      """
    return Specimen.File(
      "LiveMaker.app/Info.plist", propertyList(own.followed(by: more)))
  }

  /// The Info.plist of an extension of the built app.
  ///
  /// - Parameter more: its extension point and what it has beside that.
  static func `extension`(
    _ name: String = "Widget", minimumOS: String = "17.0", _ more: String = widgetPoint
  ) -> Specimen.File {
    let own = """
      <key>CFBundleIdentifier</key>
      <string>org.example.LiveMaker.\(name)</string>
      <key>CFBundleName</key>
      <string>\(name)</string>
      <key>MinimumOSVersion</key>
      <string>\(minimumOS)</string>
      """
    return Specimen.File(
      "LiveMaker.app/PlugIns/\(name).appex/Info.plist", propertyList(own.followed(by: more)))
  }

  /// The extension point of widgets.
  static let widgetPoint = """
    <key>NSExtension</key>
    <dict>
    \t<key>NSExtensionPointIdentifier</key>
    \t<string>com.apple.widgetkit-extension</string>
    </dict>
    """

  /// What declares Live Activities.
  static let liveActivities = "<key>NSSupportsLiveActivities</key>\n<true/>"

  // MARK: Project

  /// The `project.yml` of the app and its widget.
  ///
  /// - Parameters:
  ///   - app: further build settings of the app, a line each.
  ///   - widget: further entries of the widget's Info.plist, a line each.
  ///   - namesPoint: whether the widget's Info.plist is written out, with its extension point; else
  ///     Xcode generates it.
  static func project(
    minimumOS: String = "17.0", app: String = "", widget: String = "", namesPoint: Bool = true
  ) -> Specimen.File {
    let list = """
      info:
        path: Widget/Info.plist
        properties:
          NSExtension:
            NSExtensionPointIdentifier: com.apple.widgetkit-extension
      """
    let generated = """
      settings:
        base:
          GENERATE_INFOPLIST_FILE: YES
      """
    let text = """
      name: LiveMaker
      options:
        deploymentTarget:
          iOS: "\(minimumOS)"
      targets:
        LiveMaker:
          type: application
          platform: iOS
          sources: [App]
          dependencies:
            - target: Widget
          settings:
            base:
              GENERATE_INFOPLIST_FILE: YES
      \(app.indented(by: "        "))  Widget:
          type: app-extension
          platform: iOS
          sources: [Widget]
      \((namesPoint ? list : generated).indented(by: "    "))\(widget.indented(by: "        "))
      """
    return Specimen.File("LiveMaker/project.yml", Array(text.utf8))
  }

  /// The build setting that declares Live Activities.
  static let liveActivitiesSetting = "INFOPLIST_KEY_NSSupportsLiveActivities: YES"

  /// A source of the app that starts a Live Activity, with or without a check of the system.
  static func starter(checksSystem: Bool = false) -> Specimen.File {
    let request = "_ = try Activity.request(attributes: Export(), contentState: .init(done: 0))"
    let checked = """
      if #available(iOS 16.1, *) {
        \(request)
      }
      """
    let text = """
      import ActivityKit

      func showExport() throws {
      \((checksSystem ? checked : request).indented(by: "  "))}

      """
    return Specimen.File("LiveMaker/App/Export.swift", Array(text.utf8))
  }
}

extension String {
  /// The text and, where there is any, another behind it.
  fileprivate func followed(by more: String) -> String { more.isEmpty ? self : "\(self)\n\(more)" }

  /// The lines behind a tab each, without a line break at the end.
  fileprivate var indented: String {
    split(separator: "\n").map { "\t\($0)" }.joined(separator: "\n")
  }

  /// The lines behind so much white space, each with its line break.
  fileprivate func indented(by space: String) -> String {
    split(separator: "\n").map { "\(space)\($0)\n" }.joined()
  }
}
