import CAV
import CSystem
import DecoderProtocol

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What this process denies itself, before it looks at any file.
enum ProcessLimits {
  /// How many threads a codec may use: one a core, and no more than help.
  static let threadCount = Int32(clamping: min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8))

  /// Ends with the tool that asked, leaves no core file, and keeps no stream but the standard ones.
  static func prepare() {
    _ = livephotolint_die_with_parent(SIGKILL)
    set(Int32(RLIMIT_CORE.rawValue), 0)
    for descriptor in 3..<Int32(clamping: min(sysconf(Int32(_SC_OPEN_MAX)), 4096)) {
      close(descriptor)
    }
    // Each arena of the allocator takes 64 MiB of address space, and there would be 8 a core.
    mallopt(M_ARENA_MAX, 2)
  }

  /// Takes on the limits of a request.
  static func apply(_ limits: DecoderLimits) {
    set(Int32(RLIMIT_AS.rawValue), limits.addressSpace)
    set(Int32(RLIMIT_CPU.rawValue), limits.processorSeconds)
  }

  private static func set(_ resource: Int32, _ value: UInt64) {
    var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
    // The soft limit of processor time sends SIGXCPU, which tells more than the hard one's SIGKILL.
    if resource == Int32(RLIMIT_CPU.rawValue) { limit.rlim_max = rlim_t(value &+ 5) }
    unsafe setrlimit(resource, &limit)
  }
}
