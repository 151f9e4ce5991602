package import Validator

extension Rule {
  /// Every extension says what it extends.
  package static let extensionPointMissing = Rule(
    "extension/point-missing",
    title: "every extension names its extension point",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .specification(
        "Apple Developer Documentation, Bundle Resources", "NSExtensionPointIdentifier"),
      .publication("https://github.com/Lcharvol/Claude-God/issues/13"),
      .publication("https://github.com/owncloud/client/issues/4156"),
    ],
    rationale: """
      The system registers an extension by its extension point. Without one a widget never shows \
      up, and App Store Connect refuses the upload. No build setting can give the key: it has to \
      stand in the extension's Info.plist.
      """,
    remedy: """
      Write NSExtension as a dictionary with NSExtensionPointIdentifier = \
      com.apple.widgetkit-extension (or the point that is meant) into the extension's Info.plist.
      """,
    staysQuiet: """
      Extensions of ExtensionKit, which name their point in EXAppExtensionAttributes, and \
      extensions whose Info.plist could not be read.
      """,
    symptoms: [.extensionRefused, .widgetMissing],
    check: .app { app, _ in
      app.judge(app.extensions, absence: "there is no extension") { bundle in
        let stated = bundle.value(of: extensionPointKey)
        if let text = stated?.expanded.string, wordsForBlank(text) == nil { return [] }
        guard bundle.infoPlist.readError == nil, bundle.value(of: extensionKitKey) == nil else {
          return []
        }
        guard let stated else {
          return [
            BundleFault(
              "NSExtensionPointIdentifier is missing, so the system does not register the "
                + "extension",
              app.evidenceOfAbsence(of: extensionPointKey, in: bundle))
          ]
        }
        return [
          BundleFault(
            "\(stated.named) is \(stated.expanded.shown), not the name of an extension point",
            [
              Evidence(
                at: stated.place, found: stated.expanded.shown, wanted: "an extension point")
            ])
        ]
      }
    })
}

/// Where extensions name what they extend.
let extensionPointKey = "NSExtension/NSExtensionPointIdentifier"

/// Where those of ExtensionKit do.
private let extensionKitKey = "EXAppExtensionAttributes/EXExtensionPointIdentifier"
