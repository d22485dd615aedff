import AdherenceAnalytics
public import Diagnostics
import Scheduling

extension RefillDataset {
  /// Reads a table of claims of another program; `-` is standard input.
  ///
  /// A row with negative days or quantity, or with the status of a reversal, cancels the nearest
  /// fill of the same patient, drug, class, days and dose on or before its day. A reversal without
  /// a matching fill is rejected, as are rows that cannot be parsed. A row with the status void or
  /// canceled is itself not a fill if no fill is near.
  ///
  /// - Throws: `InputError` if the file cannot be read or lacks a column, no column has the
  ///   duration of a supply, status words are unknown, or the interpretation of the data is
  ///   ambiguous.
  public init(table path: String, _ columns: ClaimColumns) throws(InputError) {
    try self.init(TableInput(path: path), columns)
  }

  /// Reads a table of claims by the plan derived from its profile.
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

  /// Adds the assumptions of the plan and the contradictions between columns.
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
  ///   - columns: Its columns, all of them resolved.
  ///   - digest: Returns the checksum of all fields of a row.
  ///   - next: Returns the next row or its error; `nil` after the last row.
  /// - Throws: `InputError` if a column is missing, status words are unknown, or reading fails.
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
