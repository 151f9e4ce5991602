package import Validator

/// What a person asks of a mend beyond what the files tell.
package struct MendRequest: Sendable {
  /// The rules whose faults are to be mended.
  package var selection = Selection()
  /// The identifier that both halves shall carry, a UUID in upper case.
  package var identifier: String?
  /// The moment of the still, in seconds from the start of the presentation.
  package var stillTime: Double?
  /// Whether the person has said that the two files belong together.
  package var isNamedPair = false

  package init() {}
}
