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
      contentsOf: EventCleaning.similarIDs(ledger.fills.patients.names, of: table.source)
        + EventCleaning.similarDrugs(ledger.fills.drugs.names, of: table.source))
    let fills = try ledger.settle(columns.date, of: table.source, &findings)
    self.init(
      fills, findings, StayTable(patients: fills.patients), RefillScan.Findings(), ledger.counts)
  }
}

/// A parser of claim rows.
struct ClaimReader<Table: EventTable> {
  private let table: Table
  /// Returns the checksum of all fields of a row.
  private let digest: (Table.Row) -> UInt64
  private let patientID: String
  private let patient, drug, drugClass, type, strength: Int?
  private let date: Int
  private let supply: ClaimSupplyColumns<Table>
  private let observedFrom, observedTo, endCause: Int?
  private let words: ClaimWords
  private let dates: WrittenDates

  init(
    _ table: Table, _ columns: ClaimColumns, digest: @escaping (Table.Row) -> UInt64
  ) throws(InputError) {
    (self.table, self.digest) = (table, digest)
    patientID = columns.patientID ?? ""
    for (isMissing, parameter) in [
      (columns.patient == nil && columns.patientID == nil, "patient"),
      (columns.date == nil, "date"),
    ] where isMissing { throw InputError(.missing, parameter: parameter, source: table.source) }
    patient = try table.place(ofOptional: columns.patient, as: "patient")
    date = try table.place(of: columns.date ?? "", as: "date")
    drug = try table.place(ofOptional: columns.drug, as: "drug")
    drugClass = try table.place(ofOptional: columns.drugClass, as: "class")
    type = try table.place(ofOptional: columns.type, as: "type")
    strength = table.columns.firstIndex { ColumnName($0).words.contains("strength") }
    supply = try ClaimSupplyColumns(table, columns)
    observedFrom = try table.place(ofOptional: columns.observedFrom, as: "observed-from")
    observedTo = try table.place(ofOptional: columns.observedTo, as: "observed-to")
    endCause = try table.place(ofOptional: columns.endCause, as: "end-cause")
    words = ClaimWords(columns.statusWords, column: type.map { table.columns[$0] } ?? "")
    dates = try WrittenDates(columns.form.times, columns.zone)
  }

  /// Parses a row, adds it to a ledger and returns its warnings.
  func read(
    _ record: Table.Row, into ledger: inout ClaimLedger
  ) throws(InputError) -> [InputError] {
    var number: Int32?
    do throws(InputError) {
      guard let id = patient == nil ? patientID : try table.text(record, patient) else {
        throw table.missing(patient)
      }
      if let problem = EventTableReader.problem(ofID: id) {
        throw InputError(problem, field: patient.map { table.columns[$0] } ?? "patient")
      }
      // A row without a date, such as one of totals, belongs to no patient.
      guard try table.text(record, date) != nil else { throw table.missing(date) }
      // A patient without any valid fill still belongs to the cohort.
      let known = ledger.fills.number(ofPatient: id)
      number = known
      let conflict = try observe(known, record, &ledger.fills)
      let warning = try readClaim(record, of: known, into: &ledger)
      return [conflict, warning].compactMap { error in
        error?.at(source: table.source, line: table.line(of: record))
      }
    } catch {
      ledger.noteRejection(of: number)
      throw error.at(source: table.source, line: table.line(of: record))
    }
  }

  private func readClaim(
    _ record: Table.Row, of patient: Int32, into ledger: inout ClaimLedger
  ) throws(InputError) -> InputError? {
    let word = try table.text(record, type) ?? ""
    let meaning = type == nil ? .fill : words.meaning(of: word)
    if meaning == .ignore {
      ledger.ignore()
      return nil
    }
    guard let day = try date(record, date) else { throw table.missing(date) }
    let claim = try supply.read(record, from: day, dates)
    guard meaning != nil || claim.isNegative else {
      try ledger.question(word, in: table, type)
      return nil
    }
    var row = FillRow(
      patient: patient, day: Int32(day.dayNumber), days: claim.days, dose: claim.dose ?? .nan,
      drug: try table.text(record, drug).map { ledger.fills.number(ofDrug: $0) } ?? -1,
      drugClass: try table.text(record, drugClass).map { ledger.fills.number(ofClass: $0) } ?? -1)
    row.strength = try table.text(record, strength).map(\.checksum) ?? 0
    let line = table.line(of: record)
    guard claim.isNegative || meaning?.status == .reversal else {
      ledger.add(row, line: line, digest: digest(record))
      return claim.warning ?? supply.warning(claim)
    }
    let kind = claim.isNegative ? .certain : ClaimReversal.Kind(meaning)
    let reason = claim.negative ?? (type.map { table.columns[$0] } ?? "", word)
    ledger.reverse(row, line: line, digest: digest(record), kind, reason)
    return claim.warning
  }

  private func date(_ record: Table.Row, _ place: Int?) throws(InputError) -> CivilDate? {
    try dates.read(record, place, of: table)
  }

  /// Reads the observation period in a row.
  private func observe(
    _ patient: Int32, _ record: Table.Row, _ fills: inout FillTable
  ) throws(InputError) -> InputError? {
    guard observedFrom != nil || observedTo != nil || endCause != nil else { return nil }
    let period = ObservationPeriod(
      from: try date(record, observedFrom), to: try date(record, observedTo),
      endCause: try table.text(record, endCause).flatMap(EndCause.init))
    let columns = [observedFrom, observedTo, endCause].map { $0.map { table.columns[$0] } ?? "" }
    return try fills.observe(patient, period, columns)
  }
}

extension String {
  /// A checksum of the text.
  ///
  /// Safe: the lower half of a checksum is one.
  fileprivate var checksum: UInt32 {
    var digest = RowDigest()
    digest.add(self)
    return UInt32(truncatingIfNeeded: digest.value)
  }
}

extension ClaimReversal.Kind {
  /// Returns the certainty with which a word means a reversal.
  fileprivate init(_ meaning: ClaimWords.Meaning?) {
    switch meaning {
    case .void: self = .void
    case .reversal: self = .open
    case .ownReversal, .fill, .ignore, nil: self = .certain
    }
  }
}

extension EventTable {
  /// Returns the index of a column that a parameter may name.
  func place(ofOptional column: String?, as parameter: String) throws(InputError) -> Int? {
    guard let column else { return nil }
    return try place(of: column, as: parameter)
  }

  /// Returns the error of an empty field.
  func missing(_ place: Int?) -> InputError {
    InputError(.missing, field: place.map { columns[$0] })
  }
}
