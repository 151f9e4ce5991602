package import Validator

extension Rule {
  /// A WidgetKit extension has no principal class.
  package static let extensionPrincipalClass = Rule(
    "extension/principal-class",
    title: "a WidgetKit extension has no principal class",
    breaks: [.review],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .publication("https://developer.apple.com/forums/thread/734428"),
      .publication("https://github.com/owncloud/client/issues/4156"),
    ],
    rationale: """
      A widget starts from the type marked @main. NSExtensionPrincipalClass or a storyboard is a \
      leftover of another kind of extension, and App Store Connect refuses the upload for a key \
      that does not belong there (ITMS-90363).
      """,
    remedy: """
      Remove NSExtensionPrincipalClass and NSExtensionMainStoryboard from the NSExtension \
      dictionary of the widget's Info.plist.
      """,
    staysQuiet: "All other kinds of extensions, many of which need a principal class.",
    symptoms: [.extensionRefused],
    check: .app { app, _ in
      let widgets = app.extensions.filter {
        $0.value(of: extensionPointKey)?.expanded.string == widgetExtensionPoint
          || $0.infoPlist.readError != nil
      }
      return app.judge(widgets, absence: "there is no WidgetKit extension") { bundle in
        guard bundle.value(of: extensionPointKey) != nil else { return [] }
        return ["NSExtensionPrincipalClass", "NSExtensionMainStoryboard"].compactMap { key in
          bundle.value(of: "NSExtension/\(key)").map { value in
            BundleFault(
              "\(value.named) is set in a WidgetKit extension",
              [Evidence(at: value.place, found: value.expanded.shown, wanted: "no such key")])
          }
        }
      }
    })
}
