import Readers
import Reporters
import Validator

@main
enum Main {
  static func main() async {
    Terminal.reportFaults()
    Terminal.keepMemory()
    Terminal.holdStandardStreams()
    let code: Int32
    do {
      code = try await run(Array(Terminal.arguments.dropFirst()))
    } catch let error as UsageError {
      let command = Subcommand.named(Terminal.arguments.dropFirst().first ?? "")
      let topic = command.map { " \($0.name)" } ?? ""
      Terminal.remark("\(error.message) (see livephotolint\(topic) --help)")
      code = 2
    } catch is ClosedPipe {
      Terminal.endAtClosedPipe()
    } catch {
      Terminal.remark("a fault of the tool itself: \(error)")
      code = 70
    }
    Terminal.exit(code)
  }

  /// Runs the command that the first word names, else `check`.
  ///
  /// A file that is named as a command is checked by its path, such as `./check`.
  private static func run(_ arguments: [String]) async throws -> Int32 {
    switch arguments.first {
    case "help", "--help", "-h":
      let topic = arguments.dropFirst().first.flatMap(Subcommand.named)
      let width = Terminal.proseWidth
      Terminal.write(
        topic?.help(width: width) ?? Subcommand.overview(width: width), to: .output)
      return 0
    case "version": return tellVersion()
    default:
      let named = arguments.first.flatMap(Subcommand.named)
      if named == nil, let word = arguments.first { try refuseMistyped(word) }
      let words = named == nil ? arguments : Array(arguments.dropFirst())
      let subcommand = named ?? .check
      let options = words.prefix { $0 != "--" }
      if options.contains(where: { $0 == "--help" || $0 == "-h" }) {
        Terminal.write(subcommand.help(width: Terminal.proseWidth), to: .output)
        return 0
      }
      if options.contains(where: { $0 == "--version" || $0 == "-V" }) { return tellVersion() }
      return try await subcommand.run(words)
    }
  }

  private static func tellVersion() -> Int32 {
    Terminal.write("\(Tool.name) \(Tool.version)\n", to: .output)
    return 0
  }

  /// Refuses a first word that is neither file nor option but nearly a command: checking what
  /// follows would answer another question.
  private static func refuseMistyped(_ word: String) throws(UsageError) {
    guard word.utf8.count >= 4, !word.hasPrefix("-"), !word.contains("/"), !word.contains("."),
      Directory.kind(of: FilePath(typed: word)) == nil,
      let command = UsageError.nearest(to: word, among: Subcommand.all.map(\.name))
    else { return }
    throw UsageError("there is no file or command '\(word)'; did you mean '\(command)'?")
  }
}
