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
  /// A checksum of the drug's strength, if a column has it.
  var strength: UInt32 = 0

  /// Creates a row with the numbers of a table.
  package init(
    patient: Int32, day: Int32, days: Double, dose: Double, drug: Int32, drugClass: Int32
  ) {
    (self.patient, self.day, self.days) = (patient, day, days)
    (self.dose, self.drug, self.drugClass) = (dose, drug, drugClass)
  }
}

/// A fast parser of plain rows of `fills.csv` from their bytes.
///
/// Rows that it does not support are left to the general reader: quotes, rare formats of dates and
/// numbers, and invalid rows. For supported rows both give the same result.
///
/// Safe: a row ends before a line feed within the bytes, and its names are used before the next
/// row.
struct FillParser {
  private var columns: [Column] = []
  /// Whether there are columns of observation periods, which requires reading all rows as text.
  private var hasObservation = false
  private var patient = NameCache()
  private var drug = NameCache()
  private var drugClass = NameCache()
  private var dates = DateCache()

  /// The content of a column.
  private enum Column {
    case patient, date, days, dose, drug, drugClass, unknown
  }

  /// Creates a parser of rows with some columns.
  init(_ names: [String] = []) {
    hasObservation = names.contains(where: FillTable.observationColumns.contains)
    columns = names.map { name in
      switch name {
      case "patient": .patient
      case "date": .date
      case "days": .days
      case "dose": .dose
      case "drug": .drug
      case "class": .drugClass
      default: .unknown
      }
    }
  }

  /// Parses rows from the start of the bytes up to one that is not plain or incomplete.
  ///
  /// - Returns: The numbers of parsed bytes and lines.
  mutating func take(
    _ bytes: UnsafeBufferPointer<UInt8>, into rows: inout [FillRow],
    _ patients: inout NumberedNames, _ drugs: inout NumberedNames, _ classes: inout NumberedNames
  ) -> (bytes: Int, lines: Int) {
    guard !hasObservation, let base = bytes.baseAddress else { return (0, 0) }
    let known = rows.count
    var position = 0
    while true {
      let start = base + position
      let length = start.distance(to: .newline, before: bytes.count - position)
      if position + length >= bytes.count { break }
      let end = length > 0 && start[length - 1] == .carriageReturn ? length - 1 : length
      var cursor = RowCursor(next: start, end: start + end)
      var row = FillRow(patient: -1, day: .min, days: 0, dose: .nan, drug: -1, drugClass: -1)
      var names = Names()
      guard read(&cursor, &row, &names), isSound(row) else { break }
      // Names are interned last, so that rows that are not parsed add none.
      guard let drug = drug.number(of: names.drug, in: &drugs),
        let drugClass = drugClass.number(of: names.drugClass, in: &classes),
        let patient = patient.number(of: names.patient, in: &patients), patient >= 0
      else { break }
      (row.patient, row.drug, row.drugClass) = (patient, drug, drugClass)
      rows.append(row)
      position += length + 1
    }
    return (position, rows.count - known)
  }

  /// The uninterned names in a row.
  private struct Names {
    var patient, drug, drugClass: UnsafeBufferPointer<UInt8>?
  }

  private mutating func read(
    _ cursor: inout RowCursor, _ row: inout FillRow, _ names: inout Names
  ) -> Bool {
    for (place, column) in columns.enumerated() {
      if place > 0, !cursor.passComma() { return false }
      let isRead: Bool
      switch column {
      case .patient:
        names.patient = cursor.readText()
        isRead = names.patient != nil
      case .date: isRead = cursor.readDate(&dates, &row.day)
      case .days: isRead = cursor.readNumber(&row.days)
      case .dose: isRead = cursor.isAtFieldEnd || cursor.readNumber(&row.dose)
      case .drug:
        names.drug = cursor.readText()
        isRead = names.drug != nil
      case .drugClass:
        names.drugClass = cursor.readText()
        isRead = names.drugClass != nil
      case .unknown: isRead = cursor.passPlainField()
      }
      if !isRead { return false }
    }
    return cursor.isAtEnd
  }

  private func isSound(_ row: FillRow) -> Bool {
    row.day != .min && row.days > 0 && row.days <= FillTable.mostDays
      && (row.dose.isNaN || row.dose > 0)
  }
}

// Safe: names of one length are compared, and the memo keeps copies.
extension NameCache {
  /// Returns the number of a name, -1 for none; `nil` if it is not UTF-8 or invalid.
  fileprivate mutating func number(
    of name: UnsafeBufferPointer<UInt8>?, in numbers: inout NumberedNames
  ) -> Int32? {
    guard let name, !name.isEmpty else { return -1 }
    if name.count == last.count, last.withUnsafeBufferPointer({ $0.isEqual(name) }) {
      return lastNumber
    }
    let known = find(name)
    if known >= 0 { return known }
    guard let text = String(validating: name, as: UTF8.self), !text.hasManyMarks else { return nil }
    let number = numbers.number(of: text)
    add(name, number)
    return number
  }
}
