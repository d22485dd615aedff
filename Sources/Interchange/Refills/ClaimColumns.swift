import AdherenceAnalytics
public import Scheduling

/// Which columns of a table of claims say what was dispensed to whom.
///
/// A column goes by its name, or by its number from 1.
///
///     var columns = ClaimColumns(patient: "Member", date: "Fill Date")
///     columns.days = "Days Supply"
///     columns.form.times = .monthFirst
///     let claims = try RefillDataset(table: "Datasets/tables/claims.csv", columns)
///     print(claims.patientIDs.count, claims.record(at: 0).fills.count)  // 8 6
public struct ClaimColumns: Hashable, Sendable {
  /// The column of the patient's id.
  public var patient: String
  /// The column of the day on which it was dispensed.
  public var date: String
  /// The column of the days that the supply lasts; `nil` where ``quantity`` and ``dose`` say it.
  public var days: String?
  /// The column of how much was dispensed.
  public var quantity: String?
  /// The column of how much is taken a day; `nil` leaves it to ``quantity`` and ``days``, where both are.
  public var dose: String?
  /// The column of the class of the medicine.
  public var drugClass: String?
  /// How the table is written.
  public var form = TableForm()

  /// Creates the two columns that every table of claims has.
  public init(patient: String, date: String) {
    self.patient = patient
    self.date = date
  }
}

extension RefillDataset {
  /// Reads a table of claims that another program made; `-` is standard input.
  ///
  /// Rows that cannot be read are set aside, as those of a folder are.
  ///
  /// - Throws: `InputError` where the file cannot be read, has not the columns, or no column says how long a
  ///   supply lasts.
  public init(table path: String, _ columns: ClaimColumns) throws(InputError) {
    try self.init(ForeignTable(path: path, columns.form), columns)
  }

  init(_ table: ForeignTable, _ columns: ClaimColumns) throws(InputError) {
    var (fills, findings) = (FillTable(), RefillScan.Findings())
    let reader = try ClaimReader(table, columns)
    while let next = table.next() {
      findings.count.read += 1
      do throws(InputError) {
        try reader.read(try next.get(), into: &fills)
      } catch {
        if error.problem.endsReading { throw error }
        findings.count.setAside += 1
        findings.problems.append(error)
      }
    }
    self.init(fills, findings, StayTable(patients: fills.patients), RefillScan.Findings())
  }
}

/// Reads rows of claims.
private struct ClaimReader {
  private let table: ForeignTable
  private let patient, date: Int
  private let days, quantity, dose, drugClass: Int?

  init(_ table: ForeignTable, _ columns: ClaimColumns) throws(InputError) {
    func place(_ column: String?, _ parameter: String) throws(InputError) -> Int? {
      guard let column else { return nil }
      return try table.place(of: column, as: parameter)
    }
    self.table = table
    patient = try table.place(of: columns.patient, as: "patient")
    date = try table.place(of: columns.date, as: "date")
    days = try place(columns.days, "days")
    quantity = try place(columns.quantity, "quantity")
    dose = try place(columns.dose, "dose")
    drugClass = try place(columns.drugClass, "class")
    guard days != nil || (quantity != nil && dose != nil) else {
      throw InputError(.missing, parameter: "days", source: table.source)
    }
  }

  func read(_ record: CSVRecord, into fills: inout FillTable) throws(InputError) {
    do throws(InputError) {
      guard let id = table.text(record, patient) else { throw missing(patient) }
      // A patient all of whose fills are wrong is one of the cohort still.
      let number = fills.number(ofPatient: id)
      guard let day = try table.moment(record, date)?.civil(in: .utc).date else {
        throw missing(date)
      }
      let (supply, dose) = try supply(record)
      guard FillTable.isSupply(supply) else {
        throw InputError(
          .outOfRange(text: "\(supply)", rule: FillTable.supplyRule),
          field: table.columns[days ?? quantity ?? 0])
      }
      fills.add(number, day, days: supply, dose: dose, table.text(record, drugClass))
    } catch {
      throw error.at(source: table.source, line: record.line)
    }
  }

  /// The days that a fill lasts, and the dose of a day.
  private func supply(_ record: CSVRecord) throws(InputError) -> (days: Double, dose: Double?) {
    let quantity = try number(record, quantity)
    let dose = try number(record, dose)
    if let days = try number(record, days) { return (days, dose ?? quantity.map { $0 / days }) }
    guard let quantity, let dose else { throw missing(days ?? self.quantity ?? 0) }
    return (quantity / dose, dose)
  }

  /// A number above 0.
  private func number(_ record: CSVRecord, _ place: Int?) throws(InputError) -> Double? {
    guard let place, let text = table.text(record, place) else { return nil }
    guard let number = Double(table.number(text)), number.isFinite else {
      throw InputError(.malformed(text: text, .number), field: table.columns[place])
    }
    if number > 0 { return number }
    throw InputError(.outOfRange(text: text, rule: "be above 0"), field: table.columns[place])
  }

  private func missing(_ place: Int) -> InputError {
    InputError(.missing, field: table.columns[place])
  }
}
