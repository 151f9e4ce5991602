extension Specimen {
  /// Recipes for `extension/`: what the Info.plist of an extension has to say.
  static func `extension`(_: Media) -> [Specimen] {
    [
      Specimen(
        "extension-point-missing-fail-no-dictionary", ExampleAppFiles.app(),
        ExampleAppFiles.extension("Widget", [:])),
      // A build setting cannot name the point.
      Specimen(
        "extension-point-missing-fail-generated-list", ExampleAppFiles.project(namesPoint: false)),
      Specimen(
        "extension-point-missing-pass-extensionkit", ExampleAppFiles.app(),
        ExampleAppFiles.extension(
          "Shortcuts",
          [
            "EXAppExtensionAttributes": [
              "EXExtensionPointIdentifier": "com.apple.appintents-extension"
            ]
          ])),
      Specimen(
        "extension-minimum-os-fail-newer-than-app", ExampleAppFiles.app(),
        ExampleAppFiles.extension(minimumOS: "26.0")),
      // A widget needs iOS 14, so that the app alone runs on iOS 13.
      Specimen(
        "extension-minimum-os-fail-app-before-widgets", ExampleAppFiles.app(minimumOS: "13.0"),
        ExampleAppFiles.extension(minimumOS: "14.0")),
      Specimen(
        "extension-minimum-os-pass-older-than-app", ExampleAppFiles.app(),
        ExampleAppFiles.extension(minimumOS: "9.3")),
      Specimen(
        "extension-principal-class-fail-widget", ExampleAppFiles.app(),
        ExampleAppFiles.extension("Widget", service("com.apple.widgetkit-extension"))),
      Specimen(
        "extension-principal-class-pass-notification-service", ExampleAppFiles.app(),
        ExampleAppFiles.extension(
          "Notifications", service("com.apple.usernotifications.service"))),
    ]
  }

  /// An extension point beside a principal class.
  private static func service(_ point: String) -> ExampleAppFiles.Entries {
    [
      "NSExtension": [
        "NSExtensionPointIdentifier": .text(point),
        "NSExtensionPrincipalClass": "LiveMaker.Service",
      ]
    ]
  }
}
