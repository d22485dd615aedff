public import CArrow
import AdherenceAnalytics
import CRegimen
import Arrow
import Diagnostics
import Reporting
import Scheduling

// Safe: options are read before the call returns, and the stream is filled where the caller has room for
// it.

/// See `regimen.h`.
@c @implementation
public func regimen_events(
  _ data: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ run: OpaquePointer?,
  _ events: UnsafeMutablePointer<ArrowArrayStream>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  stream(events, "events", error) { stream in
    let parameters = try CohortParameters(options, OptionBinding.events, Run.at(run))
    let records = try required(Records.at(data), "data")
    try parameters.stream(eventsOf: try records.cohort(), to: stream)
  }
}

extension CohortParameters {
  /// Exports the events of a source as a stream that produces them lazily.
  fileprivate func stream(
    eventsOf source: some CohortSource, to stream: UnsafeMutablePointer<ArrowArrayStream>
  ) throws {
    let selection = RowSelection(options.filter, tasks: tasks)
    // An unknown patient is an error before the days of the data are.
    _ = try selection.patients(of: source)
    var parameters = self
    let batches = try EventBatches(of: source, try parameters.query(of: source), selection)
    let cancellation = options.cancellation
    ColumnTable.stream(EventBatches.fields, to: stream) {
      if cancellation.isCancelled { throw CancellationError() }
      return try batches.next()
    }
  }
}
