import AdherenceAnalytics
import Interchange
import Scheduling

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
    case stretches([Stretch], starts: [Int])
    /// Row numbers, and the start of those of each patient.
    case numbers([UInt32], starts: [Int])
  }

  struct Stretch: Sendable {
    var first: Int
    var count: Int
  }

  /// Scans the column of patients and calls the body with the rows of unknown patients.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  init(
    _ table: ArrowTable, column: Int, _ places: PatientIndex, fewStretches: Int = 1 << 16,
    findNobody body: (Int) -> Void
  ) {
    var finder = PatientFinder(places)
    var collector = RowCollector(fewStretches: fewStretches)
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
    case .stretches(let all, let starts):
      all[starts[place]..<starts[place + 1]].reduce(0) { $0 + $1.count }
    case .numbers(_, let starts): starts[place + 1] - starts[place]
    }
  }

  /// Calls a body with the runs of consecutive rows of a patient, in order.
  func forEachStretch(
    of place: Int, _ body: (Range<Int>) throws(InputError) -> Void
  ) throws(InputError) {
    switch rows {
    case .stretches(let all, let starts):
      for stretch in all[starts[place]..<starts[place + 1]] {
        try body(stretch.first..<stretch.first + stretch.count)
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
    private var stretches: [(place: Int32, stretch: Stretch)] = []
    /// The patient of each row, used once there are too many runs.
    private var patients: [Int32]?
    private var count = 0

    /// The number of runs that is always acceptable.
    let fewStretches: Int

    init(fewStretches: Int) { self.fewStretches = fewStretches }

    mutating func add(
      _ places: UnsafeBufferPointer<Int32>, from row: Int, _ findNobody: (Int) -> Void
    ) {
      for (number, place) in places.enumerated() where place < 0 { findNobody(row + number) }
      count = row + places.count
      if patients != nil {
        patients?.append(contentsOf: places)
        return
      }
      addStretches(places, from: row)
      // A run takes as much memory as six rows.
      let isShort = stretches.count > max(fewStretches, count / 8)
      if isShort, count <= UInt32.max { spread() }
    }

    private mutating func addStretches(_ places: UnsafeBufferPointer<Int32>, from row: Int) {
      var start = 0
      while start < places.count {
        let place = places[start]
        var end = start + 1
        while end < places.count, places[end] == place { end += 1 }
        if place >= 0 { add(place, Stretch(first: row + start, count: end - start)) }
        start = end
      }
    }

    private mutating func add(_ place: Int32, _ stretch: Stretch) {
      if let last = stretches.last, last.place == place,
        last.stretch.first + last.stretch.count == stretch.first
      {
        stretches[stretches.count - 1].stretch.count += stretch.count
      } else {
        stretches.append((place, stretch))
      }
    }

    /// Switches to one patient index per row.
    private mutating func spread() {
      var patients = [Int32](repeating: PatientFinder.nobody, count: count)
      for (place, stretch) in stretches {
        for row in stretch.first..<stretch.first + stretch.count { patients[row] = place }
      }
      self.patients = patients
      stretches = []
    }

    /// Groups the rows by patient with a counting sort.
    func rows(of patientCount: Int) -> Rows {
      guard let patients, patients.count <= UInt32.max else {
        var places = patients.map { [Int32]($0) } ?? []
        if places.isEmpty { places = stretches.map(\.place) }
        let sorted = RowCollector.order(places, patientCount)
        let all =
          patients == nil
          ? sorted.order.map { stretches[$0].stretch }
          : sorted.order.map { Stretch(first: $0, count: 1) }
        return .stretches(all, starts: sorted.starts)
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
