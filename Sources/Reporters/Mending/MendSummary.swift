package import Validator

/// What a whole run of `fix` was.
package struct MendSummary: Sendable {
  /// What was to be done with the plans.
  package enum Mode: String, Sendable, CaseIterable {
    /// They were shown only.
    case plan
    /// New files were written into a folder.
    case output
    /// New files took the place of the old ones.
    case inPlace = "in-place"
  }

  package let mode: Mode
  package let profile: Profile
  /// How many pairs were judged, also those without a fault.
  package let pairCount: Int
  /// How many stills and movies without a partner were.
  package let loneCount: Int

  package init(mode: Mode, profile: Profile, pairCount: Int, loneCount: Int) {
    self.mode = mode
    self.profile = profile
    self.pairCount = pairCount
    self.loneCount = loneCount
  }
}
