import Readers
import Rules
import Validator

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a run of the fuzzer attacks: the name that FUZZ_TARGET gives.
enum Target: String, CaseIterable {
  /// Whole files, as `check` reads and judges them: sniffing, every reader, every rule.
  case files
  case jpeg, tiff, exif, heif, movie, png, webp, xmp, vendor, plist
}

extension Target {
  /// The one of this run.
  ///
  /// Ends the process where none is named: a fuzzer that attacks nothing finds nothing.
  static let current: Target = {
    let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
    guard let target = Target(rawValue: name) else {
      print("FUZZ_TARGET is one of", allCases.map(\.rawValue).joined(separator: ", "))
      exit(2)
    }
    return target
  }()

  /// Reads an input as a file of this kind, whatever its first bytes say.
  func attack(_ input: [UInt8]) {
    guard let bytes = try? SourceBytes(MemorySource(input)) else { return }
    var still = Still(file: Target.file("IMG_0001.HEIC"), unreadable: Target.nothing)
    switch self {
    case .files: Target.judge(input)
    case .jpeg: JPEGReader.read(bytes, into: &still)
    case .tiff: TIFFStillReader.read(bytes, into: &still)
    case .exif:
      let block = Target.part(of: input, from: [Array("MM\0*".utf8), Array("II*\0".utf8)])
      ExifReader.read(ByteReader(block, at: 0, path: "Exif"), into: &still)
    case .heif: HEIFReader.read(bytes, into: &still)
    case .png: PNGReader.read(bytes, into: &still)
    case .webp: WebPReader.read(bytes, into: &still)
    case .xmp:
      let packet = Target.part(of: input, from: [Array("<x:xmpmeta".utf8)])
      _ = try? XMPReader.read(ByteReader(packet, at: 0, path: "XMP"))
    case .plist: _ = BundleMetadataReader.readVersion(bytes)
    case .movie:
      var movie = Movie(file: Target.file("IMG_0001.MOV"), unreadable: Target.nothing)
      MovieReader.read(bytes, into: &movie, plan: ReadingPlan(readsLivePhotoInfo: true))
    case .vendor:
      // The first byte tells where the picture ends; the rest may be maker data.
      let end = UInt64(input.first ?? 0)
      let announcement = MovieAnnouncement(
        container: .appended, place: Target.nothing.place, distanceFromEnd: end)
      _ = VendorContainers.find(announcements: [], pictureEnd: end, in: bytes)
      _ = VendorContainers.find(announcements: [announcement], pictureEnd: end, in: bytes)
    }
  }

  /// The input from the first of some beginnings on, so that whole files serve as seeds too.
  private static func part(of input: [UInt8], from beginnings: [[UInt8]]) -> ArraySlice<UInt8> {
    let start = input.indices.first { index in
      beginnings.contains { input[index...].starts(with: $0) }
    }
    return input[(start ?? 0)...]
  }

  private static let nothing = ReadError(
    .unsupported, "was not looked at", at: Place("file", offset: 0, length: 0))
  private static let engine = Engine(
    rules: Catalogue.rules, profile: .camera, keepsAllResults: true)

  private static func file(_ name: String) -> MediaFile {
    MediaFile(path: FilePath(name), size: 0, type: nil)
  }

  /// Judges a file alone and as both halves of pairs.
  private static func judge(_ input: [UInt8]) {
    let reader = MediaReader(plan: ReadingPlan(readsLivePhotoInfo: true))
    let source = MemorySource(input)
    let facts = try? reader.read(source, path: FilePath("IMG_0001.HEIC"))
    guard let facts else { return }
    let pair = Pair(name: "IMG_0001", still: facts.asStill, movie: facts.asMovie, bond: .name)
    _ = engine.judge(Subject(.pair(pair)))
    switch facts {
    case .still(let still): _ = engine.judge(Subject(.still(still)))
    case .movie(let movie): _ = engine.judge(Subject(.movie(movie)))
    }
  }
}

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe Target.current.attack(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
