import Scheduling

/// `fills.csv`.
struct FillTable: RefillTable {
  private(set) var patients = NumberedNames()
  private(set) var classes = NumberedNames()
  var rows: [FillRow] = []

  let known = ["patient", "date", "days", "dose", "class"]
  let required = ["patient", "date", "days"]
  private var header = TableHeader([])
  private var parser = FillParser()

  /// No supply lasts longer: a hundred years.
  static let mostDays = 36_525.0

  mutating func begin(columns: [String]) {
    header = TableHeader(columns, hasMore: false)
    parser = FillParser(columns)
  }

  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> (bytes: Int, lines: Int) {
    parser.take(bytes, into: &rows, &patients, &classes)
  }

  mutating func add(_ record: CSVRecord) throws(InputError) {
    // A patient all of whose fills are wrong is one of the cohort still.
    let row = try TableRow(record, header)
    let patient = patients.number(of: try row.require(row.text("patient"), "patient"))
    let date: CivilDate = try row.require(row.value("date", .date), "date")
    let days: Double = try row.require(row.value("days", .number), "days")
    guard days > 0, days <= FillTable.mostDays else {
      throw try row.outOfRange("days", "be above 0 and at most 36525")
    }
    let dose: Double? = try row.value("dose", .number)
    if let dose, !(dose > 0 && dose.isFinite) {
      throw try row.outOfRange("dose", "be above 0")
    }
    let drugClass = try row.text("class").map { classes.number(of: $0) }
    rows.append(
      FillRow(
        patient: patient, day: Int32(date.dayNumber), days: days, dose: dose ?? .nan,
        drugClass: drugClass ?? -1))
  }
}
