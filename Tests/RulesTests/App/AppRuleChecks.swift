import Rules
import Support
import Testing
import Validator

extension Rule {
  /// What this rule says of an app.
  func judge(_ app: App) -> Judgement {
    guard case .app(let check) = check else {
      return Judgement(outcome: .notApplicable("no rule of apps"))
    }
    return Judgement(outcome: check(app, Settings()))
  }

  /// What this rule says of the example app after a change.
  func judgeApp(_ change: (inout App) -> Void) -> Judgement {
    var app = App.example
    change(&app)
    return judge(app)
  }

  /// What this rule says of the example app after a change of its one target.
  func judgeTarget(_ change: (inout AppTarget) -> Void) -> Judgement {
    judgeApp { app in
      app.targets = app.targets.map { target in
        var changed = target
        change(&changed)
        return changed
      }
    }
  }

  /// What this rule says of the example app with another text under a key.
  func judgeText(_ text: String, key: String = addKey) -> Judgement {
    judgeTarget { $0.set(key, .string(text)) }
  }

  /// What this rule says of the example app after a change of its widget.
  func judgeWidget(
    _ change: (inout AppTarget) -> Void, app changeApp: (inout AppTarget) -> Void = { _ in }
  ) -> Judgement {
    var app = App.example
    var widget = AppTarget.exampleWidget
    var host = AppTarget.example
    change(&widget)
    changeApp(&host)
    app.targets = [host, widget]
    return judge(app)
  }
}

extension Judgement {
  var lines: [Int] { evidence.compactMap { $0.setting?.line } }
  var isUnreadable: Bool { if case .unreadable = outcome { true } else { false } }
  var caps: [Severity?] { findings.map(\.atMost) }
}

let addKey = "NSPhotoLibraryAddUsageDescription"
let readKey = "NSPhotoLibraryUsageDescription"
let liveKey = "NSSupportsLiveActivities"
