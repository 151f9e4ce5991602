extension MediaFile {
  /// What in the name says that the file is an edit: Photos' `IMG_E1234`, Google's `-edited`.
  package var editMark: String? {
    let stem = stem
    if stem.lowercased().hasSuffix("-edited") { return "-edited" }
    let parts = stem.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = parts.first, let number = parts.last else { return nil }
    let digits = number.dropFirst().prefix { $0.isASCII && $0.isWholeNumber }
    let isEdit =
      name.count == 3 && name.allSatisfy { $0.isASCII && $0.isLetter } && number.first == "E"
      && digits.count == 4
    return isEdit ? "_E" : nil
  }
}
