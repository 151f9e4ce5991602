extension Specimen {
  /// Recipes for `live-activity/`: what an app that starts Live Activities has to say.
  static func liveActivity(_: Media) -> [Specimen] {
    let starter = ExampleAppFiles.starter()
    let declared = ExampleAppFiles.liveActivitiesSetting
    return [
      Specimen(
        "live-activity-key-missing-fail-no-key", ExampleAppFiles.project(), starter),
      // Judged with `--needs live-activity`, for a built app shows no calls.
      Specimen(
        "live-activity-key-missing-fail-text",
        ExampleAppFiles.app(["NSSupportsLiveActivities": "YES"])),
      Specimen(
        "live-activity-key-missing-pass-build-setting", ExampleAppFiles.project(app: declared),
        starter),
      // A widget alone needs no key.
      Specimen(
        "live-activity-key-missing-pass-no-activity", ExampleAppFiles.project(),
        File("LiveMaker/App/Export.swift", text: "func showExport() {}\n")),
      Specimen(
        "live-activity-key-in-extension-fail-only-there",
        ExampleAppFiles.project(widget: "NSSupportsLiveActivities: true"), starter),
      Specimen(
        "live-activity-key-in-extension-pass-in-both",
        ExampleAppFiles.app(["NSSupportsLiveActivities": true]),
        ExampleAppFiles.extension(
          "Widget",
          ["NSExtension": ExampleAppFiles.widgetPoint, "NSSupportsLiveActivities": true])),
      Specimen(
        "live-activity-minimum-os-fail-no-check",
        ExampleAppFiles.project(minimumOS: "15.0", app: declared), starter),
      Specimen(
        "live-activity-minimum-os-pass-checked",
        ExampleAppFiles.project(minimumOS: "15.0", app: declared),
        ExampleAppFiles.starter(checksSystem: true)),
    ]
  }
}
