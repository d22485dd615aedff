import Scheduling

/// `stays.csv`.
struct StayTable: RefillTable {
  let patients: NameNumbers
  private(set) var rows: [StayRow] = []

  let known = ["patient", "from", "to"]
  let required = ["patient", "from", "to"]
  private var header = RefillHeader()

  init(patients: NameNumbers) { self.patients = patients }

  mutating func begin(columns: [String]) { header = RefillHeader(columns) }

  /// Stays are few: all are read as texts.
  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> (bytes: Int, lines: Int) { (0, 0) }

  mutating func add(_ record: CSVRecord) throws(InputError) {
    let id = try header.text("patient", record)
    guard let patient = patients.known(id) else { throw .unknownPatient(id) }
    let (first, last) = (try header.date("from", record), try header.date("to", record))
    guard first <= last else { throw header.outOfRange("to", record, "not precede 'from'") }
    rows.append(
      StayRow(patient: patient, first: Int32(first.dayNumber), last: Int32(last.dayNumber)))
  }
}
