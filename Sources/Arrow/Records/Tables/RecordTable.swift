import AdherenceAnalytics
import Diagnostics
import Interchange
import Scheduling

/// A table of records with an index of the rows of each patient.
struct RecordTable: Sendable {
  let table: ArrowTable
  let header: TableHeader
  let index: RowIndex

  /// Indexes the rows by patient and rejects those without a known patient.
  init(
    _ table: ArrowTable, _ kind: WritableKeyPath<RecordCounts, ReadCount>,
    of places: PatientIndex, findings: inout SourceFindings
  ) {
    self.table = table
    header = TableHeader(table.columns.map(\.name))
    let column = header["patient"] ?? 0
    index = RowIndex(table, column: column, places) { row in
      findings.add(RecordTable.error(of: row, in: table, column), kind)
    }
  }

  /// Returns the error of a row that belongs to no patient.
  private static func error(of row: Int, in table: ArrowTable, _ column: Int) -> InputError {
    do throws(InputError) {
      guard let id = try table.text(row, column: column), !id.isEmpty else {
        throw InputError(.missing, field: "patient")
      }
      return InputError.unknownPatient(id).at(source: table.name, line: row + 1)
    } catch {
      return error.at(source: table.name, line: row + 1)
    }
  }

  /// Reads the rows of a patient one by one as text, rejecting those that are invalid.
  func read(
    _ place: Int, _ kind: WritableKeyPath<RecordCounts, ReadCount>,
    _ findings: inout EntryFindings, _ body: (TableRow) throws(InputError) -> Void
  ) throws(InputError) {
    try index.forEachRun(of: place) { rows in
      for row in rows {
        findings.note(kind, source: table.name) { () throws(InputError) in
          do throws(InputError) { try body(try table.tableRow(row, header)) } catch {
            throw error.at(line: row + 1)
          }
        }
      }
    }
  }
}

/// An index of the rows of each patient in a table.
///
/// If rows are grouped by patient, in any order of patients, the index takes a few words per run of
/// rows; otherwise it takes four bytes per row.
///
/// Safe: no stride is longer than the block.
struct RowIndex: Sendable {
  private let rows: Rows

  private enum Rows: Sendable {
    /// Runs of consecutive rows, and the start of those of each patient.
    case runs([RowRun], starts: [Int])
    /// Row numbers, and the start of those of each patient.
    case numbers([UInt32], starts: [Int])
  }

  struct RowRun: Sendable {
    var first: Int
    var count: Int
  }

