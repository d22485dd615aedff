public import AdherenceAnalytics
public import Diagnostics
import Scheduling
import Storage

/// A reader of the records of a snapshot, used by one thread at a time.
public struct SQLiteReader: CohortReader {
  private let patients: PatientList
  private let query: CareQuery
  /// Whether records are checked for warnings.
  private let examines: Bool
  private let transaction: ReadTransaction
  /// The lock that readers of a shared connection take; `nil` for a connection of its own.
  private let lock: ConnectionLock?

  init(
    _ patients: PatientList, _ query: CareQuery, _ transaction: ReadTransaction,
    lock: ConnectionLock?,
    examining: Bool = true
  ) {
    self.patients = patients
    self.query = query
    examines = examining
    self.transaction = transaction
    self.lock = lock
  }

  /// Reads the patients at consecutive indices, in order.
  ///
  /// A row that cannot be read is reported as a problem of its record, and the other rows are still
  /// read. A patient without any readable version has an empty record.
  ///
  /// - Parameters:
  ///   - places: The indices of the patients.
  ///   - body: Receives each record with its problems.
  /// - Throws: `InputError` if the store is damaged or lacks rows, and errors of `body`.
  /// - Complexity: O(*n*) for *n* rows, with memory for one record.
  public mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    var start = places.lowerBound
    while start < places.upperBound {
      let end = lock == nil ? endOfRun(from: start, before: places.upperBound) : start + 1
      let numbers = Int64(patients.numbers[start])...Int64(patients.numbers[end - 1])
      if let lock {
        let found = try lock.withLock { () throws(InputError) -> [CohortEntry] in
          try entries(of: numbers)
        }
        for entry in found { try body(entry) }
      } else {
        try transaction.reader.read(numbers, query.extent) { (_, entry) throws(InputError) in
          try body(chosen(entry))
        }
      }
      start = end
    }
  }

  /// Returns the end index (exclusive) of the run of patients with consecutive keys.
  ///
  /// Safe: behind the greatest number comes the least, which an ascending list has not there.
  private func endOfRun(from start: Int, before limit: Int) -> Int {
    var end = start + 1
    while end < limit, patients.numbers[end] == patients.numbers[end - 1] &+ 1 { end += 1 }
    return end
  }

  private func entries(of numbers: ClosedRange<Int64>) throws(InputError) -> [CohortEntry] {
    var entries: [CohortEntry] = []
    try transaction.reader.read(numbers, query.extent) { (_, entry) throws(InputError) in
      entries.append(chosen(entry))
    }
    return entries
  }

  private func chosen(_ entry: CohortEntry) -> CohortEntry {
    query.part(of: entry, examining: examines)
  }
}
