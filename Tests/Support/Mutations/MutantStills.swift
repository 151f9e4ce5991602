extension Mutant {
  /// The bytes of the still of each pair that the mutant is made from, changed where the mutant
  /// changes the file.
  package func stills(_ media: Media) -> [[UInt8]] {
    subjects.compactMap { subject in
      guard case .pair(let form) = subject else { return nil }
      var pair = GoodPair(form, media)
      if case .recipe(let change) = change { change(&pair) }
      var files = pair.files
      if case .files(let change) = change { change(&files) }
      return files.still
    }
  }
}
