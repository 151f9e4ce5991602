import DecoderProtocol
import Readers
import Reporters
import Rules
import Validator
import Writers

extension Subcommand {
  static let make = Subcommand(
    name: "make",
    usage: """
      livephotolint make [OPTION…] STILL CLIP -o DIR
             livephotolint make [OPTION…] CLIP -o DIR
             livephotolint make [OPTION…] FOLDER… -o DIR
             livephotolint make [OPTION…] --loop-clip CLIP STILL… -o DIR
             livephotolint make [OPTION…] --pairs FILE -o DIR
      """,
    summary: "makes a working Live Photo of a still and a clip, or of a clip alone",
    details: """
      A JPEG or HEIC still and the coded video of an H.264, HEVC or ProRes clip stay bit for bit;
      what a Live Photo needs is added. Other stills become JPEG, other clips H.264, clips that are
      too long are cut round the key photo. With a clip alone the cover comes out of it. In a FOLDER
      stills and clips of one name are made into pairs. Each result is checked before it gets its
      name; sources are never touched.

      Exit codes: 0 all was made; 1 something could not be made; 2 wrong usage; 70 a fault of the
      tool itself.

      Examples:
        livephotolint make cover.jpg clip.mp4 -o out
        livephotolint make clip.webm --still-time 1.2 --still-format heic -o out
        livephotolint make shots/ --bundle pvt -o out
      """,
    optionHelp: MakeOptions.parser.help(width:),
    run: { arguments in try MakeCommand(options: MakeOptions(arguments))() })
}

/// `livephotolint make`: makes Live Photos.
struct MakeCommand: Sendable {
  let options: MakeOptions

  /// Runs the command.
  ///
  /// - Returns: the exit code.
  /// - Throws: what makes a run impossible from the start.
  func callAsFunction() throws -> Int32 {
    let list = try MakeJobs(options)
    let folder = FilePath(typed: options.output ?? "")
    let decoder: DecoderProcess
    do {
      decoder = try DecoderProcess()
    } catch {
      throw UsageError(error.message)
    }
    do {
      try OutputFolder.create(folder)
    } catch {
      throw UsageError("\(folder): \(error.reason)")
    }
    StagedFiles.removeOnSignals(before: ChildProcess.killAll)
    var report = MakeReport(
      made: [], failed: [],
      skipped: list.skipped.map { MakeReport.Left(path: $0.path, reason: $0.message) })
    let line = progressLine
    for (index, job) in list.jobs.enumerated() {
      let number = "\(index + 1) of \(list.jobs.count)"
      let maker = maker(decoder, folder) { fraction in
        line?.show(fraction, MakeCommand.words(number, fraction, job))
      }
      defer { line?.clear() }
      do {
        report.made.append(try maker(job))
      } catch {
        report.failed.append(
          MakeReport.Left(path: error.file ?? job.clip, reason: error.reason))
      }
    }
    try tell(report)
    return report.failed.isEmpty && !report.made.isEmpty ? 0 : 1
  }

  /// Where progress is shown; nil for nowhere.
  private var progressLine: ProgressLine? {
    guard options.showsProgress, !options.isQuiet, Terminal.isInteractive(.errors) else {
      return nil
    }
    return ProgressLine(columns: Terminal.width(of: .errors))
  }

  /// How far a piece of work on a pair has come: the name last, as a long one is cut off.
  static func words(_ number: String, _ fraction: Double, _ job: MakeJob) -> String {
    let share = fraction.isFinite ? "\(Int(min(max(fraction, 0), 1) * 100)) % · " : ""
    return "\(number) · \(share)\(ShownText.escaped(job.source.description))"
  }

  private func maker(
    _ decoder: DecoderProcess, _ folder: FilePath, _ progress: @escaping @Sendable (Double) -> Void
  ) -> PairMaker {
    PairMaker(
      options: options, decoder: decoder,
      judge: Judge(
        reader: MediaReader(plan: ReadingPlan(readsLivePhotoInfo: false)),
        engine: Engine(rules: Catalogue.rules, profile: .photos)),
      folder: folder, progress: progress)
  }

  private func tell(_ report: MakeReport) throws {
    for left in report.failed { Terminal.remark("\(left.path): \(left.reason)") }
    if !options.isQuiet {
      for left in report.skipped { Terminal.remark("\(left.path): left out: \(left.reason)") }
      if report.made.isEmpty, report.failed.isEmpty { Terminal.remark("nothing was made") }
    }
    switch options.format {
    case .json: try Terminal.writeOutput(MakeJSON.render(report))
    case .text where !options.isQuiet: try Terminal.writeOutput(MakeText().render(report))
    case .text: break
    }
  }
}
