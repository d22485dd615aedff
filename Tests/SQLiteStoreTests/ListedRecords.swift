import AdherenceAnalytics
import Scheduling

/// Records in memory as a source; it can fail before one of them.
struct ListedRecords: CohortSource {
  var records: [CareRecord]
  var failsBefore: Int?

  init(_ records: [CareRecord], failsBefore: Int? = nil) {
    self.records = records
    self.failsBefore = failsBefore
  }

  var patientIDs: [String] { records.map(\.patient.id) }
  var problems: [InputError] { [] }
  var counts: RecordCounts { RecordCounts() }

  func makeReader() -> Reader { Reader(source: self) }

  struct Reader: CohortReader {
    let source: ListedRecords

    mutating func read(
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
  /// All entries, in order, read in blocks of a size.
  func entries(blocksOf size: Int = 3) throws -> [CohortEntry] {
    var reader = try makeReader()
    var entries: [CohortEntry] = []
    for start in stride(from: 0, to: patientIDs.count, by: size) {
      try reader.read(start..<min(start + size, patientIDs.count)) { entries.append($0) }
    }
    return entries
  }

  var records: [CareRecord] { get throws { try entries().map(\.record) } }
}

extension CareStore {
  func all(_ query: CareQuery = CareQuery()) async throws -> [CareRecord] {
    var all: [CareRecord] = []
    for try await record in try await records(matching: query) { all.append(record) }
    return all
  }
}

extension CohortEntry {
  /// What is wrong with it, beside what is doubtful.
  var errors: [InputError] { problems.filter { !$0.problem.keepsRecord } }
}
