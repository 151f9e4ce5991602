import Readers
import Reporters
import Validator

extension Subcommand {
  static let inspect = Subcommand(
    name: "inspect",
    usage:
      "livephotolint inspect [OPTION…] FILE\n       livephotolint inspect [OPTION…] STILL MOVIE",
    summary: "shows the structure of files with offsets, sizes and values",
    details: """
      Boxes, segments, Exif tags, the Apple MakerNote, metadata keys and timed samples, each with
      where it stands and what it says. → marks bytes that lie elsewhere, ! what is damaged; damage
      stops nothing.

      Exit codes: 0 the files were shown, damaged or not; 2 wrong usage; 3 a file could not be
      opened; 70 a fault of the tool itself.

      Examples:
        livephotolint inspect IMG_0001.HEIC IMG_0001.MOV
        livephotolint inspect --hexdump APP1/Exif/MakerNote/0x0011 IMG_0001.JPG
        livephotolint inspect --hexdump 0x2C,64 IMG_0001.MOV
      """,
    optionHelp: InspectOptions.parser.help(width:),
    run: { arguments in try InspectCommand(options: InspectOptions(arguments))() })
}

/// `livephotolint inspect`: shows the structure of one file or of a pair.
struct InspectCommand: Sendable {
  /// The bytes that a dump shows unless the command line names a length: a screen or two.
  private static let dumpLength: UInt64 = 4 * 1024
  /// The most bytes that a dump shows at all.
  private static let longestDump: UInt64 = 16 * 1024 * 1024

  let options: InspectOptions

  /// Runs the command.
  ///
  /// - Returns: the exit code.
  /// - Throws: where the part to be dumped is none of the file.
  func callAsFunction() throws -> Int32 {
    var files: [(name: String, structure: StructureNode)] = []
    var code: Int32 = 0
    for path in options.paths {
      do {
        let source = try FileSource(FilePath(path))
        if let part = options.hexdump {
          Terminal.write(try dump(of: part, in: source), to: .output)
        } else {
          files.append((path, try FileInspector.inspect(source)))
        }
      } catch let error as ReadError {
        Terminal.remark("\(path): \(error.reason)")
        code = 3
      } catch let error as UsageError {
        throw UsageError("\(path): \(error.message)")
      }
    }
    guard !files.isEmpty else { return code }
    switch options.format {
    case .json: Terminal.write(StructureJSON.render(files), to: .output)
    case .text:
      let text = StructureText(width: Terminal.width, usesColour: options.colour.usesColour)
      let pages = files.map { text.render($0.structure, named: $0.name) }
      Terminal.write(pages.joined(separator: "\n"), to: .output)
    }
    return code
  }

  private func dump(of part: String, in source: FileSource) throws -> String {
    let range =
      try DumpRange(numbers: part)
      ?? DumpRange(path: part, in: try FileInspector.inspect(source))
    guard range.offset <= source.size else {
      throw UsageError("offset \(range.offset) lies behind the file's \(source.size) bytes")
    }
    let isNumbered = DumpRange(numbers: part)?.length != nil
    let there = min(range.length ?? InspectCommand.dumpLength, source.size - range.offset)
    let shown = min(there, isNumbered ? InspectCommand.longestDump : InspectCommand.dumpLength)
    let bytes = try source.bytes(at: range.offset, count: Int(shown))
    return HexDump.render(bytes, at: range.offset, leftOut: there - shown)
  }
}
