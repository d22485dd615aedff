import AdherenceAnalytics
import ArgumentParser
import Foundation
import Interchange
import Reporting
import SQLiteStore
import Scheduling

/// Brings the records of a source to a store or into a folder, and says how far it is.
struct RecordWriting {
  let options: WorkOptions
  /// About how many rows one transaction writes to a store.
  var batch = SQLiteStore.usualBatch

  /// Writes a new folder, which is whole or not there.
  func write(_ source: some CohortSource, toFolder path: String) throws -> DatasetCopy {
    try watched { options, _ in
      try DatasetWriter(path).write(contentsOf: source, options)
    }
  }

  /// Adds to a store what it lacks; what was written stays where the work is cancelled.
  func load(_ source: some CohortSource, intoStore path: String) throws -> LoadReport {
    try watched { options, progress in
      Interrupts.shared.farewell =
        "cancelled; what \(path) has got is whole, and the same command goes on there"
      let started = Date()
      return try SQLiteStore(path).load(contentsOf: source, batch: batch) { state in
        let seconds = Date().timeIntervalSince(started)
        progress?.show(
          ReportProgress(
            .loading, done: state.patients, total: state.allPatients, seconds: seconds
          ).text)
        if options.cancellation.isCancelled, state.patients < state.allPatients {
          throw Unfinished(patients: state.patients, store: path)
        }
      }
    }
  }

  /// Does work that Ctrl-C can end.
  private func watched<Result>(_ work: (ReportOptions, ProgressLine?) throws -> Result) throws
    -> Result
  {
    let progress = ProgressLine()
    defer { progress?.end() }
    do {
      return try work(options.options(Interrupts.shared.heeded(), progress), progress)
    } catch let unfinished as Unfinished {
      progress?.end()
      Console.error("regimen: \(unfinished)")
      throw ExitCode(Interrupts.status)
    }
  }
}

/// A store was not filled to the end, because someone cancelled it.
private struct Unfinished: Error, CustomStringConvertible {
  var patients: Int
  var store: String

  var description: String {
    "cancelled; \(store) has the first \(patients) patients, and the same command goes on there"
  }
}
