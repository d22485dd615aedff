import Scheduling

/// `fills.csv`.
struct FillTable: RefillTable {
  private(set) var patients = NameNumbers()
  private(set) var classes = NameNumbers()
  var rows: [FillRow] = []

  let known = ["patient", "date", "days", "dose", "class"]
  let required = ["patient", "date", "days"]
  private var header = RefillHeader()
  private var parser = FillParser()

  /// No supply lasts longer: a hundred years.
  static let mostDays = 36_525.0

  mutating func begin(columns: [String]) {
    header = RefillHeader(columns)
    parser = FillParser(columns)
  }

  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> (bytes: Int, lines: Int) {
    parser.take(bytes, into: &rows, &patients, &classes)
  }

  mutating func add(_ record: CSVRecord) throws(InputError) {
    // A patient all of whose fills are wrong is one of the cohort still.
    let patient = patients.number(of: try header.text("patient", record))
    let date = try header.date("date", record)
    let days = try header.number("days", record)
    guard let days else { throw InputError(.missing, field: "days") }
    guard days > 0, days <= FillTable.mostDays else {
      throw header.outOfRange("days", record, "be above 0 and at most 36525")
    }
    let dose = try header.number("dose", record)
    if let dose, !(dose > 0 && dose.isFinite) {
      throw header.outOfRange("dose", record, "be above 0")
    }
    let drugClass = header["class", record].map { classes.number(of: $0) }
    rows.append(
      FillRow(
        patient: patient, day: Int32(date.dayNumber), days: days, dose: dose ?? .nan,
        drugClass: drugClass ?? -1))
  }
}
