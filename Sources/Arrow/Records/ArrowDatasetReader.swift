public import AdherenceAnalytics
public import Diagnostics
import Interchange
import Scheduling

/// A reader of the records of an ``ArrowDataset``, with memory for one patient at a time.
public struct ArrowDatasetReader: CohortReader {
  private let dataset: ArrowDataset
  private let outcomes: OutcomeTableReader
  private var tasks: TaskColumns

  init(_ dataset: ArrowDataset) {
    self.dataset = dataset
    outcomes = OutcomeTableReader(dataset.outcomes)
    tasks = TaskColumns(dataset.tasks.table)
  }

  /// Reads the patients at consecutive indices, in order.
  ///
  /// - Throws: The errors of `body`.
  /// - Complexity: O(*n*) for *n* rows of the patients.
  public mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    for place in places { try body(try entry(at: place)) }
  }

  private mutating func entry(at place: Int) throws(InputError) -> CohortEntry {
    var findings = EntryFindings()
    var builder = try begin(place, &findings)
    try dataset.plans?.read(place, \.carePlans, &findings) { row throws(InputError) in
      try builder.add(try CarePlan(row))
    }
    try dataset.contacts?.read(place, \.contacts, &findings) { row throws(InputError) in
      try builder.add(try Contact(row))
    }
    try readTasks(place, into: &builder, &findings)
    try outcomes.read(place, into: &builder, &findings)
    try dataset.holds?.read(place, \.holds, &findings) { row throws(InputError) in
      try builder.add(try Hold(row, in: builder.zone))
    }
    builder.finish()
    let (source, lines) = (dataset.outcomes.table.name, outcomes.lines)
    return CohortEntry(
      unexamined: builder.record, problems: findings.problems.problems, counts: findings.counts
    ) { warning in
      warning.error.at(source: source, line: lines[warning.position])
    }
  }

  /// Creates the record of a patient with the most recently recorded version.
  private func begin(_ place: Int, _ findings: inout EntryFindings) throws(InputError)
    -> RecordBuilder
  {
    var versions = try dataset.patients.versions(at: place)
    findings.counts.patients.read = versions.count
    versions.sort { ($0.recordedAt ?? .earliest) < ($1.recordedAt ?? .earliest) }
    guard let newest = versions.popLast() else { throw InputError(.missing, field: "id") }
    var builder = RecordBuilder(newest, outcomes: outcomes.rows)
    builder.setEarlier(versions)
    return builder
  }

  private mutating func readTasks(
    _ place: Int, into builder: inout RecordBuilder, _ findings: inout EntryFindings
  ) throws(InputError) {
    let (table, beginning) = (dataset.tasks, builder.record.patient.start)
    try table.index.forEachRun(of: place) { rows in
      for row in rows {
        findings.note(\.tasks, source: table.table.name) { () throws(InputError) in
          do throws(InputError) {
            try builder.add(try tasks.task(row, beginning: beginning))
          } catch {
            throw error.at(line: row + 1)
          }
        }
      }
    }
  }
}
