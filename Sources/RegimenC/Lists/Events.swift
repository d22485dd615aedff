public import CArrow
import AdherenceAnalytics
import CRegimen
import Arrow
import Reporting
import Scheduling

// Safe: a question is read before the call returns, and the stream is filled where the caller has room for
// it.

/// See `regimen.h`.
@c @implementation
public func regimen_events(
  _ data: OpaquePointer?, _ question: UnsafePointer<CChar>?, _ run: OpaquePointer?,
  _ events: UnsafeMutablePointer<ArrowArrayStream>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  stream(events, "events", error) { stream in
    let question = try Question(question, Option<Question>.ofEvents, Run.at(run))
    let records = try required(Records.at(data), "data")
    try question.stream(eventsOf: try records.cohort(), to: stream)
  }
}

extension Question {
  /// Exports the events of a source as a stream that produces them lazily.
  fileprivate func stream(
    eventsOf source: some CohortSource, to stream: UnsafeMutablePointer<ArrowArrayStream>
  ) throws {
    if let filter = options.filter, CohortSubset(source, filter: filter).patientIDs.isEmpty {
      throw InputError(.noSuch(kind: "patient", id: filter.description), parameter: "only")
    }
    var question = self
    let query = try question.query(of: source)
    let chosen = CohortSubset(source, filter: options.filter, for: query)
    let selection = RowSelection(tasks: Set(tasks), taskParameter: "only-task")
    let batches = try EventBatches(of: chosen, query, selection)
    let cancellation = options.cancellation
    ColumnTable.stream(EventBatches.fields, to: stream) {
      if cancellation.isCancelled { throw CancellationError() }
      return try batches.next()
    }
  }
}
