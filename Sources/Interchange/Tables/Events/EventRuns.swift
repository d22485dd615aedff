import Diagnostics
import Scheduling

/// The events of many patients as sorted runs on disk.
///
/// - Complexity: Memory for twice `capacity` events, and eight bytes per patient and run.
struct EventRuns: Sendable {
  /// The number of events.
  var count: Int { file.count + events.count }
  /// The number of events of each day in UTC.
  private(set) var days = OutlyingDates.DayCounts()
  /// The events of the current run.
  private var events: [EventRow] = []
  private var runs: [Run] = []
  private var file: RowFile<EventRow>
  private let capacity: Int

  /// The patient numbers of a run in ascending order, and the start of each patient's events in the
  /// file.
  private struct Run {
    var patients: [Int32] = []
    var starts: [Int32] = []
    var end = Int32(0)
    var offset: Int

    func events(of patient: Int32) -> Range<Int>? {
      var (low, high) = (0, patients.count)
      while low < high {
        let middle = (low + high) / 2
        if patients[middle] < patient { low = middle + 1 } else { high = middle }
      }
      guard low < patients.count, patients[low] == patient else { return nil }
      let next = low + 1 < starts.count ? starts[low + 1] : end
      return offset + Int(starts[low])..<offset + Int(next)
    }
  }

  /// Creates an empty collection with at most `capacity` events in memory.
  init(capacity: Int) {
    self.capacity = capacity
    file = RowFile(capacity: capacity)
  }

  /// Appends an event.
  ///
  /// - Throws: `InputError` if the disk is full.
  mutating func append(_ event: EventRow) throws(InputError) {
    if events.count == capacity { try endRun() }
    days.add(event.day)
    events.append(event)
  }

  /// Reserves capacity for more events.
  mutating func reserve(_ more: Int) {
    events.reserveCapacity(min(capacity, events.count + more))
  }

  /// Ends the last run; must be called after the last event.
  ///
  /// - Throws: `InputError` if the disk is full.
  mutating func endRun() throws(InputError) {
    if events.isEmpty { return }
    EventRuns.sort(&events)
    var run = Run(offset: file.count)
    for (index, event) in events.enumerated() where event.patient != run.patients.last {
      run.patients.append(event.patient)
      run.starts.append(Int32(index))
    }
    run.end = Int32(events.count)
    runs.append(run)
    try file.append(contentsOf: events)
    events.removeAll(keepingCapacity: true)
  }

  /// Returns the events of a patient with one or more numbers, in the order of reading.
  ///
  /// - Throws: `InputError` if the file cannot be read.
  func events(of patients: [Int32]) throws(InputError) -> [EventRow] {
    var result: [EventRow] = []
    for run in runs {
      for patient in patients {
        if let range = run.events(of: patient) { try file.append(range, to: &result) }
      }
    }
    if patients.count > 1 { result.sort { ($0.file, $0.line) < ($1.file, $1.line) } }
    return result
  }

  /// Sorts events by patient with a stable counting sort.
  ///
  /// - Complexity: O(*n* + *p*) for *n* events and *p* patients; sorted events are not moved.
  private static func sort(_ events: inout [EventRow]) {
    if zip(events, events.dropFirst()).allSatisfy({ $0.patient <= $1.patient }) { return }
    var next = [Int32](repeating: 0, count: Int(events.map(\.patient).max() ?? 0) + 2)
    for event in events { next[Int(event.patient) + 1] += 1 }
    for patient in 1..<next.count { next[patient] += next[patient - 1] }
    var sorted = events
    for event in events {
      sorted[Int(next[Int(event.patient)])] = event
      next[Int(event.patient)] += 1
    }
    events = sorted
  }
}

/// Events grouped by patient, in file order within each patient.
struct SortedEvents: Sendable {
  private var file: RowFile<EventRow>
  /// The start of each patient's events, and the end of the last ones.
  private var starts = [0]

  /// Creates an empty collection with at most `capacity` events in memory.
  init(capacity: Int) { file = RowFile(capacity: capacity) }

  /// Appends the events of the next patient.
  ///
  /// - Throws: `InputError` if the disk is full.
  mutating func append(_ events: [EventRow]) throws(InputError) {
    try file.append(contentsOf: events)
    starts.append(file.count)
  }

  /// Returns the events of the patient at an index.
  ///
  /// - Throws: `InputError` if the file cannot be read.
  func events(at place: Int) throws(InputError) -> [EventRow] {
    var result: [EventRow] = []
    try file.append(starts[place]..<starts[place + 1], to: &result)
    return result
  }
}

/// An array of rows that moves older rows to a temporary file when it exceeds its capacity.
///
/// Safe: rows are bitwise copyable, and whole rows are written and read.
struct RowFile<Row: BitwiseCopyable & Sendable>: Sendable {
  /// The number of rows.
  private(set) var count = 0
  /// The last rows, which are not in the file.
  private var rows: [Row] = []
  private var file: TemporaryFile?
  private let capacity: Int

  /// Creates an empty array.
  ///
  /// - Parameter capacity: The number of rows kept in memory.
  init(capacity: Int) { self.capacity = capacity }

  /// Appends rows.
  ///
  /// - Throws: `InputError` if the disk is full.
  mutating func append(contentsOf others: some Collection<Row>) throws(InputError) {
    if rows.count + others.count > capacity { try store() }
    rows += others
    count += others.count
  }

  private mutating func store() throws(InputError) {
    if rows.isEmpty { return }
    if file == nil { file = try TemporaryFile() }
    if let file, let error = rows.withUnsafeBytes(file.write) { throw error }
    rows.removeAll(keepingCapacity: true)
  }

  /// Appends a range of the rows to another array.
  ///
  /// - Throws: `InputError` if the file cannot be read.
  func append(_ range: Range<Int>, to result: inout [Row]) throws(InputError) {
    let stored = count - rows.count
    try appendStored(range.clamped(to: 0..<stored), to: &result)
    let last = range.clamped(to: stored..<count)
    result += rows[last.lowerBound - stored..<last.upperBound - stored]
  }

  private func appendStored(_ range: Range<Int>, to result: inout [Row]) throws(InputError) {
    guard let file, !range.isEmpty else { return }
    let size = MemoryLayout<Row>.stride
    let part = file.part(range.lowerBound * size..<range.upperBound * size, name: "temporary file")
    var failure: InputError?
    result += [Row](unsafeUninitializedCapacity: range.count) { memory, filled in
      do throws(InputError) {
        try part.read(at: 0, into: UnsafeMutableRawBufferPointer(memory))
        filled = range.count
      } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
