import DecoderProtocol
import Readers
import Reporters
import Validator
import Writers

/// Makes one Live Photo after another.
struct PairMaker: Sendable {
  /// Below this, a still and the frame that it fits best have too little in common for a match.
  private static let poorFit = 0.5
  /// How much of a long clip is searched for the still, in seconds.
  private static let searched = 60.0

  let options: MakeOptions
  let decoder: DecoderProcess
  let judge: Judge
  /// The folder that the results go into.
  let folder: FilePath
  /// Told how far the decoder is with a piece of work, 0 to 1.
  let progress: @Sendable (Double) -> Void

  /// Makes a Live Photo, checks it and gives it its names.
  ///
  /// - Throws: the reason; nothing is left of what was begun.
  func callAsFunction(_ job: MakeJob) throws(MakeError) -> MakeReport.Made {
    let result = ResultFiles(job, in: folder, options)
    try result.requireRoom(sources: [job.still, job.clip].compactMap { $0 })
    var clip = try look(at: job)
    let work: StagedFolder
    do {
      work = try StagedFolder(for: folder.appending(Array("work".utf8)))
    } catch {
      throw MakeError(error.reason, file: folder)
    }
    let prepared = try preparedStill(job, in: work.temporary)
    let moment = try keyPhoto(of: job, clip, still: prepared)
    let still: FilePath
    if let prepared {
      still = prepared
    } else {
      still = try cover(of: job, at: moment.time, in: work.temporary)
    }
    let wish = ClipPlan.Wish(
      stillTime: moment.time, start: job.start.map { $0 + clip.origin },
      maxDuration: job.isPrepared ? .infinity : options.maxDuration, codec: options.codec)
    var plan = try ClipPlan(clip, wish)
    if clip.isNative, plan.treatment != .passThrough {
      clip = ClipPlan.Clip(probe: try decode(ProbeMovie(movie: job.clip)), movie: clip.movie)
      plan = try ClipPlan(clip, wish)
    }
    let movie = try self.movie(job, &plan, in: work.temporary)
    var made = MakeReport.Made(
      files: [], still: job.still, clip: job.clip,
      identifier: options.identifier ?? StoredIdentifier.random(),
      stillTime: moment.time - movie.start, duration: movie.duration, fit: moment.fit,
      video: plan.video, codec: plan.codec, reasons: plan.reasons, remarks: moment.remarks)
    try write(&made, still: still, movie: movie.path, texts: texts(for: job, clip), to: result)
    return made
  }

  /// Asks the decoder; its failures name the file and the reason.
  private func decode<Task: DecoderTask>(_ task: Task) throws(MakeError) -> Task.Reply {
    do {
      return try decoder.run(task, progress: progress)
    } catch {
      throw MakeError(error, of: task)
    }
  }

  // MARK: What there is

  private func look(at job: MakeJob) throws(MakeError) -> ClipPlan.Clip {
    for file in [job.still, job.clip].compactMap({ $0 }) {
      do {
        _ = try FileSource(file)
      } catch {
        throw MakeError(error.reason, file: file)
      }
    }
    try requireClip(job.clip)
    var movie: Movie?
    if case .movie(let facts)? = judge.reader.read(job.clip, meantAs: .movie),
      facts.file.type?.half == .movie
    {
      movie = facts
    }
    if let movie, let source = try? FileSource(job.clip),
      let probe = NativeClip.probe(movie, source)
    {
      return ClipPlan.Clip(probe: probe, movie: movie, isNative: true)
    }
    return ClipPlan.Clip(probe: try decode(ProbeMovie(movie: job.clip)), movie: movie)
  }

  /// Says of a picture that it is no clip, which a decoder would say in other words.
  private func requireClip(_ path: FilePath) throws(MakeError) {
    guard let bytes = try? SourceBytes(FileSource(path)) else { return }
    let type = FileType(head: bytes.firstBytes, size: bytes.size)
    guard type.half == .still else { return }
    throw MakeError("is a \(type.rawValue) picture, and a clip is needed here", file: path)
  }

