import Validator

/// Why a Live Photo could not be made; nothing was written.
struct MakeError: Error, Equatable {
  /// The file that it is about; nil for the clip.
  var file: FilePath?
  /// The reason, as a clause that a file's name can go before.
  var reason: String

  init(_ reason: String, file: FilePath? = nil) {
    self.file = file
    self.reason = reason
  }
}
