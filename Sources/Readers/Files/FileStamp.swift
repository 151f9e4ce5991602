internal import CSystem
package import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A number that stays the same as long as files do: made of their names, sizes, times of change
/// and inodes.
///
/// The time of the last change of the inode is part of it, so that a file whose time was set back
/// after it was written to is told from the one before.
package struct FileStamp: Sendable {
  /// The number; files in another order give another one.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// How old a file must be: the clock of a file system goes in steps of some milliseconds, and what
  /// is written twice within one has one time.
  private static let leastAge: Int64 = 20_000_000

  /// The last time of change of all files, in nanoseconds since 1970.
  private var lastChange: Int64 = 0

  package init() {}

  /// The stamp of files; nil where one of them cannot be looked at, or was written to just now.
  ///
  /// - Parameter stamps: of others, which are known.
  package init?(of paths: [FilePath], and stamps: [UInt64] = []) {
    self.init()
    for path in paths where !add(path) { return nil }
    for stamp in stamps { mix(stamp) }
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0,
      lastChange < FileStamp.nanoseconds(now) &- FileStamp.leastAge
    else { return nil }
  }

  /// Adds a file, or that it cannot be looked at.
  ///
  /// - Returns: whether it can.
  @discardableResult
  package mutating func add(_ path: FilePath) -> Bool {
    for byte in path.name { mix(UInt64(byte)) }
    var status = stat()
    guard unsafe stat(Directory.terminated(path), &status) == 0 else {
      mix(0)
      return false
    }
    mix(UInt64(bitPattern: Int64(status.st_size)))
    mix(UInt64(status.st_ino))
    for time in [status.st_mtim, status.st_ctim] {
      mix(UInt64(bitPattern: Int64(time.tv_sec)))
      mix(UInt64(bitPattern: Int64(time.tv_nsec)))
    }
    lastChange = max(lastChange, FileStamp.nanoseconds(status.st_ctim))
    return true
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// FNV-1a over words, with a shift so that high bits reach low ones.
  private mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0x100_0000_01B3
    value ^= value >> 29
  }
}
