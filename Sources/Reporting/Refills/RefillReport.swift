package import Interchange
package import Scheduling

/// Measures from the fills of a cohort: a table, and what its values come to.
package struct RefillReport: Sendable {
  /// How many patients there are.
  package let patients: Int
  /// What the values come to.
  let summary: RefillSummary
  /// What was asked.
  package let request: RefillRequest
  /// How much was read and how much set aside.
  let counts: RefillCounts
  /// What was decided where the data can be read in several ways, a sentence each.
  package let assumptions: [String]
  /// What is wrong in the data.
  package let problems: ProblemLog

  /// Measures every patient of a dataset, and hands out the table part by part.
  ///
  /// - Parameters:
  ///   - dataset: The fills.
  ///   - request: What is asked of them.
  ///   - format: The form of the table.
  ///   - body: Takes the table's bytes.
  /// - Throws: `InputError` where the request names a class or drug that no fill has, and what `body` throws.
  package init(
    of dataset: RefillDataset, _ request: RefillRequest, format: ListFormat = .text(.csv),
    to body: ([UInt8]) throws(InputError) -> Void
  ) throws(InputError) {
    try self.init(of: dataset, request, format: format, gathering: nil, to: body)
  }

  /// The same, and gathers what charts show.
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

  /// The same, whose rows go wherever the writer puts them, which is asked to after each patient.
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
