/// What is told of files of which something could not be read: nothing may be concluded from that.
extension Still {
  /// What could not be read, as facts that keep a conclusion open.
  ///
  /// - Parameter errors: why the facts that were asked for could not be read; nil for those that
  ///   were.
  func unread(_ errors: ReadError?...) -> [Provenance.Fact] {
    // Where neither the picture nor Exif could be read, one reason stands for all facts.
    let whole = make.readError == nil ? nil : pixelSize.readError
    return Provenance.Fact.unread("the still", in: file, whole: whole, errors)
  }
}

extension Movie {
  /// What could not be read, as facts that keep a conclusion open.
  ///
  /// - Parameter errors: why the facts that were asked for could not be read; nil for those that
  ///   were.
  func unread(_ errors: ReadError?...) -> [Provenance.Fact] {
    // Where neither the tracks nor the metadata could be read, one reason stands for all facts.
    let whole = make.readError == nil ? nil : tracks.readError
    return Provenance.Fact.unread("the movie", in: file, whole: whole, errors)
  }

  /// Whether all samples of the video are known: none is in fragments, which are not read.
  var hasAllSamplesRead: Bool { fragments.isAbsent }
}

extension LivePhotoInfo {
  /// Whether the payload of each sample was read.
  var isReadInFull: Bool { UInt64(exactly: payloadsRead) == sampleCount }
}

extension Provenance.Fact {
  /// One fact for each reason, or one for a half of which nothing could be read.
  fileprivate static func unread(
    _ half: String, in file: MediaFile, whole: ReadError?, _ errors: [ReadError?]
  ) -> [Provenance.Fact] {
    let errors = errors.compactMap { $0 }
    guard !errors.isEmpty else { return [] }
    if let whole {
      return [Provenance.Fact("\(half) could not be read: \(whole.reason)", whole, in: file)]
    }
    return errors.reduce(into: []) { facts, error in
      let fact = Provenance.Fact(
        "not all of \(half) could be read: \(error.reason)", error, in: file)
      if !facts.contains(fact) { facts.append(fact) }
    }
  }

  private init(_ text: String, _ error: ReadError, in file: MediaFile) {
    // A half that a bundle lacks has no path.
    self.init(
      text, file.path.bytes.isEmpty ? nil : Evidence(in: file.path, at: error.place))
  }
}
