import Arrow
public import CArrow
import CRegimen
import Diagnostics
import Reporting
import Scheduling

// Safe: options are read before the call returns; the schedules are moved out of the caller's memory, and the
// occurrences filled in where it has room.

/// See `regimen.h`.
@c @implementation
public func regimen_expand(
  _ schedules: UnsafeMutablePointer<ArrowArrayStream>?, _ options: UnsafePointer<CChar>?,
  _ run: OpaquePointer?, _ occurrences: UnsafeMutablePointer<ArrowArrayStream>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  // Ownership is taken before anything can fail.
  let taken = schedules.map(ArrowStream.init)
  return stream(occurrences, "occurrences", error) { stream in
    let parameters = try ExpansionParameters(options)
    let table = try ScheduleTable(try required(taken, "schedules"), parameters.defaults)
    let batches = OccurrenceBatches(
      table, overlapping: parameters.overlap, limit: parameters.limit ?? .max)
    let run = Run.at(run)
    ColumnTable.stream(OccurrenceBatches.fields, to: stream) {
      if run?.cancellation.isCancelled == true { throw CancellationError() }
      return batches.next()
    }
  }
}
