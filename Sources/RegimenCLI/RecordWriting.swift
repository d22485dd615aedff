import AdherenceAnalytics
import ArgumentParser
import Foundation
import Interchange
import Reporting
import Scheduling
import Storage
import Synchronization

/// Writes the records of a source to a store or a folder, showing progress.
struct RecordWriting {
  let options: WorkOptions
  /// The approximate number of rows per transaction; `nil` for the store's default.
  var batch: Int?

  /// Writes a new folder atomically.
  func write(_ source: some CohortSource, toFolder path: String) throws -> DatasetCopy {
    try watched { options, _ in
      try DatasetWriter(path).write(contentsOf: source, options)
    }
  }

  /// Adds missing records to a store; on cancellation, completed transactions are kept.
  func load(_ source: some CohortSource, into location: StoreLocation) throws -> LoadReport {
    try watched { options, progress in
      Interrupts.shared.exitMessage =
        "cancelled; \(location.name) is consistent, and the same command resumes the import"
      let started = Date()
      return try location.openForWriting().load(
        contentsOf: source, batch: batch ?? location.usualBatch
      ) { state in
        let seconds = Date().timeIntervalSince(started)
        progress?.show(
          ReportProgress(
            .loading, done: state.patients, total: state.allPatients, seconds: seconds))
        if options.cancellation.isCancelled, state.patients < state.allPatients {
          throw Unfinished(patients: state.patients, store: location.name)
        }
      }
    }
  }

  /// Performs work that can be cancelled by Ctrl-C.
  private func watched<Result>(_ work: (ReportOptions, ProgressLine?) throws -> Result) throws
    -> Result
  {
    let progress = ProgressLine()
    defer { progress?.end() }
    do {
      return try work(options.options(Interrupts.shared.observedCancellation(), progress), progress)
    } catch let unfinished as Unfinished {
      progress?.end()
      Console.error("regimen: \(unfinished)")
      throw ExitCode(Interrupts.status)
    }
  }
}

/// The error of a cancelled import.
private struct Unfinished: Error, CustomStringConvertible {
  var patients: Int
  var store: String

  var description: String {
    "cancelled; \(store) contains the first \(patients) patients, and the same command resumes the import"
  }
}

/// Terminates the program on SIGINT or SIGTERM: cooperatively if the work checks for cancellation,
/// and otherwise within a second, without leaving incomplete files.
///
/// A dedicated thread waits for the signals, so that work cannot delay them. A second signal
/// terminates the program immediately.
final class Interrupts: Sendable {
  static let shared = Interrupts()
  /// The exit status after a signal.
  static let status: Int32 = 130

  private let cancellation = Cancellation()
  private let isObserved = Mutex(false)
  private let message = Mutex("cancelled; no file was written")

  private init() {}

  /// Starts listening; must be called before other threads are created, so that they inherit the
  /// signal mask.
  func begin() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_DFL)
      sigaddset(&signals, number)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread { [signals] in self.listen(to: signals) }.start()
  }

  /// Returns the cancellation flag, for work that checks it.
  func observedCancellation() -> Cancellation {
    isObserved.withLock { $0 = true }
    return cancellation
  }

  /// The message printed on exit.
  var exitMessage: String {
    get { message.withLock(\.self) }
    set { message.withLock { $0 = newValue } }
  }

  private func listen(to signals: sigset_t) {
    var (signals, number) = (signals, Int32(0))
    while sigwait(&signals, &number) != 0 {}
    cancellation.cancel()
    if isObserved.withLock(\.self) {
      // The work gets this time to end cooperatively.
      var patience = timespec(tv_sec: 0, tv_nsec: 700_000_000)
      while sigtimedwait(&signals, nil, &patience) < 0, errno == EINTR {}
    }
    endNow()
  }

  /// Removes incomplete files and exits without waiting for threads.
  private func endNow() -> Never {
    UnfinishedOutputs.all.abandon()
    var screen = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&screen, 1, 0) > 0 { Console.error("regimen: \(exitMessage)") }
    _exit(Interrupts.status)
  }
}
