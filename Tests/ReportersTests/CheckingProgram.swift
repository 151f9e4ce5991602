import Foundation

/// A program that checks a document against a schema.
struct CheckingProgram {
  let executable: String
  let arguments: [String]

  /// The reference validator of XML schemas, of libxml2.
  static let xmllint = CheckingProgram(
    executable: "/usr/bin/xmllint",
    arguments: ["--noout", "--schema", Package.root.appending(path: "Schemas/junit.xsd").path])

  /// The `jsonschema` module of Python, with the schema of reports.
  static let jsonschema = jsonschema(of: "livephotolint-report-1")

  /// The `jsonschema` module of Python, with one of our schemas.
  ///
  /// - Parameter isLines: whether each line is a document of its own.
  static func jsonschema(of format: String, isLines: Bool = false) -> CheckingProgram {
    CheckingProgram(
      executable: "/usr/bin/python3",
      arguments: [
        "-c",
        """
        import glob, json, os, sys, jsonschema
        schema = json.load(open(sys.argv[1], encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        others = [json.load(open(f, encoding="utf-8"))
                  for f in glob.glob(os.path.dirname(sys.argv[1]) + "/*.json")]
        resolver = jsonschema.RefResolver(
            schema.get("$id", ""), schema, store={o["$id"]: o for o in others if "$id" in o})
        validator = jsonschema.Draft202012Validator(schema, resolver=resolver)
        text = open(sys.argv[3], encoding="utf-8").read()
        documents = text.splitlines() if sys.argv[2] == "lines" else [text]
        errors = [e.message for d in documents for e in validator.iter_errors(json.loads(d))]
        print("\\n".join(errors), file=sys.stderr)
        sys.exit(1 if errors else 0)
        """, Package.root.appending(path: "Schemas/\(format).schema.json").path,
        isLines ? "lines" : "whole",
      ])
  }

  static let hasXMLLint = FileManager.default.isExecutableFile(atPath: xmllint.executable)
  static let hasJSONSchema =
    FileManager.default.isExecutableFile(atPath: jsonschema.executable)
    && (try? run(jsonschema.executable, ["-c", "import jsonschema"]).status) == 0

  /// What is wrong with a document; empty where it is valid.
  func faults(in document: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(document.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try CheckingProgram.run(executable, arguments + [file.path])
    return result.status == 0 ? "" : "exit \(result.status): \(result.errors)"
  }

  private static func run(
    _ executable: String, _ arguments: [String]
  ) throws -> (status: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }
}
