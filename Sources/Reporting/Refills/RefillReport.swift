package import Diagnostics
package import Interchange
import Scheduling

/// The result of a refill report: the counts and a summary; the table is streamed.
package struct RefillReport: Sendable {
  /// The number of patients.
  package let patients: Int
  /// The summary of the values.
  let summary: RefillSummary
  package let request: RefillRequest
  /// The numbers of records read and rejected.
  let counts: RefillCounts
  /// The interpretations of ambiguous data, one sentence each.
  package let assumptions: [String]
  /// The problems found in the data.
  package let problems: ProblemLog
  /// The number and size of the files of the page's charts, if it was written to a folder.
  package internal(set) var pages = PageTally()

  /// Evaluates a dataset, and passes on the table in parts.
  ///
  /// - Parameters:
  ///   - dataset: The fills.
  ///   - request: The measures, windows and rules.
  ///   - format: The format of the table.
  ///   - body: Called with the bytes of each part.
  /// - Throws: `InputError` if the request names an unknown class or drug; errors of `body`.
  package init(
    of dataset: RefillDataset, _ request: RefillRequest, format: ListFormat = .text(.csv),
    to body: ([UInt8]) throws(InputError) -> Void
  ) throws(InputError) {
    try self.init(of: dataset, request, format: format, gathering: nil, to: body)
  }

  /// Evaluates a dataset, and collects the data for charts.
  init(
    of dataset: RefillDataset, _ request: RefillRequest, format: ListFormat,
    gathering collection: RefillCollection?, to body: ([UInt8]) throws(InputError) -> Void
  ) throws(InputError) {
    var table = TableStream(RefillRows.columns, format)
    try self.init(of: dataset, request, table.rows, gathering: collection) {
      () throws(InputError) in if table.isLong { try body(table.take()) }
    }
    try body(table.finish())
  }

  /// Evaluates a dataset with a row writer, which the caller empties after each patient.
  init(
    of dataset: RefillDataset, _ request: RefillRequest, _ table: RowWriter<RefillRows.Row>,
    gathering collection: RefillCollection?, taking: () throws(InputError) -> Void
  ) throws(InputError) {
    try request.requireNames(of: dataset)
    let rows = RefillRows(request, table)
    for place in dataset.patientIDs.indices {
      let record = dataset.record(at: place)
      rows.write(record)
      collection?.add(record, at: place)
      try taking()
    }
    patients = dataset.patientIDs.count
    summary = rows.summary
    self.request = request
    counts = dataset.counts
    assumptions = dataset.assumptions + rows.tally.assumptions(of: dataset, request)
    var problems = ProblemLog()
    problems.add(dataset.problems)
    self.problems = problems
  }
}
