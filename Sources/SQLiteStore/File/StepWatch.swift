import GRDBSQLite
import Scheduling

/// Ends what SQLite does when somebody cancels it, or when it takes more steps than a sound file asks for.
///
/// The pages of a damaged or hostile file may lead to each other for ever. What a statement of ours does is
/// linear in the bytes of the file, so that one that goes on much longer reads no store.
///
/// Safe: SQLite asks on the thread that runs a statement, which is alone with the connection; the
/// connection's configuration holds the watch, so that the handler never outlives it.
final class StepWatch: @unchecked Sendable {
  private let isCancelled: @Sendable () -> Bool
  /// The bytes of the file.
  private let size: @Sendable () -> Int
  private var steps = 0
  private var limit = StepWatch.least
  private(set) var reason: Reason?

  /// Why a statement was ended.
  enum Reason {
    case cancelled, endless
  }

  /// So many steps SQLite takes between two looks: some tenths of a millisecond.
  private static let interval = 4096
  private static let least = 10_000_000
  /// Looking through a whole store takes some three steps for each byte.
  private static let stepsPerByte = 32

  init(size: @escaping @Sendable () -> Int, isCancelled: @escaping @Sendable () -> Bool) {
    self.size = size
    self.isCancelled = isCancelled
  }

  /// Watches a connection, which must not outlive it.
  func attach(to database: OpaquePointer) {
    sqlite3_progress_handler(
      database, Int32(StepWatch.interval),
      { watch in
        guard let watch else { return 0 }
        return Unmanaged<StepWatch>.fromOpaque(watch).takeUnretainedValue().look() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The bytes of the file.
  var fileSize: Int { size() }

  /// Begins to count anew.
  func begin() {
    steps = 0
    reason = nil
  }

  /// Counts some more steps, and says whether they may go on.
  private func look() -> Bool {
    steps += StepWatch.interval
    if isCancelled() { reason = .cancelled }
    // The file may have grown since it was measured.
    if steps > limit { limit = max(limit, StepWatch.least + size() * StepWatch.stepsPerByte) }
    if steps > limit { reason = .endless }
    return reason == nil
  }
}
