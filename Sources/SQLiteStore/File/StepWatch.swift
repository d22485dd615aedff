import CSQLite
import Diagnostics
import Scheduling
import Storage

/// A progress handler that interrupts a statement on cancellation, or when it takes more steps than
/// a valid file needs.
///
/// The pages of a damaged or malicious file may form cycles. The cost of every statement is linear
/// in the size of the file, so a statement that takes much longer is not reading a valid store.
///
/// Safe: SQLite asks on the thread that runs a statement, which is alone with the connection; the
/// connection and its statements hold the watch, so that the handler never outlives it.
final class StepWatch: @unchecked Sendable {
  private let isCancelled: @Sendable () -> Bool
  /// Returns the size of the file in bytes.
  private let size: @Sendable () -> Int
  private var steps = 0
  private var limit = StepWatch.least
  private(set) var reason: Reason?

  /// The reason for an interruption.
  enum Reason {
    case cancelled, endless
  }

  /// The number of steps between two calls of the handler: a few tenths of a millisecond.
  private static let interval = 4096
  private static let least = 10_000_000
  /// A full scan of a store takes about three steps per byte.
  private static let stepsPerByte = 32

  init(
    size: @escaping @Sendable () -> Int = { 0 },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.size = size
    self.isCancelled = isCancelled
  }

  /// Installs the handler on a connection, which must not outlive the watch.
  func attach(to database: OpaquePointer) {
    sqlite3_progress_handler(
      database, Int32(StepWatch.interval),
      { watch in
        guard let watch else { return 0 }
        return Unmanaged<StepWatch>.fromOpaque(watch).takeUnretainedValue().count() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The size of the file in bytes.
  var fileSize: Int { size() }

  /// Resets the step count.
  func begin() {
    steps = 0
    reason = nil
  }

  /// Returns the error of the last result code on a connection.
  func failure(_ code: Int32, on database: OpaquePointer?, path: String) -> InputError {
    if code == SQLITE_INTERRUPT, reason == .endless {
      return .damaged("a read took too many steps", source: path)
    }
    return InputError(sqlite: code, String(cString: sqlite3_errmsg(database)), path: path)
  }

  /// Adds an interval to the step count and returns whether the statement may continue.
  private func count() -> Bool {
    steps += StepWatch.interval
    if isCancelled() { reason = .cancelled }
    // The file may have grown since the limit was computed.
    if steps > limit { limit = max(limit, StepWatch.least + size() * StepWatch.stepsPerByte) }
    if steps > limit { reason = .endless }
    return reason == nil
  }
}
