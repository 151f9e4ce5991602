import Validator

extension App {
  /// The app that holds an extension, in the same configuration where there are several.
  func host(of bundle: AppTarget) -> AppTarget? {
    guard let name = hostName(of: bundle) else { return nil }
    // Of hundreds of targets none is copied to be passed over.
    let hosts = targets.indices.filter { isApp(targets[$0]) && targets[$0].name == name }
    let host = hosts.first { targets[$0].configuration == bundle.configuration } ?? hosts.first
    return host.map { targets[$0] }
  }

  /// Whether an app holds an extension: by name, or as the only app where the name is not known.
  func isHost(_ app: AppTarget, of bundle: AppTarget) -> Bool { hostName(of: bundle) == app.name }

  private func hostName(of bundle: AppTarget) -> String? {
    if let name = bundle.hostApp { return name }
    let names = Set(apps.map(\.name))
    return names.count == 1 ? names.first : nil
  }
}

extension App {
  /// Whether an app is asked about Live Activities where it is not known which app starts them: one
  /// that declares them, or each where none does.
  var isAskedForActivities: (AppTarget) -> Bool {
    let declaring = Set(apps.filter { $0.declaresLiveActivities }.map(\.name))
    return { declaring.isEmpty || declaring.contains($0.name) }
  }
}

extension AppTarget {
  /// Whether the target declares Live Activities.
  var declaresLiveActivities: Bool { value(of: liveActivityKey)?.isTrue ?? false }
}
