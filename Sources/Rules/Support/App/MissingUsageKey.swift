import Validator

/// A key that an app needs for something it does, and the words for it.
struct UsageNeed {
  var key: String
  var kind: AppNeed.Kind
  /// What the app does, after "the app": `adds photos to the library`.
  var action: String
  /// A key that softens its absence to a warning, and what to say of it.
  var substitute: String?
}

extension App {
  /// Judges whether the apps have a key that what they do needs.
  ///
  /// Where it is not known which of several apps makes a call and one of them has the key, the
  /// others are taken not to need it.
  func judge(_ need: UsageNeed) -> Outcome {
    guard needsAreKnown else {
      return .notApplicable(
        "it is not known whether the app \(need.action): there is no source to tell, and --needs "
          + "says nothing")
    }
    let apps = apps.filter { $0.mayRun(on: [.iOS, .visionOS]) }
    let isShown = needs.contains { $0.kind == need.kind && apps.contains(where: $0.mayBe(of:)) }
    guard isShown else {
      return outcomeOfNoCall("nothing shows that the app \(need.action)")
    }
    let holders = Set(apps.filter { $0.value(of: need.key) != nil }.map(\.name))
    return judge(apps, absence: "no app was found") { app in
      let isAsked = holders.isEmpty || holders.contains(app.name)
      let reasons = needs.filter {
        $0.kind == need.kind && $0.mayBe(of: app) && (isAsked || $0.targets != nil)
      }
      guard !reasons.isEmpty, app.lacks(need.key) else { return [] }
      let substitute = need.substitute.flatMap { app.value(of: $0) }
      let instead = substitute.map { "; \($0.named) does not stand in for it" } ?? ""
      return [
        BundleFault(
          "\(need.key) is missing, and \(words(for: reasons, need.action))\(instead)",
          evidence(of: reasons) + evidenceOfAbsence(of: need.key, in: app)
            + (substitute.map { [Evidence(at: $0.place, found: $0.key, wanted: need.key)] } ?? []),
          atMost: substitute == nil ? nil : .warning)
      ]
    }
  }

  /// How the need is known: the first call with its place, or what the user said.
  private func words(for reasons: [AppNeed], _ action: String) -> String {
    guard let reason = reasons.first(where: { $0.call != nil }), let call = reason.call else {
      return wordsOfNeed(reasons)
    }
    let place = reason.place.map { " (\($0.shown))" } ?? ""
    let others = reasons.count - 1
    let more = others == 0 ? "" : " and \(others) more \(others == 1 ? "place" : "places")"
    return "\(call)\(place)\(more) shows that the app \(action)"
  }

  /// What the user said of needs without a call: `--needs names save`.
  func wordsOfNeed(_ needs: [AppNeed]) -> String {
    "--needs names \(needs.first?.kind.rawValue ?? "it")"
  }

  /// The outcome of a rule that rests on sources showing nothing: what was not read may show it.
  func outcomeOfNoCall(_ why: String) -> Outcome {
    guard let first = unreadSources.first else { return .notApplicable(why) }
    let named = unreadSources.prefix(shownCalls).map { "\($0.file.shownName) \($0.error.reason)" }
    let rest = unreadSources.count - named.count
    let more = rest > 0 ? "; and so with \(rest) more" : ""
    return .unreadable(
      ReadError(
        first.error.kind,
        "\(why) in the sources that were read, but \(named.joined(separator: "; "))\(more)",
        at: first.error.place), in: first.file)
  }

  private func evidence(of reasons: [AppNeed]) -> [Evidence] {
    reasons.prefix(shownCalls).compactMap { reason in
      reason.place.map { Evidence(at: $0, found: reason.call) }
    }
  }

  /// Whether a target needs a key, as far as that is known.
  func needs(_ key: String, in bundle: AppTarget) -> Bool {
    guard let kind = kindsByKey[key], isApp(bundle), bundle.mayRun(on: [.iOS, .visionOS]) else {
      return false
    }
    return needsAreKnown && needs.contains { $0.kind == kind && $0.mayBe(of: bundle) }
  }
}

extension AppNeed {
  /// Whether a target may be the one that does it: it may be built from the call's file, and runs on
  /// systems on which the call is made.
  func mayBe(of bundle: AppTarget) -> Bool {
    guard targets?.contains(bundle.name) ?? true else { return false }
    guard let end = onlyBefore.flatMap(OSVersion.init),
      let oldest = bundle.value(of: minimumOSKey)?.expanded.string.flatMap(OSVersion.init)
    else { return true }
    return oldest < end
  }
}

extension AppTarget {
  /// Whether the target may be built for one of some systems: it is not known to be for others.
  func mayRun(on systems: Set<Platform>) -> Bool {
    platforms.map { !$0.isDisjoint(with: systems) } ?? true
  }

  /// Whether a key is missing and no more exact rule explains why.
  fileprivate func lacks(_ key: String) -> Bool {
    isWholeWithout(key) && !isOnlyLocalised(key)
      && !deadSettings.contains { $0.informationKey == key } && !isMisspelt(key)
  }

  /// Whether all that makes the Info.plist was read, and a key is not in it.
  func isWholeWithout(_ key: String) -> Bool {
    infoPlist.readError == nil && unreadSettings == nil && value(of: key) == nil
  }

  /// Whether a key stands in the tables of languages only.
  func isOnlyLocalised(_ key: String) -> Bool {
    value(of: key) == nil
      && localisations.contains { table in
        table.table == .infoPlist && table.texts.contains { $0.key == key }
      }
  }

  private func isMisspelt(_ key: String) -> Bool {
    values.contains { UsageKey.meant(by: $0.key) == key }
      || deadSettings.contains { UsageKey.meant(by: $0.informationKey) == key }
  }
}

/// Call sites given as evidence; the message counts the rest.
private let shownCalls = 3

/// What a key is needed for.
private let kindsByKey: [String: AppNeed.Kind] = [
  UsageKey.photoAdd: .save, UsageKey.photoRead: .read, UsageKey.camera: .capture,
  UsageKey.microphone: .microphone, liveActivityKey: .liveActivity,
]

/// The key that allows Live Activities.
let liveActivityKey = "NSSupportsLiveActivities"
