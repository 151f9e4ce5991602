package import Validator

/// The names of files, in the parts that a mend changes.
struct FileName: Equatable {
  /// The bytes before the last dot.
  var stem: [UInt8]
  /// The bytes after the last dot; nil where there is none.
  var pathExtension: [UInt8]?

  init(_ name: some Collection<UInt8>) {
    let name = Array(name)
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 {
      stem = Array(name[..<dot])
      pathExtension = Array(name[(dot + 1)...])
    } else {
      stem = name
    }
  }

  var bytes: [UInt8] {
    guard let pathExtension else { return stem }
    return stem + [UInt8(ascii: ".")] + pathExtension
  }

  /// Gives the name the usual extension of a type, in the letter case of the old one.
  ///
  /// - Parameter neighbour: the name whose case is taken where this one has no extension.
  mutating func setExtension(of type: FileType, caseLike neighbour: FileName?) {
    guard let usual = type.pathExtensions.first else { return }
    let model = pathExtension.flatMap { $0.hasLetters ? $0 : nil } ?? neighbour?.pathExtension
    let isUpper = (model ?? stem).isUpperCase
    pathExtension = Array((isUpper ? usual.uppercased() : usual).utf8)
  }
}

extension [UInt8] {
  fileprivate var hasLetters: Bool {
    contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }

  /// Whether there are letters, and none in lower case.
  fileprivate var isUpperCase: Bool {
    hasLetters && !contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}

extension FilePath {
  /// The name of the file alone: of a member of a `.livp` archive, `IMG_0001.livp!IMG_0001.JPG`, that
  /// behind the mark.
  package var ownName: ArraySlice<UInt8> {
    let mark = Array(".livp!".utf8)
    let name = name
    let end = name.indices.first { index in
      // Or with 0x20 makes letters small and leaves the other two as they are.
      name[index...].prefix(mark.count).elementsEqual(mark) { $0 | 0x20 == $1 }
    }
    return end.map { name[($0 + mark.count)...] } ?? name
  }

  /// The path of the file under another name in its place.
  package func renamed(_ name: [UInt8]) -> FilePath {
    FilePath(bytes: bytes[..<ownName.startIndex] + name)
  }
}

/// The names that the files of a subject get.
struct NewNames {
  private(set) var names: [Half: FileName] = [:]
  /// What they mend.
  private(set) var mends: Set<Mend> = []

  /// Chooses names.
  ///
  /// - Parameters:
  ///   - report: the subject.
  ///   - wanted: the mends that its faults ask for.
  ///   - decisions: what changes inside the files.
  init(for report: SubjectReport, _ wanted: Set<Mend>, _ decisions: MendDecisions) {
    let files = report.files.filter { $0.half != nil }
    for reported in files {
      if let half = reported.half { names[half] = FileName(reported.file.path.ownName) }
    }
    let old = names
    if wanted.contains(.extensions) {
      for reported in files {
        guard let half = reported.half, var name = names[half] else { continue }
        let isMadeQuickTime = half == .movie && decisions.planned.contains(.container)
        guard let type = isMadeQuickTime ? .quicktime : reported.file.type, type.half == half,
          !type.pathExtensions.contains(reported.file.pathExtension)
        else { continue }
        name.setExtension(of: type, caseLike: old[half.other])
        names[half] = name
        mends.insert(.extensions)
      }
    }
    if wanted.contains(.names), let still = names[.still], let movie = names[.movie],
      still.stem.map(\.lowered) != movie.stem.map(\.lowered),
      files.first?.file.path.folder == files.last?.file.path.folder
    {
      names[.movie]?.stem = still.stem
      mends.insert(.names)
    }
  }
}

extension UInt8 {
  fileprivate var lowered: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