  /// The still in a form that Photos pairs; nil where the cover is still to come out of the clip.
  private func preparedStill(_ job: MakeJob, in work: FilePath) throws(MakeError) -> FilePath? {
    guard let still = job.still else { return nil }
    let type: FileType
    do {
      let bytes = try SourceBytes(FileSource(still))
      type = FileType(head: bytes.firstBytes, size: bytes.size)
    } catch {
      throw MakeError(error.reason, file: still)
    }
    let own: StillFormat? = type == .jpeg ? .jpeg : type == .heic ? .heic : nil
    if let own, options.stillFormat ?? own == own { return still }
    guard type.half == .still else {
      let found = type == .unknown ? "of no kind that is known" : "\(type.rawValue) data"
      throw MakeError(
        type == .empty
          ? "is no picture: the file is empty"
          : "is no picture that is read (JPEG, HEIC, PNG, WebP, AVIF, TIFF): its bytes are \(found)",
        file: still)
    }
    let output = work.appending(Array("still".utf8))
    _ = try decode(
      ConvertStill(still: still, output: output, format: options.stillFormat ?? .jpeg))
    return output
  }

  /// The cover out of the clip.
  private func cover(of job: MakeJob, at time: Double, in work: FilePath) throws(MakeError)
    -> FilePath
  {
    let output = work.appending(Array("still".utf8))
    _ = try decode(
      WriteCover(
        movie: job.clip, time: time, output: output, format: options.stillFormat ?? .jpeg))
    return output
  }

  // MARK: The key photo

  /// When the key photo is, in the clip's timeline.
  private struct Moment {
    var time: Double
    var fit: Double?
    var remarks: [String] = []
  }

  private func keyPhoto(of job: MakeJob, _ clip: ClipPlan.Clip, still: FilePath?)
    throws(MakeError) -> Moment
  {
    if let time = job.stillTime { return Moment(time: time + clip.origin) }
    let shown = clip.shown
    let start = max((job.start ?? 0) + clip.origin, shown.lowerBound)
    let length = shown.upperBound - start
    guard length > 0 else {
      throw MakeError("the movie is to begin behind the clip's end", file: job.clip)
    }
    let middle = start + min(length, job.start == nil ? length : options.maxDuration) / 2
    guard let still, !job.isPrepared else { return Moment(time: middle) }
    let window = job.start == nil ? PairMaker.searched : options.maxDuration
    let task = MatchFrame(movie: job.clip, still: still, start: start, window: window)
    let match: FrameMatch
    do {
      match = try decoder.run(task, progress: progress)
    } catch {
      let failure = MakeError(error, of: task)
      // A still that this machine's libraries cannot show is still one that Photos may.
      guard failure.file != job.clip, case .failed = error.kind else { throw failure }
      return Moment(
        time: middle,
        remarks: [
          "the key photo is in the middle of the clip, as the still could not be compared with it: "
            + failure.reason
        ])
    }
    guard match.score >= PairMaker.poorFit else {
      return Moment(
        time: middle,
        remarks: ["the still looks like no frame of the clip, so the key photo is in its middle"])
    }
    return Moment(time: match.time, fit: match.score)
  }

  // MARK: The halves

  private func movie(_ job: MakeJob, _ plan: inout ClipPlan, in work: FilePath) throws(MakeError)
    -> (
      path: FilePath, start: Double, duration: Double
    )
  {
    guard case .cut(let video, let audio) = plan.treatment else {
      // The movie's time is the clip's, also where its first picture is shown later than at 0.
      return (job.clip, 0, plan.start + plan.duration)
    }
    let output = work.appending(Array("movie.mov".utf8))
    let task = CutClip(
      movie: job.clip, start: plan.start, duration: plan.duration, output: output, video: video,
      audio: audio)
    let written: WrittenClip
    do {
      written = try decoder.run(task, progress: progress)
    } catch {
      guard video == .copy, error.kind == .failed(.needsEncoding) else {
        throw MakeError(error, of: task)
      }
      // An edit list may hide the key frame that the movie would begin with.
      plan.treatment = .cut(video: options.codec.cut, audio: audio)
      plan.reasons.append("its coded samples cannot be taken over")
      return try self.movie(job, &plan, in: work)
    }
    return (output, written.sourceStart, written.duration)
  }

