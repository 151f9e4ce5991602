import Validator

extension App {
  /// The app that holds an extension, in the same configuration where there are several.
  func host(of bundle: AppTarget) -> AppTarget? {
    let hosts = apps.filter { isHost($0, of: bundle) }
    return hosts.first { $0.configuration == bundle.configuration } ?? hosts.first
  }

  /// Whether an app holds an extension: by name, or as the only app where the name is not known.
  func isHost(_ app: AppTarget, of bundle: AppTarget) -> Bool {
    guard let name = bundle.hostApp else { return Set(apps.map(\.name)).count == 1 }
    return app.name == name
  }
}

extension AppTarget {
  /// Whether the target declares Live Activities.
  var declaresLiveActivities: Bool { value(of: liveActivityKey)?.isTrue ?? false }
}
