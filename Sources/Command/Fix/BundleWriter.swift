import Readers
import Validator
import Writers

/// Writes a mended `.pvt` bundle as a whole: a new folder that takes the old one's place or stands
/// elsewhere.
struct BundleWriter: Sendable {
  let check: MendCheck
  let destination: MendDestination

  /// Deeper than anybody nests folders in a bundle.
  private static let depthLimit = 20

  /// Writes the bundle of one plan.
  func callAsFunction(
    _ plan: MendPlan, _ subject: MendSubject, _ placement: MendPlacement, _ old: FilePath
  ) throws(MendFailure) {
    guard let place = placement.bundle else { return }
    let folders = try NewFolders(of: [FilePath(bytes: Array(place.path.trimmed.folder))])
    do {
      let staged = try StagedFolder(for: place.path.trimmed)
      try fill(staged.temporary, plan, old)
      var sources: [Half: any ByteSource] = [:]
      for half in plan.halves {
        sources[half.role] = try opened(staged.temporary.appending(half.newName))
      }
      try checked(plan, subject, sources, placement)
      try StagedFiles.uninterrupted { () throws(any Error) in
        try publish(staged, place.backup, old.trimmed)
        folders.stay()
      }
    } catch let failure as MendFailure {
      throw failure
    } catch let error as RewriteError {
      throw .destination(place.path, error.reason)
    } catch let error as PublishError {
      throw .destination(error.destination, error.reason)
    } catch {
      throw .destination(place.path, "cannot be written")
    }
  }

  private func checked(
    _ plan: MendPlan, _ subject: MendSubject, _ sources: [Half: any ByteSource],
    _ placement: MendPlacement
  ) throws(MendFailure) {
    try check(plan, subject, sources: sources, placement)
  }

  private func publish(_ staged: StagedFolder, _ backup: FilePath?, _ old: FilePath) throws {
    guard let backup else {
      if case .folder(_, let replaces) = destination { try staged.publish(replaces: replaces) }
      return
    }
    try FileSwap.rename(old, to: backup)
    do {
      try staged.publish(replaces: false)
    } catch {
      try? FileSwap.rename(backup, to: old)
      throw error
    }
  }

  // MARK: Contents

  private func fill(_ folder: FilePath, _ plan: MendPlan, _ old: FilePath) throws {
    let list = Array("metadata.plist".utf8)
    var own = Set(plan.halves.map { Array($0.file.path.name) })
    if plan.writesBundleMetadata { own.insert(list) }
    try copy(old, to: folder, leavingOut: own, depth: 0)
    for half in plan.halves {
      let file = try StagedFile(for: folder.appending(half.newName))
      try file.append(half.content)
      file.keepAttributes(of: half.file.path)
      try file.publish(replaces: false)
    }
    if plan.writesBundleMetadata {
      let file = try StagedFile(for: folder.appending(list))
      try file.append(BundleMetadata.bytes)
      try file.publish(replaces: false)
    }
  }

  /// Copies what else lies in the bundle.
  private func copy(
    _ old: FilePath, to new: FilePath, leavingOut names: Set<[UInt8]>, depth: Int
  ) throws {
    guard depth < BundleWriter.depthLimit else {
      throw MendFailure.destination(old, "holds folders that are nested too deep to be copied")
    }
    do {
      for entry in try Directory.entries(of: old) where !names.contains(entry.name) {
        let source = old.appending(entry.name)
        let target = new.appending(entry.name)
        switch entry.kind {
        case .folder:
          try OutputFolder.create(target)
          try copy(source, to: target, leavingOut: [], depth: depth + 1)
        case .regular:
          let bytes = try FileSource(source)
          let file = try StagedFile(for: target)
          try file.append(0..<bytes.size, of: bytes)
          file.keepAttributes(of: source)
          try file.publish(replaces: false)
        case .special:
          throw MendFailure.destination(source, "is neither a file nor a folder and is not copied")
        }
      }
    } catch let error as ReadError {
      throw MendFailure.destination(old, error.reason)
    }
  }

  private func opened(_ path: FilePath) throws(MendFailure) -> FileSource {
    do {
      return try FileSource(path)
    } catch {
      throw .destination(path, error.reason)
    }
  }
}
