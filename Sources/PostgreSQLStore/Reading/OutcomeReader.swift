import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

/// A bulk reader of the outcomes of several patients.
final class OutcomeReader {
  private let connection: Connection
  private let names: NameLookup
  private let terms: StoredTerms
  private var pool: [PatientOutcomes] = []

  init(_ connection: Connection, _ terms: StoredTerms, _ names: NameLookup) {
    (self.connection, self.terms, self.names) = (connection, terms, names)
  }

  /// Reads the outcomes of patients whose tasks are known.
  ///
  /// Unknown names cannot be looked up while rows arrive: they are recorded, and the rows are read
  /// again.
  ///
  /// - Throws: `InputError` if rows are missing or unexpected.
  func read(_ parts: inout ArraySlice<PatientParts>) throws(InputError) {
    try read(&parts, only: nil)
  }

  /// Reads the times and keys of outcomes alone, without checking the rows.
  func readTimes(_ parts: inout ArraySlice<PatientParts>) throws(InputError) {
    let batch = PatientBatch(parts.map(\.patient.number))
    let copy = try connection.copyOut([
      batch.query(["patient", "time", "nominal"], from: "outcomes")
    ])
    var fields = try copy.next()
    for index in parts.indices {
      let patient = Int32(clamping: parts[index].patient.number)
      var rows: [OutcomeTable.Row] = []
      while let row = fields, row.int4(0) == patient {
        rows.append(
          OutcomeTable.Row(time: row.timestamp(1) ?? .min, nominal: row.timestamp(2) ?? .min))
        fields = try copy.next()
      }
      parts[index].outcomes = OutcomeTable(times: rows)
    }
    try copy.finish()
  }

  private func read(_ parts: inout ArraySlice<PatientParts>, only position: Int32?)
    throws(InputError)
  {
    let withOutcomes = parts.indices.filter { parts[$0].patient.outcomes > 0 }
    if withOutcomes.isEmpty { return }
    while pool.count < withOutcomes.count { pool.append(PatientOutcomes(terms)) }
    try checkEnds(parts, withOutcomes)
    let valued = withOutcomes.indices.filter { parts[withOutcomes[$0]].patient.listedValues > 0 }
    let detailed = withOutcomes.indices.filter {
      parts[withOutcomes[$0]].patient.outcomeDetails > 0
    }
    var tables: [(table: BigTable, places: [Int])] = [(.outcomes, Array(withOutcomes.indices))]
    if !valued.isEmpty { tables.append((.listedValues, valued)) }
    if !detailed.isEmpty { tables.append((.details, detailed)) }
    let queries = tables.map { table, places in
      table.query(of: places.map { parts[withOutcomes[$0]].patient.number }, only: position)
    }
    try names.begin(terms)
    repeat {
      try gather(parts, withOutcomes, valued, detailed, connection.copyOut(queries))
    } while try names.foundMore(terms)
    for (place, index) in withOutcomes.enumerated() { pool[place].finish(&parts[index]) }
  }

  /// Reads one outcome of a patient.
  ///
  /// - Parameters:
  ///   - position: The outcome's position.
  ///   - patient: The patient.
  ///   - tasks: The patient's tasks.
  /// - Returns: The outcome; `nil` if there is none.
  /// - Throws: `InputError` if it cannot be read.
  func outcome(at position: Int32, of patient: StoredPatient, _ tasks: [Int64: String])
    throws(InputError) -> Outcome?
  {
    let isIt = "patient = \(patient.number) AND outcome = \(position)"
    let counts = try connection.query(
      "SELECT (SELECT count(*) FROM listed_values WHERE \(isIt)),"
        + " (SELECT count(*) FROM outcome_details WHERE \(isIt))")
    var one = StoredPatient(number: patient.number, id: patient.id)
    one.outcomes = 1
    one.listedValues = Int(counts.first?.int8(0) ?? 0)
    one.outcomeDetails = Int(counts.first?.int8(1) ?? 0)
    var parts = [PatientParts(one)][...]
    parts[0].taskIDs = tasks
    try read(&parts, only: position)
    if let problem = parts[0].problems.first { throw problem }
    return parts[0].outcomes.first
  }

  private func gather(
    _ parts: ArraySlice<PatientParts>, _ withOutcomes: [Int], _ valued: [Int], _ detailed: [Int],
    _ copy: CopyOut
  ) throws(InputError) {
    try take(withOutcomes.indices, copy) { (place, fields) throws(InputError) in
      try pool[place].takeRows(of: parts[withOutcomes[place]], &fields, copy)
    }
    if !valued.isEmpty {
      try take(valued, copy) { (place, fields) throws(InputError) in
        try pool[place].takeValues(&fields, copy)
      }
    }
    for place in withOutcomes.indices { pool[place].assemble() }
    if !detailed.isEmpty {
      try take(detailed, copy) { (place, fields) throws(InputError) in
        try pool[place].takeDetails(&fields, copy)
      }
    }
    try copy.finish()
  }

  /// Passes the rows of one query to the patients in order, each of which consumes its own.
  private func take(
    _ places: some Sequence<Int>, _ copy: CopyOut,
    _ body: (Int, inout Fields?) throws(InputError) -> Void
  ) throws(InputError) {
    var fields = try copy.next()
    for place in places { try body(place, &fields) }
    if fields != nil { throw .damaged("there are rows without a patient, or out of order") }
  }

  /// Rejects an outcome count that exceeds the stored rows, before memory is allocated for it.
  private func checkEnds(_ parts: ArraySlice<PatientParts>, _ withOutcomes: [Int])
    throws(InputError)
  {
    for index in withOutcomes where parts[index].patient.outcomes >= OutcomeReader.many {
      let patient = parts[index].patient
      let last = try connection.query(
        "SELECT max(position) FROM outcomes WHERE patient = $1", [.int4(Int32(patient.number))])
      let found = (last.first?.integer(0) ?? -1) + 1
      guard found == patient.outcomes else {
        throw .damaged(
          "\(min(Int(found), patient.outcomes)) of \(patient.outcomes) rows of patient"
            + " '\(patient.id)' can be read", field: "outcomes")
      }
    }
  }

  /// The number of outcomes above which counts are checked before allocation.
  private static let many = 1 << 20
}

/// A table of outcomes or of rows that depend on them.
private enum BigTable {
  case outcomes, listedValues, details

  private var name: String {
    switch self {
    case .outcomes: "outcomes"
    case .listedValues: "listed_values"
    case .details: "outcome_details"
    }
  }

  private var columns: [String] {
    switch self {
    case .outcomes: OutcomeCells.askedColumns
    case .listedValues: ListedCells.columns
    case .details: PatientOutcomes.detailColumns
    }
  }

  /// The columns that identify a row of a patient; the first is the outcome's position.
  private var key: [String] {
    switch self {
    case .outcomes: ["position"]
    case .listedValues: ["outcome", "position"]
    case .details: ["outcome"]
    }
  }

  /// Returns the query of the rows of patients, or of a single outcome renumbered to position 0.
  func query(of patients: [Int64], only position: Int32?) -> String {
    guard let position else {
      return PatientBatch(patients).query(columns, from: name, order: key)
    }
    let names = columns.map { column in
      column == key[0] ? "0" : column.replacing("| position", with: "| 0")
    }.joined(separator: ", ")
    return "SELECT \(names) FROM \(name) WHERE patient = \(patients[0])"
      + " AND \(key[0]) = \(position) ORDER BY \(key.joined(separator: ", "))"
  }
}
