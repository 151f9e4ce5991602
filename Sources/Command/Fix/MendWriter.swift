import Readers
import Validator
import Writers

/// Writes the files of plans: all of a subject, or none.
struct MendWriter: Sendable {
  let check: MendCheck
  let destination: MendDestination
  /// The resolved paths of all files that are read in this run.
  let sources: Set<FilePath>

  /// Writes the files of one plan.
  ///
  /// - Throws: what keeps them from being written; nothing is changed then.
  func callAsFunction(_ plan: MendPlan, _ subject: MendSubject, _ placement: MendPlacement)
    throws(MendFailure)
  {
    try requireFreePlaces(plan, subject, placement)
    switch (subject.container, destination) {
    case (_, .none): return
    case (.archive(let archive), .inPlace):
      throw .destination(
        archive, "an archive is not written in place; --output DIR writes its two files")
    case (.bundle(let folder), _):
      try BundleWriter(check: check, destination: destination)(plan, subject, placement, folder)
    case (_, .folder(_, let replaces)):
      let folders = try NewFolders(
        of: placement.paths.values.map { FilePath(bytes: Array($0.folder)) })
      let staged = try stage(plan.halves, placement)
      try check(plan, subject, sources: opened(staged, plan), placement)
      try StagedFiles.uninterrupted { () throws(MendFailure) in
        try publish(Array(staged.values), replaces: replaces)
        folders.stay()
      }
    case (_, .inPlace):
      let staged = try stage(plan.halves.filter(\.isRewritten), placement)
      try check(plan, subject, sources: opened(staged, plan), placement)
      try swap(plan, staged, placement)
    }
  }

  // MARK: Before

  /// Refuses to write over a file that was not meant to give way.
  private func requireFreePlaces(
    _ plan: MendPlan, _ subject: MendSubject, _ placement: MendPlacement
  ) throws(MendFailure) {
    for half in plan.halves {
      guard let path = placement.paths[half.role], path.isTaken else { continue }
      switch destination {
      case .none: continue
      case .inPlace:
        if half.isRenamed, placement.bundle == nil {
          throw .destination(path, "is there already, so \(half.file.path) cannot get this name")
        }
      case .folder(_, let replaces):
        if let resolved = Directory.resolved(path), sources.contains(resolved) {
          throw .destination(path, "is a file of this run; --in-place writes over it")
        }
        if !replaces { throw .destination(path, "is there already; --force replaces it") }
      }
    }
    if case .folder(_, false) = destination, let bundle = placement.bundle?.path, bundle.isTaken {
      throw .destination(bundle, "is there already; --force replaces it")
    }
  }

  private func stage(_ halves: [MendPlan.Half], _ placement: MendPlacement) throws(MendFailure)
    -> [Half: StagedFile]
  {
    var staged: [Half: StagedFile] = [:]
    for half in halves {
      guard let path = placement.paths[half.role] else { continue }
      do {
        let file = try StagedFile(for: path)
        try file.append(half.content)
        file.keepAttributes(of: half.file.path)
        staged[half.role] = file
      } catch {
        throw .destination(path, error.reason)
      }
    }
    return staged
  }

  private func opened(_ staged: [Half: StagedFile], _ plan: MendPlan) throws(MendFailure)
    -> [Half: any ByteSource]
  {
    var sources: [Half: any ByteSource] = [:]
    for half in plan.halves {
      guard let file = staged[half.role] else {
        sources[half.role] = half.content
        continue
      }
      do {
        sources[half.role] = try file.source()
      } catch {
        throw .destination(file.destination, error.reason)
      }
    }
    return sources
  }

  // MARK: The change

  private func publish(_ files: [StagedFile], replaces: Bool) throws(MendFailure) {
    do {
      try StagedFile.publish(files, replaces: replaces)
    } catch {
      throw .destination(error.destination, error.reason)
    }
  }

  private func swap(_ plan: MendPlan, _ staged: [Half: StagedFile], _ placement: MendPlacement)
    throws(MendFailure)
  {
    let steps = plan.halves.compactMap { half -> FileSwap.Step? in
      guard let new = placement.paths[half.role] else { return nil }
      if let file = staged[half.role], let backup = placement.backups[half.role] {
        return FileSwap.Step(half.file.path, by: file, keptAs: backup)
      }
      return half.isRenamed ? FileSwap.Step(renaming: half.file.path, to: new) : nil
    }
    do {
      try FileSwap(steps)()
    } catch {
      throw .destination(error.destination, error.reason)
    }
  }
}

/// Folders that are made for new files, and go again where those are not written.
final class NewFolders {
  /// Those that were not there before, the outermost first.
  private var made: [FilePath] = []

  /// Makes folders, and those that they lie in.
  init(of folders: [FilePath]) throws(MendFailure) {
    for folder in Set(folders) where !folder.isEmpty {
      var missing: [FilePath] = []
      var path = folder.trimmed
      while !path.isEmpty, Directory.kind(of: path) == nil {
        missing.insert(path, at: 0)
        path = FilePath(bytes: Array(path.folder)).trimmed
      }
      do {
        for path in missing {
          made.append(path)
          StagedFiles.note(path)
          try OutputFolder.create(path)
        }
        try OutputFolder.create(folder)
      } catch {
        remove()
        throw .destination(folder, error.reason)
      }
    }
  }

  deinit {
    remove()
  }

  /// Lets the folders stay.
  func stay() {
    for path in made { StagedFiles.forget(path) }
    made = []
  }

  private func remove() {
    for path in made.reversed() { StagedFiles.discard(path) }
    made = []
  }
}
