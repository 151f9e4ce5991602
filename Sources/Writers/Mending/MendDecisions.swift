internal import Validator

/// What a mend changes inside the halves, and what it would and cannot.
struct MendDecisions {
  var still = StillChanges()
  var movie = MovieChanges()
  var identifier: ChosenIdentifier?
  /// The mends that are carried out.
  var planned: Set<Mend> = []
  /// Why others are not.
  var refused: [Mend: String] = [:]

  mutating func refuse(_ mend: Mend, _ reason: String) {
    planned.remove(mend)
    refused[mend] = refused[mend] ?? reason
    still.drop(mend)
    movie.drop(mend)
    if mend == .identifier { identifier = nil }
  }
}

extension MendDecisions {
  /// Decides from the facts alone.
  ///
  /// - Parameters:
  ///   - content: the facts of the subject.
  ///   - bond: what makes it a pair.
  ///   - wanted: the mends that its faults ask for.
  ///   - results: what the rules said of it.
  init(
    for content: SubjectContent, bond: Pair.Bond?, _ wanted: Set<Mend>, _ results: [RuleResult],
    _ request: MendRequest
  ) {
    switch content {
    case .pair(let pair):
      if wanted.contains(.identifier) || request.identifier != nil {
        decideIdentifier(of: pair, bond, results, request)
      }
      decide(on: pair.still, beside: pair.movie, wanted)
      decide(on: pair.movie, wanted, request)
    case .still(let still): decide(on: still, beside: nil, wanted)
    case .movie: break
    }
    if wanted.contains(.bundleMetadata) { planned.insert(.bundleMetadata) }
  }

  private mutating func decideIdentifier(
    of pair: Pair, _ bond: Pair.Bond?, _ results: [RuleResult], _ request: MendRequest
  ) {
    if let error = pair.still.identifier.readError {
      return refuse(.identifier, "the still's identifier cannot be read: \(error.reason)")
    }
    if let error = pair.movie.identifier.readError {
      return refuse(.identifier, "the movie's identifier cannot be read: \(error.reason)")
    }
    if bond == .name, !request.isNamedPair, let doubt = pair.doubt(results) {
      return refuse(
        .identifier,
        "the files may be two shots that share a name: \(doubt); where they are one, name both: "
          + "livephotolint fix STILL MOVIE")
    }
    let chosen = ChosenIdentifier(for: pair, results, asked: request.identifier)
    if !pair.still.carries(chosen.text) { still.identifier = chosen.text }
    if !pair.movie.carries(chosen.text) { movie.identifier = chosen.text }
    guard still.identifier != nil || movie.identifier != nil else { return }
    identifier = chosen
    planned.insert(.identifier)
  }

  private mutating func decide(on facts: Still, beside movie: Movie?, _ wanted: Set<Mend>) {
    if wanted.contains(.orientation) {
      do throws(RewriteError) {
        still.orientation = try facts.chosenOrientation(beside: movie)
        planned.insert(.orientation)
      } catch {
        refuse(.orientation, error.reason)
      }
    }
    if wanted.contains(.pixelSize), let size = facts.pixelSize.value {
      still.exifPixelSize = size
      planned.insert(.pixelSize)
    }
    if wanted.contains(.exifPrefix) {
      still.removesExifPrefix = true
      planned.insert(.exifPrefix)
    }
  }

  private mutating func decide(on facts: Movie, _ wanted: Set<Mend>, _ request: MendRequest) {
    if wanted.contains(.stillTime) || request.stillTime != nil {
      do throws(RewriteError) {
        movie.stillTime = try facts.chosenStillTime(asked: request.stillTime)
        planned.insert(.stillTime)
      } catch {
        refuse(.stillTime, error.reason)
      }
    }
    if wanted.contains(.container) {
      movie.isQuickTime = true
      planned.insert(.container)
    }
  }
}

extension Pair {
  /// What speaks against the halves being one shot, where nothing but a name says that they are.
  fileprivate func doubt(_ results: [RuleResult]) -> String? {
    let telling = ["capture/time-differs", "capture/device-differs", "capture/location-differs"]
    let told = results.first { $0.state == .fail && telling.contains($0.rule.id) }
    return told?.message ?? reasonAgainstOneShot(still, movie)
  }
}

// MARK: Changes by the mend that they belong to

extension StillChanges {
  var mends: [Mend] {
    var mends: [Mend] = []
    if identifier != nil { mends.append(.identifier) }
    if orientation != nil { mends.append(.orientation) }
    if exifPixelSize != nil { mends.append(.pixelSize) }
    if removesExifPrefix { mends.append(.exifPrefix) }
    return mends
  }

  func only(_ mend: Mend) -> StillChanges {
    var changes = self
    for other in mends where other != mend { changes.drop(other) }
    return changes
  }

  mutating func drop(_ mend: Mend) {
    switch mend {
    case .identifier: identifier = nil
    case .orientation: orientation = nil
    case .pixelSize: exifPixelSize = nil
    case .exifPrefix: removesExifPrefix = false
    case .stillTime, .container, .names, .extensions, .bundleMetadata: break
    }
  }
}

extension MovieChanges {
  var mends: [Mend] {
    var mends: [Mend] = []
    if identifier != nil { mends.append(.identifier) }
    if stillTime != nil { mends.append(.stillTime) }
    if isQuickTime { mends.append(.container) }
    return mends
  }

  func only(_ mend: Mend) -> MovieChanges {
    var changes = self
    for other in mends where other != mend { changes.drop(other) }
    return changes
  }

  mutating func drop(_ mend: Mend) {
    switch mend {
    case .identifier: identifier = nil
    case .stillTime: stillTime = nil
    case .container: isQuickTime = false
    case .names, .extensions, .orientation, .pixelSize, .exifPrefix, .bundleMetadata: break
    }
  }
}
