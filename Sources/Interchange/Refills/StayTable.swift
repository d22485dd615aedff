import Scheduling

/// `stays.csv`.
struct StayTable: RefillTable {
  let patients: NumberedNames
  private(set) var rows: [StayRow] = []

  let known = ["patient", "from", "to"]
  let required = ["patient", "from", "to"]
  private var header = TableHeader([])

  init(patients: NumberedNames, rows: [StayRow] = []) {
    (self.patients, self.rows) = (patients, rows)
  }

  mutating func begin(columns: [String]) { header = TableHeader(columns, hasMore: false) }

  /// Stays are few: all are read as texts.
  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> (bytes: Int, lines: Int) { (0, 0) }

  mutating func add(_ record: CSVRecord) throws(InputError) {
    let row = try TableRow(record, header)
    let id = try row.require(row.text("patient"), "patient")
    guard let patient = patients.known(id) else { throw .unknownPatient(id) }
    let first: CivilDate = try row.require(row.value("from", .date), "from")
    let last: CivilDate = try row.require(row.value("to", .date), "to")
    guard first <= last else { throw try row.outOfRange("to", "not precede 'from'") }
    rows.append(
      StayRow(patient: patient, first: Int32(first.dayNumber), last: Int32(last.dayNumber)))
  }
}

/// A row of `stays.csv`.
struct StayRow: PatientRow {
  var patient: Int32
  var first: Int32
  var last: Int32
}
