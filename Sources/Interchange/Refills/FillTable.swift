package import Scheduling

/// `fills.csv`.
package struct FillTable: RefillTable {
  private(set) var patients = NumberedNames()
  private(set) var classes = NumberedNames()
  package var rows: [FillRow] = []

  package let known = ["patient", "date", "days", "dose", "class"]
  package let required = ["patient", "date", "days"]
  private var header = TableHeader([])
  private var parser = FillParser()

  /// Begins without rows.
  package init() {}

  /// No supply lasts longer: a hundred years.
  static let mostDays = 36_525.0

  package mutating func begin(columns: [String]) {
    header = TableHeader(columns, hasMore: false)
    parser = FillParser(columns)
  }

  // Safe: the parser reads within the bytes and keeps none.
  package mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> (bytes: Int, lines: Int) {
    parser.take(bytes, into: &rows, &patients, &classes)
  }

  package mutating func add(_ record: CSVRecord) throws(InputError) {
    // A patient all of whose fills are wrong is one of the cohort still.
    let row = try TableRow(record, header)
    let patient = number(ofPatient: try row.require(row.text("patient"), "patient"))
    let date: CivilDate = try row.require(row.value("date", .date), "date")
    let days: Double = try row.require(row.value("days", .number), "days")
    let dose: Double? = try row.value("dose", .number)
    guard FillTable.isSupply(days) else { throw try row.outOfRange("days", FillTable.supplyRule) }
    if let dose, !(dose > 0 && dose.isFinite) { throw try row.outOfRange("dose", "be above 0") }
    add(patient, date, days: days, dose: dose, try row.text("class"))
  }

  /// Whether a supply may last so many days.
  package static func isSupply(_ days: Double) -> Bool { days > 0 && days <= mostDays }

  /// What the days of a supply must, in words.
  static let supplyRule = "be above 0 and at most 36525"

  /// The number of a patient, a new one where the patient has none.
  package mutating func number(ofPatient id: String) -> Int32 { patients.number(of: id) }

  /// The number of a class, a new one where it has none.
  package mutating func number(ofClass name: String) -> Int32 { classes.number(of: name) }

  /// Adds a fill of a patient who has a number, with numbers that may be.
  mutating func add(
    _ patient: Int32, _ date: CivilDate, days: Double, dose: Double?, _ drugClass: String?
  ) {
    rows.append(
      FillRow(
        patient: patient, day: Int32(date.dayNumber), days: days, dose: dose ?? .nan,
        drugClass: drugClass.map { classes.number(of: $0) } ?? -1))
  }
}

/// A row of `fills.csv`.
package struct FillRow: PatientRow {
  package var patient: Int32
  package var day: Int32
  package var days: Double
  /// NaN where there is none.
  package var dose: Double
  /// The number of the class; -1 where there is none.
  package var drugClass: Int32

  /// Creates a row whose numbers are those of a table.
  package init(patient: Int32, day: Int32, days: Double, dose: Double, drugClass: Int32) {
    (self.patient, self.day, self.days) = (patient, day, days)
    (self.dose, self.drugClass) = (dose, drugClass)
  }
}
