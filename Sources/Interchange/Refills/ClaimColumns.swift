import AdherenceAnalytics
public import Scheduling

/// The columns of a table of claims.
///
/// A column goes by its name, or by its number from 1 where no header names it.
///
///     var columns = ClaimColumns(patient: "Member", date: "Fill Date")
///     columns.days = "Days Supply"
///     columns.form.times = .monthFirst
///     let claims = try RefillDataset(table: "Datasets/tables/claims.csv", columns)
///     print(claims.patientIDs.count, claims.record(at: 0).fills.count)  // 8 6
public struct ClaimColumns: Hashable, Sendable {
  /// The column of the patient's id; `nil` where all rows are of ``patientID``.
  public var patient: String?
  /// The id of the one patient of a table without a column of patients.
  public var patientID: String?
  /// The column of the day of dispensing.
  ///
  /// A date is used as it is written: a time of day, an offset or a `Z` never moves it.
  public var date: String?
  /// The column of the days that the supply lasts, or a number of days for all fills.
  ///
  /// A column with that name comes before the number.
  public var days: String?
  /// The column of the last day that the supply lasts (inclusive), in place of ``days``.
  public var endDate: String?
  /// The column of the quantity dispensed.
  public var quantity: String?
  /// The column of the amount taken a day, or an amount for all fills; `nil` leaves it to ``quantity`` and
  /// ``days``, where both are.
  public var dose: String?
  /// The column of the drug, at best its ingredient: early refills shift within a drug.
  public var drug: String?
  /// The column of the class of drugs, which unites the days of its drugs.
  public var drugClass: String?
  /// The column of the status or type of the claim, such as paid or reversed; `none` reads every row as a fill,
  /// unless a column has that name.
  public var type: String?
  /// What words in the column ``type`` mean, beside those that are known; upper and lower case are the same.
  public var statusWords: [String: ClaimStatus] = [:]
  /// The column of the first day on which the patient is observed.
  public var observedFrom: String?
  /// The column of the last day on which the patient is observed (inclusive).
  public var observedTo: String?
  /// The column of why observation ended.
  public var endCause: String?
  /// What becomes of rows that repeat an earlier row in every field; `nil` drops them, each with a problem.
  public var duplicates: DuplicateRows?
  /// The time zone of dates that count seconds or milliseconds; other dates have none.
  public var zone: Zone?
  /// How the table is written.
  public var form = TableForm()

  /// Creates the columns that every table of claims has: one of patients, or the id of the one patient, and one of
  /// dates.
  public init(patient: String? = nil, patientID: String? = nil, date: String? = nil) {
    (self.patient, self.patientID, self.date) = (patient, patientID, date)
  }
}

/// The meaning of a claim's status or type.
public enum ClaimStatus: String, CaseIterable, Hashable, Sendable {
  /// Something was dispensed.
  case fill
  /// An earlier fill is taken back.
  case reversal
  /// Nothing was dispensed, as of a rejected claim.
  case ignore
}

/// What becomes of rows that repeat an earlier row in every field.
public enum DuplicateRows: String, CaseIterable, Hashable, Sendable {
  /// The first one is used.
  case drop
  /// Each is used.
  case keep
}

extension RefillDataset {
  /// Reads a table of claims that another program made; `-` is standard input.
  ///
  /// Rows with negative days or quantity, or with the status of a reversal, cancel the nearest fill of the same
  /// patient, drug, class, days and dose on their day or before. A reversal that matches no fill is rejected, as are
  /// rows that cannot be parsed. A row whose status is void or canceled is no fill itself where none is near.
  ///
  /// - Throws: `InputError` where the file cannot be read, has not the columns, no column gives the duration of
  ///   a supply, words of the status are unknown, or the data leave open how they are meant.
  public init(table path: String, _ columns: ClaimColumns) throws(InputError) {
    try self.init(TableInput(path: path), columns)
  }

  /// Reads a table of claims by the plan of its profile.
  init(_ input: TableInput, _ columns: ClaimColumns) throws(InputError) {
    let profile = try TableProfile(input, columns.form)
    let reading = try ReadingPlan(profile, columns)
    try reading.requireAnswers(input.name)
    let claims = reading.claims ?? columns
    let table = try ForeignTable(input, claims.form)
    try self.init(claims: table, claims, digest: \.digest) { table.next() }
    note(reading, of: input.name, profile.problems)
    form = "\(profile.source): \(profile.form)"
  }

  /// Adds what the plan of reading decided and what the columns contradict.
  package mutating func note(
    _ reading: ReadingPlan, of source: String, _ problems: [InputError] = []
  ) {
    decisions = reading.assumptions
    self.problems += problems + reading.problems.map { $0.at(source: source) }
  }

  /// Reads the rows of a table of claims.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - columns: Its columns, none of which is left to be found.
  ///   - digest: Computes the checksum of all fields of a row.
  ///   - next: Returns the next row or its error; `nil` after the last row.
  /// - Throws: `InputError` where a column is missing, words of the status are unknown, or reading fails.
  package init<Table: EventTable>(
    claims table: Table, _ columns: ClaimColumns, digest: @escaping (Table.Row) -> UInt64,
    next: () -> Result<Table.Row, InputError>?
  ) throws(InputError) {
    var (ledger, findings) = (ClaimLedger(columns.duplicates), RefillScan.Findings())
    let reader = try ClaimReader(table, columns, digest: digest)
    while let next = next() {
      findings.count.read += 1
      do throws(InputError) {
        findings.warn(all: try reader.read(try next.get(), into: &ledger))
      } catch {
        if error.problem.endsReading { throw error }
        findings.reject(error)
      }
    }
    try ledger.requireKnownWords(in: columns.type, of: table.source)
    findings.problems.append(
      contentsOf: EventCleaning.similarIDs(ledger.fills.patients.names, of: table.source))
    let fills = try ledger.settle(columns.date, of: table.source, &findings)
    self.init(
      fills, findings, StayTable(patients: fills.patients), RefillScan.Findings(), ledger.counts)
  }
}
