import AdherenceAnalytics
import ArgumentParser
import Foundation
import Interchange
import Reporting
import Scheduling
import Storage

/// Brings the records of a source to a store or into a folder, and says how far it is.
struct RecordWriting {
  let options: WorkOptions
  /// About how many rows one transaction writes to a store; `nil` for as many as are usual there.
  var batch: Int?

  /// Writes a new folder, which is whole or not there.
  func write(_ source: some CohortSource, toFolder path: String) throws -> DatasetCopy {
    try watched { options, _ in
      try DatasetWriter(path).write(contentsOf: source, options)
    }
  }

  /// Adds to a store what it lacks; what was written stays where the work is cancelled.
  func load(_ source: some CohortSource, into place: StorePlace) throws -> LoadReport {
    try watched { options, progress in
      Interrupts.shared.farewell =
        "cancelled; what \(place.name) has got is whole, and the same command goes on there"
      let started = Date()
      return try place.openForWriting().load(
        contentsOf: source, batch: batch ?? place.usualBatch
      ) { state in
        let seconds = Date().timeIntervalSince(started)
        progress?.show(
          ReportProgress(
            .loading, done: state.patients, total: state.allPatients, seconds: seconds
          ).text)
        if options.cancellation.isCancelled, state.patients < state.allPatients {
          throw Unfinished(patients: state.patients, store: place.name)
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
