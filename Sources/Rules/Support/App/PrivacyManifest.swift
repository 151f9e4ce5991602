import Validator

/// A privacy manifest and what is wrong with it.
struct PrivacyManifest {
  private let root: PropertyListNode

  init(_ root: PropertyListNode) {
    self.root = root
  }

  /// All faults, in the order of the four keys.
  func faults() -> [BundleFault] {
    guard let entries = root.value.entries else {
      return [wrong(root, "the privacy manifest", wanted: "a dictionary")]
    }
    return unknownKeys(in: entries, known: PrivacyTerms.topKeys) + trackingFaults()
      + domainFaults() + dictionaries("NSPrivacyAccessedAPITypes").flatMap(interfaceFaults)
      + repeatedCategories() + dictionaries("NSPrivacyCollectedDataTypes").flatMap(collectionFaults)
      + listFaults("NSPrivacyAccessedAPITypes")
      + listFaults("NSPrivacyCollectedDataTypes", emptyAtMost: .note)
  }

  // MARK: Tracking

  private func trackingFaults() -> [BundleFault] {
    guard let node = root.value["NSPrivacyTracking"] else { return [] }
    return boolean(node, "NSPrivacyTracking")
  }

  private func domainFaults() -> [BundleFault] {
    let key = "NSPrivacyTrackingDomains"
    let tracks = root.value["NSPrivacyTracking"]
    let node = root.value[key]
    if let tracks, tracks.value == .boolean(true), node == nil || node?.value == .array([]) {
      return [
        BundleFault(
          "NSPrivacyTracking is YES, and \(key) names no domain",
          [Evidence(at: (node ?? tracks).place, wanted: "at least one domain in \(key)")])
      ]
    }
    guard let node else { return [] }
    guard case .array(let items) = node.value else {
      return [wrong(node, key, wanted: "an array of strings")]
    }
    if items.isEmpty { return [empty(node, key, atMost: .note)] }
    if let tracks, tracks.value == .boolean(false) {
      return [
        BundleFault(
          "NSPrivacyTracking is NO, and \(key) names domains",
          [Evidence(at: node.place, wanted: "no \(key), or NSPrivacyTracking = YES")])
      ]
    }
    return items.compactMap { item in
      guard let domain = item.value.string else {
        return wrong(item, "an entry of \(key)", wanted: "a string")
      }
      guard domain.isEmpty || domain.contains(where: { "/?#: ".contains($0) }) else { return nil }
      return BundleFault(
        "“\(domain)” in \(key) is no domain",
        [Evidence(at: item.place, found: domain, wanted: "a domain such as example.com")])
    }
  }

  // MARK: Required reason API

  private func interfaceFaults(_ entry: PropertyListNode) -> [BundleFault] {
    let typeKey = "NSPrivacyAccessedAPIType"
    let reasonsKey = "NSPrivacyAccessedAPITypeReasons"
    var faults = unknownKeys(in: entry.value.entries ?? [], known: [typeKey, reasonsKey])
    guard let type = entry.value[typeKey] else {
      return faults + [missing(typeKey, in: entry)]
    }
    guard let category = type.value.string, let reasons = PrivacyTerms.reasons[category] else {
      return faults + [wrong(type, typeKey, wanted: "a known category")]
    }
    guard let node = entry.value[reasonsKey] else {
      return faults + [missing(reasonsKey, in: entry)]
    }
    guard case .array(let items) = node.value, !items.isEmpty else {
      return faults + [wrong(node, "\(reasonsKey) of \(category)", wanted: "at least one reason")]
    }
    for item in items {
      if let reason = item.value.string, reasons.contains(reason) { continue }
      faults.append(
        wrong(item, "a reason of \(category)", wanted: reasons.joined(separator: ", ")))
    }
    return faults
  }

  /// Categories that stand in two entries.
  private func repeatedCategories() -> [BundleFault] {
    var first: [String: SettingPlace] = [:]
    return dictionaries("NSPrivacyAccessedAPITypes").compactMap { entry in
      guard let type = entry.value["NSPrivacyAccessedAPIType"], let category = type.value.string
      else { return nil }
      guard let place = first[category] else {
        first[category] = type.place
        return nil
      }
      return BundleFault(
        "\(category) has two entries",
        [place, type.place].map { Evidence(at: $0, found: category, wanted: "one entry") })
    }
  }

