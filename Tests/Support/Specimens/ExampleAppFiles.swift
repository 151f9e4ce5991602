/// The files of the app LiveMaker and its widget, built and as an XcodeGen project.
///
/// Each recipe changes the one setting that it is about.
enum ExampleAppFiles {
  /// Entries of a property list.
  typealias Entries = KeyValuePairs<String, AppProject.PlistValue>

  // MARK: Built

  /// The Info.plist of the built app.
  static func app(minimumOS: String = "17.0", _ more: Entries = [:]) -> Specimen.File {
    infoPlist("LiveMaker.app", "LiveMaker", "org.example.LiveMaker", minimumOS, more)
  }

  /// The Info.plist of an extension of the built app.
  ///
  /// - Parameter more: its extension point and what it has beside that.
  static func `extension`(
    _ name: String = "Widget", minimumOS: String = "17.0",
    _ more: Entries = ["NSExtension": widgetPoint]
  ) -> Specimen.File {
    infoPlist(
      "LiveMaker.app/PlugIns/\(name).appex", name, "org.example.LiveMaker.\(name)", minimumOS, more)
  }

  /// The extension point of widgets.
  static let widgetPoint: AppProject.PlistValue = [
    "NSExtensionPointIdentifier": "com.apple.widgetkit-extension"
  ]

  private static func infoPlist(
    _ bundle: String, _ name: String, _ identifier: String, _ minimumOS: String, _ more: Entries
  ) -> Specimen.File {
    Specimen.File(
      "\(bundle)/Info.plist",
      text: AppProject.propertyList(
        [
          ("CFBundleIdentifier", .text(identifier)), ("CFBundleName", .text(name)),
          ("MinimumOSVersion", .text(minimumOS)),
        ] + more.map { ($0.key, $0.value) }))
  }

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
    return Specimen.File("LiveMaker/project.yml", text: text)
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
    return Specimen.File("LiveMaker/App/Export.swift", text: text)
  }
}

extension String {
  /// The lines behind so much white space, each with its line break.
  fileprivate func indented(by space: String) -> String {
    split(separator: "\n").map { "\(space)\($0)\n" }.joined()
  }
}
