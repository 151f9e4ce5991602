import Validator

extension Mutant {
  static let `extension`: [Mutant] = [
    Mutant(
      "the widget names no extension point", own: "extension/point-missing",
      widget: { $0.set("NSExtension/NSExtensionPointIdentifier", nil) }),
    Mutant(
      "the widget's extension point is an empty text", own: "extension/point-missing",
      widget: { $0.set("NSExtension/NSExtensionPointIdentifier", .string("")) }),
    Mutant(
      "the widget needs iOS 26, the app iOS 17", own: "extension/minimum-os",
      widget: { $0.set("MinimumOSVersion", .string("26.0")) }),
    Mutant(
      "the widget has a principal class", own: "extension/principal-class",
      widget: { $0.set("NSExtension/NSExtensionPrincipalClass", .string("LiveMaker.Service")) }),
    Mutant(
      "the widget has a storyboard", own: "extension/principal-class",
      widget: { $0.set("NSExtension/NSExtensionMainStoryboard", .string("MainInterface")) }),
  ]

  /// Creates a mutant of the good app, by its widget extension.
  private init(
    _ name: String, own: String, widget change: @escaping @Sendable (inout AppTarget) -> Void
  ) {
    self.init(name, own: own, app: { change(&$0.targets[1]) })
  }
}
