package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// A source of records in memory, which can fail before one of them.
package struct ListedRecords: CohortSource {
  package var records: [CareRecord]
  package var failsBefore: Int?
  package var endsWithItsData = false

  package init(_ records: [CareRecord], failsBefore: Int? = nil) {
    self.records = records
    self.failsBefore = failsBefore
  }

  package var patientIDs: [String] { records.map(\.patient.id) }
  package var problems: [InputError] { [] }
  package var counts: RecordCounts { RecordCounts() }

  package func makeReader() -> Reader { Reader(source: self) }

  package struct Reader: CohortReader {
    let source: ListedRecords

    package mutating func read(
      _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
    ) throws(InputError) {
      for place in places {
        if place == source.failsBefore { throw InputError(.unreadable(reason: "a test")) }
        var counts = RecordCounts()
        counts.patients.read = source.records[place].patients.count
        counts.outcomes.read = source.records[place].outcomes.count
        try body(CohortEntry(source.records[place], counts: counts))
      }
    }
  }
}

extension CohortSource {
  /// Returns all entries in order, read in blocks of a given size.
  package func entries(blocksOf size: Int = 3) throws -> [CohortEntry] {
    var reader = try makeReader()
    var entries: [CohortEntry] = []
    for start in stride(from: 0, to: patientIDs.count, by: size) {
      try reader.read(start..<min(start + size, patientIDs.count)) { entries.append($0) }
    }
    return entries
  }

  package var records: [CareRecord] { get throws { try entries().map(\.record) } }
}

extension CareStore {
  package func allRecords(_ query: CareQuery = CareQuery()) async throws -> [CareRecord] {
    var all: [CareRecord] = []
    for try await record in try await records(matching: query) { all.append(record) }
    return all
  }
}

extension CohortEntry {
  /// The errors without warnings.
  package var errors: [InputError] { problems.filter { !$0.problem.keepsRecord } }
}
