import Writers

/// Files that show one fault, or that a rule rightly stays quiet.
///
/// A specimen is a folder of the corpus: `<family>-<rule>-<fail|pass>-<what>`. Its recipe is an
/// example with one thing changed; `expected.json` beside the files holds all that is reported.
package struct Specimen: Sendable {
  /// The name of its folder.
  package let name: String
  /// Its files, in the order in which the recipe makes them.
  package let files: [File]

  /// A file of a specimen.
  package struct File: Sendable {
    /// The path in the specimen's folder.
    package let name: String
    private let content: Content

    private enum Content: Sendable {
      case bytes([UInt8])
      /// An archive that lacks so many bytes at its end.
      case archive(ZipArchive, cutBy: Int)
    }

    /// Creates a file.
    package init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      content = .bytes(bytes)
    }

    /// Creates an archive, whole or cut short.
    init(_ name: String, _ archive: ZipArchive, cutBy missing: Int = 0) {
      self.name = name
      content = .archive(archive, cutBy: missing)
    }

    private init(_ name: String, _ content: Content) {
      self.name = name
      self.content = content
    }

    /// The whole file.
    package var bytes: [UInt8] {
      switch content {
      case .bytes(let bytes): bytes
      case .archive(let archive, let missing): archive.bytes.dropLast(missing)
      }
    }

    /// The file with its bytes, or those of an archive's members, changed.
    func mapping(_ change: ([UInt8]) -> [UInt8]) -> File {
      switch content {
      case .bytes(let bytes): return File(name, change(bytes))
      case .archive(var archive, let missing):
        archive.members = archive.members.map {
          // All members of specimens are stored as they are.
          ZipArchive.Member(String(decoding: $0.name, as: UTF8.self), change($0.packed))
        }
        return File(name, .archive(archive, cutBy: missing))
      }
    }
  }

  /// Creates a specimen.
  package init(_ name: String, _ files: File...) {
    self.init(name, files: files)
  }

  /// Creates a specimen from a list of files.
  init(_ name: String, files: [File]) {
    self.name = name
    self.files = files
  }
}

/// The recipes of a family, which need the coded media.
package typealias Recipes = (Media) -> [Specimen]

extension Specimen {
  /// All specimens, family by family.
  package static func all(_ media: Media) -> [Specimen] {
    let families: [Recipes] = [
      pair, vendor, identifier, stillTime, movie, still, geometry, capture, wallpaper,
      usage, localisation, propertyList, `extension`, liveActivity, privacy, animation,
    ]
    return families.flatMap { $0(media) }.map { $0.withOwnIdentifiers() }
  }

  /// A pair under the name that cameras give, JPEG and movie.
  static func pair(_ name: String, _ still: ExampleStill, _ movie: LiveMovie) -> Specimen {
    Specimen(name, File("IMG_0001.JPG", still.jpeg), File("IMG_0001.MOV", movie.bytes))
  }

  /// A pair under the name that cameras give, HEIC and movie.
  static func heicPair(_ name: String, _ still: ExampleStill, _ movie: LiveMovie) -> Specimen {
    Specimen(name, File("IMG_0001.HEIC", still.heic), File("IMG_0001.MOV", movie.bytes))
  }
}

/// An example with one thing changed.
func with<Example>(_ example: Example, _ change: (inout Example) -> Void) -> Example {
  var changed = example
  change(&changed)
  return changed
}
