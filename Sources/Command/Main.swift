import Reporters
import Validator

@main
enum Main {
  static func main() async {
    Terminal.reportFaults()
    let code: Int32
    do {
      code = try await run(Array(CommandLine.arguments.dropFirst()))
    } catch let error as UsageError {
      Terminal.write(
        "livephotolint: \(ShownText.escaped(error.message)) (see livephotolint --help)\n",
        to: .errors)
      code = 2
    } catch {
      Terminal.write("livephotolint: a fault of the tool itself: \(error)\n", to: .errors)
      code = 70
    }
    Terminal.exit(code)
  }

  private static func run(_ arguments: [String]) async throws -> Int32 {
    let words = arguments.first == "check" ? Array(arguments.dropFirst()) : arguments
    let options = try CheckOptions(words)
    if options.showsHelp || arguments.first == "help" {
      Terminal.write(Help.text(width: Terminal.width), to: .output)
      return 0
    }
    if options.showsVersion {
      Terminal.write("\(Tool.name) \(Tool.version)\n", to: .output)
      return 0
    }
    return try await CheckCommand(options: options)()
  }
}
