import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

/// An encoder of outcome tables.
struct OutcomeEncoder {
  private let patient: Int32
  private var keys: TableKeys<Int32>
  private(set) var counts = (outcomes: 0, values: 0, details: 0)
  private let bits = MarkBits()

  /// Creates an encoder with the keys of a patient and the patient's tasks.
  init(_ patient: Int32, _ tasks: [String: Int32]) {
    (self.patient, keys) = (patient, TableKeys(ofTasks: tasks))
  }

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
    let task = try keys.task(row.task, of: table)
    var (element, nominal) = (nil as Int32?, nil as Int64?)
    if row.nominal != OutcomeTable.Row.none {
      (element, nominal) = (try keys.name(row.element, of: table, number), row.nominal)
    }
    try row.checkTime()
    let value = try keys.number(at: position, of: table, number)
    buffers.outcomes.begin()
    buffers.outcomes.rows.put(int4: patient)
    buffers.outcomes.rows.put(int4: place)
    buffers.outcomes.rows.put(int4: task)
    buffers.outcomes.rows.put(int4: element)
    buffers.outcomes.rows.put(timestamp: nominal)
    buffers.outcomes.rows.put(timestamp: row.time == OutcomeTable.Row.none ? nil : row.time)
    buffers.outcomes.rows.put(int2: Int16(row.statusCode))
    buffers.outcomes.rows.put(number: value.amount)
    buffers.outcomes.rows.put(int4: value.units)
    buffers.outcomes.rows.put(int4: value.kind)
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
