import CAV
import DecoderProtocol
import Synchronization
import Validator

/// What libav has to say, of which the last complaint is kept as a reason.
enum LibraryLog {
  private static let lastComplaint = Mutex<String?>(nil)

  /// Takes the place of standard error.
  static func listen() {
    unsafe av_log_set_callback { _, level, format, arguments in
      guard level <= AV_LOG_ERROR, let arguments = unsafe arguments else { return }
      var isAtStart: Int32 = 1
      let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { line in
        // Without the context: it would put the address of an object before the words.
        unsafe av_log_format_line2(
          nil, level, format, arguments, line.baseAddress, 1024, &isAtStart)
        return unsafe line.baseAddress.map { unsafe String(cString: $0) } ?? ""
      }
      LibraryLog.keep(text)
    }
  }

  /// The last complaint, which is forgotten with this.
  static func takeComplaint() -> String? {
    lastComplaint.withLock { complaint in
      defer { complaint = nil }
      return complaint
    }
  }

  private static func keep(_ line: String) {
    let words = line.split(whereSeparator: \.isNewline).joined(separator: " ")
    if !words.isEmpty { lastComplaint.withLock { $0 = words } }
  }
}

extension DecoderFailure {
  /// The failure of a call to libav: what went wrong, and the library's reason.
  static func library(_ code: Int32, _ kind: Kind, _ file: FilePath, _ what: String)
    -> DecoderFailure
  {
    let complaint = LibraryLog.takeComplaint()
    if code == livephotolint_system_error(ENOMEM) {
      return DecoderFailure(.outOfMemory, "\(file): \(what): more memory is needed than is allowed")
    }
    let words = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      unsafe av_strerror(code, text.baseAddress, 128)
      return unsafe text.baseAddress.map { unsafe String(cString: $0) } ?? "error \(code)"
    }
    let reason = complaint.map { "\(words) — \($0)" } ?? words
    return DecoderFailure(kind, "\(file): \(what): \(reason)")
  }

  /// The failure where a library gives no object, which it does for want of memory.
  static func noMemory(_ file: FilePath) -> DecoderFailure {
    DecoderFailure(.outOfMemory, "\(file): more memory is needed than is allowed")
  }
}