  private func write(
    _ made: inout MakeReport.Made, still: FilePath, movie: FilePath, texts: Texts,
    to result: ResultFiles
  ) throws(MakeError) {
    let rewritten = try halves(of: made, still: still, movie: movie, texts)
    let report = judge.pair(
      still: try facts(of: rewritten.still, as: result.still(for: rewritten.stillType)),
      movie: try facts(of: rewritten.movie, as: result.movie), bond: .argument
    ).report
    if let fault = report.results.first(where: { $0.severity == .error }) {
      let isOfMovie = fault.evidence.first?.file == result.movie
      throw MakeError(
        "what would be made fails \(fault.rule.id): \(fault.message). \(fault.remedy)",
        file: isOfMovie ? made.clip : made.still ?? made.clip)
    }
    made.remarks += texts.remarks
    for result in report.results where result.severity == .warning {
      made.remarks.append("\(result.rule.id): \(result.message)")
    }
    made.files = try result.write(
      still: rewritten.still, stillType: rewritten.stillType, movie: rewritten.movie)
  }

  /// Both files as they are to be, not yet written.
  private func halves(
    of made: MakeReport.Made, still: FilePath, movie: FilePath, _ texts: Texts
  ) throws(MakeError) -> (still: RewrittenFile, stillType: FileType, movie: RewrittenFile) {
    var stillChanges = StillChanges()
    stillChanges.identifier = made.identifier
    stillChanges.shot = texts.shot
    stillChanges.replacesForeignMakerNote = true
    var movieChanges = MovieChanges()
    movieChanges.identifier = made.identifier
    movieChanges.addedTexts = texts.ofMovie
    movieChanges.isQuickTime = true
    let (newStill, type) = try about(made.still ?? made.clip) {
      let source = try FileSource(still)
      let bytes = try SourceBytes(source)
      let type = FileType(head: bytes.firstBytes, size: bytes.size)
      let changes = try StillRewriter.replacements(stillChanges, in: source, type: type)
      return (try RewrittenFile(source, changes), type)
    }
    let newMovie = try about(made.clip) {
      let source = try FileSource(movie)
      movieChanges.stillTime = moment(made.stillTime, in: try facts(of: source, as: movie).asMovie)
      return try RewrittenFile(source, MovieRewriter.replacements(movieChanges, in: source))
    }
    return (newStill, type, newMovie)
  }

  /// Does work on a file, which errors of the work are about.
  private func about<Result>(_ file: FilePath, _ work: () throws -> Result) throws(MakeError)
    -> Result
  {
    do {
      return try work()
    } catch let error as MakeError {
      throw error
    } catch let error as RewriteError {
      throw MakeError(error.reason, file: file)
    } catch let error as ReadError {
      throw MakeError(error.reason, file: file)
    } catch {
      throw MakeError("\(error)", file: file)
    }
  }

  /// A time in the movie's time scale, rounded up: rounded down, the first instant of a frame would
  /// fall into the frame before.
  private func moment(_ seconds: Double, in movie: Movie) -> MediaTime? {
    let scale = movie.duration.value?.scale ?? LiveMovie.timescale
    // Less than a rounding error of the arithmetic is not rounded up.
    return Int64(exactly: (seconds * Double(scale) - 1e-6).rounded(.up)).flatMap {
      MediaTime($0, scale: scale)
    }
  }

  private func facts(of file: some ByteSource, as path: FilePath) throws(MakeError) -> MediaFacts {
    do {
      if let facts = try judge.reader.read(file, path: path) { return facts }
    } catch {
      throw MakeError(error.reason, file: path)
    }
    throw MakeError("what would be made is neither a still nor a movie", file: path)
  }
}

extension MakeError {
  /// The error of a piece of work; the decoder's clause names the file first.
  fileprivate init(_ error: DecoderError, of task: some DecoderTask) {
    let file = task.inputs.first { error.message.hasPrefix("\($0): ") }
    let head = file.map { "\($0): " } ?? ""
    self.init(String(error.message.dropFirst(head.count)), file: file)
  }
}

extension ClipPlan {
  fileprivate var video: MakeReport.Treatment {
    switch treatment {
    case .passThrough: .kept
    case .cut(.copy, _): .copied
    case .cut: .encoded
    }
  }

  /// What the video is coded as, where it is.
  fileprivate var codec: String? {
    switch treatment {
    case .cut(.h264, _): "H.264"
    case .cut(.hevc, _): "HEVC"
    default: nil
    }
  }
}