  // MARK: Collected data

  private func collectionFaults(_ entry: PropertyListNode) -> [BundleFault] {
    let key = "NSPrivacyCollectedDataType"
    let purposesKey = key + "Purposes"
    var faults = unknownKeys(
      in: entry.value.entries ?? [], known: [key, key + "Linked", key + "Tracking", purposesKey])
    if let type = entry.value[key] {
      let isKnown = type.value.string.map { PrivacyTerms.isDataType($0) } ?? false
      if !isKnown { faults.append(wrong(type, key, wanted: "a known data type")) }
    } else {
      faults.append(missing(key, in: entry))
    }
    for suffix in ["Linked", "Tracking"] {
      guard let node = entry.value[key + suffix] else { continue }
      faults += boolean(node, key + suffix)
    }
    guard let node = entry.value[purposesKey] else {
      return faults + [missing(purposesKey, in: entry)]
    }
    guard case .array(let items) = node.value, !items.isEmpty else {
      return faults + [wrong(node, purposesKey, wanted: "at least one purpose")]
    }
    for item in items where !(item.value.string.map(PrivacyTerms.isPurpose) ?? false) {
      faults.append(wrong(item, "an entry of \(purposesKey)", wanted: "a known purpose"))
    }
    return faults
  }

  // MARK: Shapes

  /// The entries of a list that are dictionaries.
  private func dictionaries(_ key: String) -> [PropertyListNode] {
    guard case .array(let items)? = root.value[key]?.value else { return [] }
    return items.filter { $0.value.entries != nil }
  }

  /// Whether a list is one, of dictionaries alone and of at least one.
  ///
  /// Apple's TN3181 counts an empty NSPrivacyAccessedAPITypes among what App Store Connect refuses,
  /// and asks to leave empty lists out. An empty NSPrivacyCollectedDataTypes is what the templates of
  /// React Native and Expo hold and uploads pass with it (sqlcipher/sqlcipher#511), as they do with
  /// an empty NSPrivacyTrackingDomains where the app does not track: these are notes.
  private func listFaults(_ key: String, emptyAtMost: Severity? = nil) -> [BundleFault] {
    guard let node = root.value[key] else { return [] }
    guard case .array(let items) = node.value else {
      return [wrong(node, key, wanted: "an array of dictionaries")]
    }
    if items.isEmpty { return [empty(node, key, atMost: emptyAtMost)] }
    return items.filter { $0.value.entries == nil }.map {
      wrong($0, "an entry of \(key)", wanted: "a dictionary")
    }
  }

  private func unknownKeys(in entries: [PropertyListEntry], known: [String]) -> [BundleFault] {
    entries.filter { !known.contains($0.key) }.map { entry in
      BundleFault(
        "\(entry.key) is not a key of privacy manifests",
        [
          Evidence(
            at: entry.keyPlace, found: entry.key, wanted: known.joined(separator: ", "))
        ])
    }
  }

  private func boolean(_ node: PropertyListNode, _ key: String) -> [BundleFault] {
    if case .boolean = node.value { return [] }
    return [wrong(node, key, wanted: "a Boolean")]
  }

  private func empty(_ node: PropertyListNode, _ key: String, atMost: Severity?) -> BundleFault {
    BundleFault(
      "\(key) is an empty array",
      [Evidence(at: node.place, found: "an empty array", wanted: "no \(key), or an entry")],
      atMost: atMost)
  }

  private func missing(_ key: String, in entry: PropertyListNode) -> BundleFault {
    BundleFault("an entry has no \(key)", [Evidence(at: entry.place, wanted: key)])
  }

  private func wrong(_ node: PropertyListNode, _ what: String, wanted: String) -> BundleFault {
    BundleFault(
      "\(what) is \(node.value.shown)",
      [Evidence(at: node.place, found: node.value.shown, wanted: wanted)])
  }
}
