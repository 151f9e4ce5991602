extension MediaFile {
  /// What in the name says that the file is an edit: Photos' `IMG_E1234`, Google's `-edited`.
  package var editMark: String? {
    // Every pair is asked: bytes are compared, not characters.
    // Google's copies are `-edited(1)`.
    let stem = BaseName(of: path.name).key
    if stem.suffix(7).elementsEqual("-edited".utf8) { return "-edited" }
    let isEdit =
      stem.count >= 9 && stem.prefix(3).allSatisfy(isLetter)
      && stem.dropFirst(3).starts(with: "_e".utf8)
      && stem.dropFirst(5).prefix(while: isDigit).count == 4
    return isEdit ? "_E" : nil
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
