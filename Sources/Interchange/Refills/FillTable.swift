import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The table `fills.csv`.
package struct FillTable: RefillTable {
  private(set) var patients = NumberedNames()
  private(set) var drugs = NumberedNames()
  private(set) var classes = NumberedNames()
  package var rows: [FillRow] = []
  /// The observation periods by the numbers of patients.
  private(set) var observations: [Int32: ObservationPeriod] = [:]
  /// The patients with a rejected row; `nil` if unknown.
  var rejectedPatients: Set<Int32>?

  package let known =
    ["patient", "date", "days", "dose", "drug", "class"] + FillTable.observationColumns
  package let required = ["patient", "date", "days"]
  private var header = TableHeader([])
  private var parser = FillParser()

  package init() {}

  /// The columns of the observation period and its end cause.
  package static let observationColumns = ["observedFrom", "observedTo", "endCause"]

  /// The maximum days of supply: a hundred years.
  static let mostDays = 36_525.0

  package mutating func begin(columns: [String]) {
    header = TableHeader(columns, hasMore: false)
    parser = FillParser(columns)
  }

  // Safe: the parser reads within the bytes and keeps none.
  package mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> (bytes: Int, lines: Int) {
    parser.take(bytes, into: &rows, &patients, &drugs, &classes)
  }

  package mutating func add(_ record: CSVRecord) throws(InputError) -> InputError? {
    // A patient without any valid fill still belongs to the cohort.
    let row = try TableRow(record, header)
    let patient = number(ofPatient: try row.require(row.text("patient"), "patient"))
    let date: CivilDate = try row.require(row.value("date", .date), "date")
    let days: Double = try row.require(row.value("days", .number), "days")
    let dose: Double? = try row.value("dose", .number)
    guard FillTable.isSupply(days) else { throw try row.outOfRange("days", FillTable.supplyRule) }
    if let dose, !(dose > 0 && dose.isFinite) { throw try row.outOfRange("dose", "be above 0") }
    let (drug, drugClass) = (try row.text("drug"), try row.text("class"))
    let conflict = try observe(patient, try FillTable.observation(row))
    add(patient, Fill(date, days: days, dose: dose, drug: drug, drugClass: drugClass))
    return conflict
  }

  /// Returns whether a number of days is a valid supply.
  package static func isSupply(_ days: Double) -> Bool { days > 0 && days <= mostDays }

  /// The rule for days of supply, as in error messages.
  static let supplyRule = "be above 0 and at most 36525"

  /// Returns the number of a patient, assigning one to a new id.
  package mutating func number(ofPatient id: String) -> Int32 { patients.number(of: id) }

  /// Returns the number of a drug, assigning one to a new name.
  package mutating func number(ofDrug name: String) -> Int32 { drugs.number(of: name) }

  /// Returns the number of a class, assigning one to a new name.
  package mutating func number(ofClass name: String) -> Int32 { classes.number(of: name) }

  private static func observation(_ row: TableRow) throws(InputError) -> ObservationPeriod {
    ObservationPeriod(
      from: try row.value("observedFrom", .date), to: try row.value("observedTo", .date),
      endCause: try row.text("endCause").flatMap(EndCause.init))
  }

  /// Records the observation period in a row; the first row with a period takes precedence.
  ///
  /// - Returns: A warning about a conflict with an earlier row; `nil` if there is none.
  /// - Throws: `InputError` if the last day precedes the first.
  mutating func observe(
    _ patient: Int32, _ period: ObservationPeriod, _ columns: [String] = observationColumns
  ) throws(InputError) -> InputError? {
    try observations[patient, default: ObservationPeriod()].add(period, columns)
  }

  /// Adds a fill of a patient with a number, interning its names.
  mutating func add(_ patient: Int32, _ fill: Fill) {
    rows.append(
      FillRow(
        patient: patient, day: Int32(fill.date.dayNumber), days: fill.days, dose: fill.dose ?? .nan,
        drug: fill.drug.map { drugs.number(of: $0) } ?? -1,
        drugClass: fill.drugClass.map { classes.number(of: $0) } ?? -1))
  }
}

extension FillTable {
  /// Renumbers the drugs and classes of the rows in alphabetical order and returns the names.
  mutating func sortNames() -> (drugs: [String], classes: [String]) {
    (sort(drugs, by: \.drug), sort(classes, by: \.drugClass))
  }

  private mutating func sort(_ names: NumberedNames, by number: WritableKeyPath<FillRow, Int32>)
    -> [String]
  {
    let used = Set(rows.map { $0[keyPath: number] })
    let sorted = SortedNames(names) { used.contains(Int32($0)) }
    for index in rows.indices where rows[index][keyPath: number] >= 0 {
      rows[index][keyPath: number] = sorted.places[Int(rows[index][keyPath: number])]
    }
    return sorted.names
  }
}

/// A row of `fills.csv`.
package struct FillRow: PatientRow {
  package var patient: Int32
  package var day: Int32
  package var days: Double
  /// The dose; NaN if there is none.
  package var dose: Double
  /// The number of the drug; -1 if there is none.
  package var drug: Int32
  /// The number of the class; -1 if there is none.
  package var drugClass: Int32
  /// A checksum of all fields of the row, used to find duplicates.
  var digest: UInt32 = 0

  /// Creates a row with the numbers of a table.
  package init(
    patient: Int32, day: Int32, days: Double, dose: Double, drug: Int32, drugClass: Int32
  ) {
    (self.patient, self.day, self.days) = (patient, day, days)
    (self.dose, self.drug, self.drugClass) = (dose, drug, drugClass)
  }
}
