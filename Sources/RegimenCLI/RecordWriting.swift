import AdherenceAnalytics
import ArgumentParser
import Foundation
import Interchange
import Reporting
import Scheduling
import Storage

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
            .loading, done: state.patients, total: state.allPatients, seconds: seconds
          ).text)
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
