import Validator

extension Mutant {
  static let propertyList: [Mutant] = [
    Mutant(
      "a settings file is not well formed", own: "plist/malformed",
      app: {
        $0.faults.append(
          SettingsFault(.malformed, "the element dict is not closed", at: .line(9)))
      }),
    Mutant(
      "the entitlements file is not there", own: "plist/malformed",
      app: {
        $0.faults.append(
          SettingsFault(
            .missing, "CODE_SIGN_ENTITLEMENTS names App.entitlements, which is not there",
            at: .line(9)))
      }),
    Mutant(
      "a link leads out of the project", own: "plist/malformed",
      app: {
        $0.faults.append(
          SettingsFault(
            .outside, "the link leads out of the project and is not followed", at: .line(9),
            atMost: .note))
      }),
    Mutant(
      "a key stands twice in one dictionary", own: "plist/duplicate-key",
      app: {
        $0.faults.append(
          SettingsFault(
            .duplicateKey(UsageTexts.addKey, first: .line(8)), "the key stands twice",
            at: .line(20)))
      }),
    Mutant(
      "a build setting without effect has another text", own: "plist/dead-setting",
      target: { $0.addDead(UsageTexts.addKey, "Adds your Live Photos to the library.") }),
    Mutant(
      "a needed key stands in a build setting without effect alone", own: "plist/dead-setting",
      target: {
        $0.set(UsageTexts.cameraKey, nil)
        $0.addDead(UsageTexts.cameraKey, "Films the Live Photos that you take in the app.")
      }),
    Mutant(
      "a build setting replaces a value of Info.plist", own: "plist/overridden",
      target: {
        let upper = SettingValue.example(
          UsageTexts.cameraKey, .string("Films what you take a Live Photo of."), line: 40,
          layer: .buildSetting(isTarget: true))
        guard let lower = $0.value(of: UsageTexts.cameraKey) else { return }
        $0.values.removeAll { $0.key == UsageTexts.cameraKey }
        $0.values.append(upper)
        $0.overridden.append(OverriddenSetting(lower: lower, upper: upper))
      }),
  ]
}

extension SettingPlace {
  fileprivate static func line(_ line: Int) -> SettingPlace {
    SettingPlace(file: .exampleInfoPlist, line: line, column: 3)
  }
}

extension AppTarget {
  /// Adds a build setting that Xcode takes no notice of.
  fileprivate mutating func addDead(_ key: String, _ text: String) {
    deadSettings.append(
      DeadSetting(
        .example(
          "INFOPLIST_KEY_" + key, .string(text), line: 40, layer: .buildSetting(isTarget: true)),
        reason: "GENERATE_INFOPLIST_FILE is NO"))
  }
}
