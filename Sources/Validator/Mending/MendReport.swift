/// What `fix` does, or would do, about the faults of one subject.
package struct MendReport: Sendable {
  /// How far it went.
  package enum State: String, Sendable, CaseIterable {
    /// There is something to do, and nothing was written.
    case planned
    /// The files are written and checked.
    case mended
    /// There is nothing that it can do.
    case left
    /// Something kept the files from being written; nothing of the subject was changed.
    case failed
  }

  /// The subject as it was judged before.
  package var subject: SubjectReport
  package var state: State
  /// Why the files could not be written; nil where they could, or were not to be.
  package var problem: String?
  /// The identifier that both halves get, and where it comes from; nil where none is written.
  package var identifier: ChosenIdentifier?
  /// The faults that were found, in the order of the catalogue.
  package var faults: [MendedFault]
  /// The files, still first; those that stay as they are too.
  package var files: [MendedFile]

  package init(
    _ subject: SubjectReport, state: State, identifier: ChosenIdentifier? = nil,
    faults: [MendedFault], files: [MendedFile]
  ) {
    self.subject = subject
    self.state = state
    self.identifier = identifier
    self.faults = faults
    self.files = files
  }

  /// The most severe fault that stays as it is; nil where none does.
  package var worstLeft: Severity? {
    let isWritten = state == .mended
    return faults.filter { !isWritten || !$0.isMended }.compactMap(\.result.severity).max()
  }
}

/// The identifier that both halves get.
package struct ChosenIdentifier: Sendable, Equatable {
  package var text: String
  /// Where it comes from, as a clause: `the still's own`.
  package var origin: String

  package init(_ text: String, origin: String) {
    self.text = text
    self.origin = origin
  }
}

/// A fault with what becomes of it.
package struct MendedFault: Sendable {
  package var result: RuleResult
  /// Why it stays; nil where it is mended.
  package var reason: String?

  package init(_ result: RuleResult, reason: String? = nil) {
    self.result = result
    self.reason = reason
  }

  package var isMended: Bool { reason == nil }
}

/// A file before and after.
package struct MendedFile: Sendable, Equatable {
  package enum Role: String, Sendable, CaseIterable {
    case still, movie
    /// The `metadata.plist` of a bundle.
    case metadata
  }

  package var role: Role
  /// The file as it is.
  package var path: FilePath
  package var size: UInt64
  /// The file as it will be; the same path where it stays in its place under its name.
  package var newPath: FilePath
  package var newSize: UInt64
  /// Where the old bytes are kept; nil where they stay in their place, or where nothing is lost.
  package var backup: FilePath?
  /// What changes in it, in the order of the file.
  package var changes: [MendedBytes]

  package init(
    _ role: Role, path: FilePath, size: UInt64, newPath: FilePath, newSize: UInt64,
    changes: [MendedBytes]
  ) {
    self.role = role
    self.path = path
    self.size = size
    self.newPath = newPath
    self.newSize = newSize
    self.changes = changes
  }
}

/// Bytes of a file that give way to others.
package struct MendedBytes: Sendable, Equatable {
  /// The part of the structure, as reports name it.
  package var path: String
  /// What the change does, as a clause: `writes the identifier`.
  package var purpose: String
  /// Where the old bytes stand in the old file; empty where new ones are put in between.
  package var before: Range<UInt64>
  /// Where the new bytes stand in the new file; empty where bytes are only taken out.
  package var after: Range<UInt64>

  package init(
    _ path: String, purpose: String, before: Range<UInt64>, after: Range<UInt64>
  ) {
    self.path = path
    self.purpose = purpose
    self.before = before
    self.after = after
  }
}