  /// Scans the column of patients and calls the body with the rows of unknown patients.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  init(
    _ table: ArrowTable, column: Int, _ places: PatientIndex, fewRuns: Int = 1 << 16,
    findNobody body: (Int) -> Void
  ) {
    var finder = PatientFinder(places)
    var collector = RowCollector(fewRuns: fewRuns)
    let block = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 1 << 14)
    defer { block.deallocate() }
    guard let found = block.baseAddress else { preconditionFailure("a block has room") }
    for (number, batch) in table.batches.enumerated() {
      for start in stride(from: 0, to: batch.count, by: block.count) {
        let rows = start..<min(start + block.count, batch.count)
        finder.find(rows, in: batch.columns[column], found)
        let first = table.starts[number] + start
        collector.add(UnsafeBufferPointer(start: found, count: rows.count), from: first, body)
      }
    }
    self.rows = collector.rows(of: places.ids.count)
  }

  /// Returns the number of rows of a patient.
  func count(of place: Int) -> Int {
    switch rows {
    case .runs(let all, let starts):
      all[starts[place]..<starts[place + 1]].reduce(0) { $0 + $1.count }
    case .numbers(_, let starts): starts[place + 1] - starts[place]
    }
  }

  /// Calls a body with the runs of consecutive rows of a patient, in order.
  func forEachRun(
    of place: Int, _ body: (Range<Int>) throws(InputError) -> Void
  ) throws(InputError) {
    switch rows {
    case .runs(let all, let starts):
      for run in all[starts[place]..<starts[place + 1]] {
        try body(run.first..<run.first + run.count)
      }
    case .numbers(let all, let starts):
      var (next, end) = (starts[place], starts[place + 1])
      while next < end {
        let first = Int(all[next])
        var count = 1
        while next + count < end, Int(all[next + count]) == first + count { count += 1 }
        try body(first..<first + count)
        next += count
      }
      end = next
    }
  }

  /// A collector of the patients of rows in table order.
  private struct RowCollector {
    private var runs: [(place: Int32, run: RowRun)] = []
    /// The patient of each row, used once there are too many runs.
    private var patients: [Int32]?
    private var count = 0

    /// The number of runs that is always acceptable.
    let fewRuns: Int

    init(fewRuns: Int) { self.fewRuns = fewRuns }

    mutating func add(
      _ places: UnsafeBufferPointer<Int32>, from row: Int, _ findNobody: (Int) -> Void
    ) {
      for (number, place) in places.enumerated() where place < 0 { findNobody(row + number) }
      count = row + places.count
      if patients != nil {
        patients?.append(contentsOf: places)
        return
      }
      addRuns(places, from: row)
      // A run takes as much memory as six rows.
      let isShort = runs.count > max(fewRuns, count / 8)
      if isShort, count <= UInt32.max { convertToRowPatients() }
    }

    private mutating func addRuns(_ places: UnsafeBufferPointer<Int32>, from row: Int) {
      var start = 0
      while start < places.count {
        let place = places[start]
        var end = start + 1
        while end < places.count, places[end] == place { end += 1 }
        if place >= 0 { add(place, RowRun(first: row + start, count: end - start)) }
        start = end
      }
    }

    private mutating func add(_ place: Int32, _ run: RowRun) {
      if let last = runs.last, last.place == place,
        last.run.first + last.run.count == run.first
      {
        runs[runs.count - 1].run.count += run.count
      } else {
        runs.append((place, run))
      }
    }

    /// Switches to one patient index per row.
    private mutating func convertToRowPatients() {
      var patients = [Int32](repeating: PatientFinder.unknownPatient, count: count)
      for (place, run) in runs {
        for row in run.first..<run.first + run.count { patients[row] = place }
      }
      self.patients = patients
      runs = []
    }

    /// Groups the rows by patient with a counting sort.
    func rows(of patientCount: Int) -> Rows {
      guard let patients, patients.count <= UInt32.max else {
        var places = patients.map { [Int32]($0) } ?? []
        if places.isEmpty { places = runs.map(\.place) }
        let sorted = RowCollector.order(places, patientCount)
        let all =
          patients == nil
          ? sorted.order.map { runs[$0].run }
          : sorted.order.map { RowRun(first: $0, count: 1) }
        return .runs(all, starts: sorted.starts)
      }
      var starts = RowCollector.starts(patients, patientCount)
      let first = starts
      var rows = [UInt32](repeating: 0, count: first[patientCount])
      for (row, place) in patients.enumerated() where place >= 0 {
        rows[starts[Int(place)]] = UInt32(row)
        starts[Int(place)] += 1
      }
      return .numbers(rows, starts: first)
    }

    private static func order(
      _ places: [Int32], _ patientCount: Int
    ) -> (order: [Int], starts: [Int]) {
      let first = starts(places, patientCount)
      var next = first
      var order = [Int](repeating: 0, count: first[patientCount])
      for (number, place) in places.enumerated() where place >= 0 {
        order[next[Int(place)]] = number
        next[Int(place)] += 1
      }
      return (order, first)
    }

    private static func starts(_ places: [Int32], _ patientCount: Int) -> [Int] {
      var starts = [Int](repeating: 0, count: patientCount + 1)
      for place in places where place >= 0 { starts[Int(place) + 1] += 1 }
      for place in 0..<patientCount { starts[place + 1] += starts[place] }
      return starts
    }
  }
}
