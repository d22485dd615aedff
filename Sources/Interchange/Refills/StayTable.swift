package import Diagnostics
import Scheduling

/// The table `stays.csv`.
package struct StayTable: RefillTable {
  let patients: NumberedNames
  private(set) var rows: [StayRow] = []

  package let known = ["patient", "from", "to"]
  package let required = ["patient", "from", "to"]
  private var header = TableHeader([])

  /// Creates an empty table of stays of the patients in a table of fills.
  package init(of fills: FillTable) { self.init(patients: fills.patients) }

  init(patients: NumberedNames, rows: [StayRow] = []) {
    (self.patients, self.rows) = (patients, rows)
  }

  package mutating func begin(columns: [String]) { header = TableHeader(columns, hasMore: false) }

  /// Consumes nothing: stays are few, so all are read as text.
  ///
  /// Safe: it looks at none of the bytes.
  package mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> (bytes: Int, lines: Int) {
    (0, 0)
  }

  package mutating func add(_ record: CSVRecord) throws(InputError) -> InputError? {
    let row = try TableRow(record, header)
    let id = try row.require(row.text("patient"), "patient")
    guard let patient = patients.known(id) else { throw .unknownPatient(id) }
    let first: CivilDate = try row.require(row.value("from", .date), "from")
    let last: CivilDate = try row.require(row.value("to", .date), "to")
    guard first <= last else { throw try row.outOfRange("to", "not precede 'from'") }
    rows.append(
      StayRow(patient: patient, first: Int32(first.dayNumber), last: Int32(last.dayNumber)))
    return nil
  }
}

/// A row of `stays.csv`.
struct StayRow: PatientRow {
  var patient: Int32
  var first: Int32
  var last: Int32
}
