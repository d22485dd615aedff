package import Arrow
package import Diagnostics
package import Interchange
import Scheduling

extension RefillReport {
  /// Evaluates a dataset of fills, with the table as columns.
  ///
  /// - Parameters:
  ///   - dataset: The fills.
  ///   - request: The measures, windows and rules.
  ///   - isCancelled: Called after each patient.
  /// - Returns: The report, and its table `measures`.
  /// - Throws: `InputError` if the request names an unknown class, or on cancellation.
  package static func columns(
    of dataset: RefillDataset, _ request: RefillRequest,
    isCancelled: () -> Bool = { false }
  ) throws(InputError) -> (report: RefillReport, measures: ColumnTable) {
    let rows = RowWriter(RefillRows.columns, .columns)
    var table = ColumnTableBuilder(RefillRows.columns.map { ColumnField($0.about) })
    func take() { if case .columns(let batch) = rows.buffer.takeRows() { table.append(batch) } }
    let report = try RefillReport(of: dataset, request, rows, gathering: nil) {
      () throws(InputError) in
      if isCancelled() { throw InputError(.unreadable(reason: "it was cancelled")) }
      if rows.buffer.size > 1 << 20 { take() }
    }
    take()
    return (report, table.finish())
  }
}
