import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

/// An encoder of outcome tables.
struct OutcomeEncoder {
  private let patient: Int32
  private let tasks: [String: Int32]
  /// The stored keys by the interned numbers of the current table; -1 until looked up.
  private var nameNumbers: [Int32] = []
  private var taskNumbers: [Int32] = []
  private(set) var counts = (outcomes: 0, values: 0, details: 0)
  private let bits = MarkBits()
  /// The seconds of all instants that are a valid date in some zone.
  private static let instants = Instant.earliest.seconds...Instant.latest.seconds

  /// Creates an encoder with the keys of a patient and the patient's tasks.
  init(_ patient: Int32, _ tasks: [String: Int32]) { (self.patient, self.tasks) = (patient, tasks) }

  /// Encodes the outcomes of a table from a position on.
  ///
  /// - Parameters:
  ///   - table: The outcomes; those before `start` are already stored.
  ///   - start: The position of the first outcome to write.
  ///   - place: The stored position of the first outcome.
  ///   - buffers: Receives the rows.
  ///   - number: Returns the key of a name.
  /// - Throws: `InputError` if an outcome's task is unknown, and errors of `number`.
  mutating func encode(
    _ table: OutcomeTable, from start: Int, at place: Int, into buffers: inout RowBuffers,
    _ number: (String) throws(InputError) -> Int32
  ) throws(InputError) {
    for position in start..<max(start, table.rows.count) {
      let place = Int32(clamping: place + position - start)
      try encode(table.rows[position], position, of: table, at: place, into: &buffers, number)
      if table.rows[position].marks.rawValue & bits.extras != 0 {
        try encodeExtras(table[position], at: place, into: &buffers, number)
      }
    }
    counts.outcomes += max(0, table.rows.count - start)
  }

  private mutating func encode(
    _ row: OutcomeTable.Row, _ position: Int, of table: OutcomeTable, at place: Int32,
    into buffers: inout RowBuffers, _ number: (String) throws(InputError) -> Int32
  ) throws(InputError) {
    let task = try task(row.task, of: table)
    var (element, nominal) = (nil as Int32?, nil as Int64?)
    if row.nominal != OutcomeTable.Row.none {
      (element, nominal) = (try name(row.element, of: table.names, number), row.nominal)
    }
    let time = row.time == OutcomeTable.Row.none ? nil : row.time
    if let time, !(OutcomeEncoder.instants ~= time) {
      throw .outOfRange(Instant(seconds: time), field: "time")
    }
    let marks = row.marks.rawValue
    let value = try value(row, position, of: table, number)
    buffers.outcomes.begin()
    buffers.outcomes.rows.put(int4: patient)
    buffers.outcomes.rows.put(int4: place)
    buffers.outcomes.rows.put(int4: task)
    buffers.outcomes.rows.put(int4: element)
    buffers.outcomes.rows.put(timestamp: nominal)
    buffers.outcomes.rows.put(timestamp: time)
    buffers.outcomes.rows.put(
      int2: marks & bits.skipped != 0 ? 1 : marks & bits.declined != 0 ? 2 : 0)
    buffers.outcomes.rows.put(number: value.number)
    buffers.outcomes.rows.put(int4: value.units)
    buffers.outcomes.rows.put(int4: value.kind)
  }

  /// Returns the single value of an outcome if it is a number.
  private mutating func value(
    _ row: OutcomeTable.Row, _ position: Int, of table: OutcomeTable,
    _ number: (String) throws(InputError) -> Int32
  ) throws(InputError) -> (number: Double?, units: Int32?, kind: Int32?) {
    if row.marks.rawValue & bits.number != 0 {
      return (
        row.amount, row.units < 0 ? nil : try name(Int32(row.units), of: table.names, number),
        row.kind < 0 ? nil : try name(Int32(row.kind), of: table.names, number)
      )
    }
    guard row.marks.rawValue & bits.detailed != 0, let value = table[position].onlyNumber else {
      return (nil, nil, nil)
    }
    return (
      value.amount, try value.units.map { (name) throws(InputError) in try number(name) },
      try value.kind.map { (name) throws(InputError) in try number(name) }
    )
  }

  /// Encodes the fields of an outcome that other tables store.
  private mutating func encodeExtras(
    _ outcome: Outcome, at place: Int32, into buffers: inout RowBuffers,
    _ number: (String) throws(InputError) -> Int32
  ) throws(InputError) {
    if outcome.onlyNumber == nil {
      for (position, value) in outcome.values.enumerated() {
        buffers.listedValues.begin()
        buffers.listedValues.rows.put(int4: patient)
        buffers.listedValues.rows.put(int4: place)
        buffers.listedValues.rows.put(int4: Int32(clamping: position))
        try buffers.listedValues.rows.bind(value.content)
        buffers.listedValues.rows.put(
          int4: try value.units.map { (name) throws(InputError) in try number(name) })
        buffers.listedValues.rows.put(
          int4: try value.kind.map { (name) throws(InputError) in try number(name) })
        counts.values += 1
      }
    }
    guard let particulars = OutcomeDetails(outcome) else { return }
    buffers.details.begin()
    buffers.details.rows.put(int4: patient)
    buffers.details.rows.put(int4: place)
    try particulars.write(to: &buffers.details.rows)
    counts.details += 1
  }
}

extension OutcomeEncoder {
  private mutating func name(
    _ index: Int32, of table: NameTable, _ number: (String) throws(InputError) -> Int32
  ) throws(InputError) -> Int32 {
    let index = Int(index)
    if index < nameNumbers.count, nameNumbers[index] >= 0 { return nameNumbers[index] }
    let found = try number(table[Int32(index)])
    OutcomeEncoder.set(&nameNumbers, index, found)
    return found
  }

  private mutating func task(_ index: Int32, of table: OutcomeTable) throws(InputError) -> Int32 {
    let index = Int(index)
    if index < taskNumbers.count, taskNumbers[index] >= 0 { return taskNumbers[index] }
    let id = table.names[Int32(index)]
    guard let found = tasks[id] else {
      throw InputError(.noSuch(kind: "task", id: id), field: "task")
    }
    OutcomeEncoder.set(&taskNumbers, index, found)
    return found
  }

  private static func set(_ numbers: inout [Int32], _ index: Int, _ number: Int32) {
    while numbers.count <= index { numbers.append(-1) }
    numbers[index] = number
  }
}
