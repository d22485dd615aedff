import AdherenceAnalytics
import Scheduling

/// Parses rows of claims.
struct ClaimReader {
  private let table: ForeignTable
  private let patientID: String
  private let patient, drugClass, type: Int?
  private let date: Int
  private let supply: ClaimSupplyColumns
  private let observedFrom, observedTo, endCause: Int?
  private let words: ClaimWords
  private let dates: WrittenDates

  init(_ table: ForeignTable, _ columns: ClaimColumns) throws(InputError) {
    self.table = table
    patientID = columns.patientID ?? ""
    for (isMissing, parameter) in [
      (columns.patient == nil && columns.patientID == nil, "patient"),
      (columns.date == nil, "date"),
    ] where isMissing { throw InputError(.missing, parameter: parameter, source: table.source) }
    patient = try table.place(ofOptional: columns.patient, as: "patient")
    date = try table.place(of: columns.date ?? "", as: "date")
    drugClass = try table.place(ofOptional: columns.drugClass, as: "class")
    type = try table.place(ofOptional: columns.type, as: "type")
    supply = try ClaimSupplyColumns(table, columns)
    observedFrom = try table.place(ofOptional: columns.observedFrom, as: "observed-from")
    observedTo = try table.place(ofOptional: columns.observedTo, as: "observed-to")
    endCause = try table.place(ofOptional: columns.endCause, as: "end-cause")
    words = ClaimWords(columns.statusWords, column: columns.type ?? "")
    dates = try WrittenDates(columns.form.times, columns.zone)
  }

  /// Parses a row and adds it to a ledger; returns what is doubtful in it.
  func read(_ record: CSVRecord, into ledger: inout ClaimLedger) throws(InputError) -> InputError? {
    var number: Int32?
    do throws(InputError) {
      guard let id = patient == nil ? patientID : table.text(record, patient) else {
        throw table.missing(patient)
      }
      if let problem = EventTableReader.problem(ofID: id) {
        throw InputError(problem, field: patient.map { table.columns[$0] } ?? "patient")
      }
      // A row without a date, such as one of totals, is no patient's.
      guard table.text(record, date) != nil else { throw table.missing(date) }
      // A patient all of whose fills are wrong is one of the cohort still.
      let known = ledger.fills.number(ofPatient: id)
      number = known
      let conflict = try observe(known, record, &ledger.fills)
      try readClaim(record, of: known, into: &ledger)
      return conflict?.at(source: table.source, line: record.line)
    } catch {
      ledger.noteRejection(of: number)
      throw error.at(source: table.source, line: record.line)
    }
  }

  private func readClaim(
    _ record: CSVRecord, of patient: Int32, into ledger: inout ClaimLedger
  ) throws(InputError) {
    let word = table.text(record, type) ?? ""
    let status = type == nil ? .fill : words.status(word)
    if status == .ignore { return ledger.ignore() }
    guard let day = try date(record, date) else { throw table.missing(date) }
    let claim = try supply.read(record, from: day, dates)
    guard status != nil || claim.isNegative else {
      return try ledger.question(word, in: table, type)
    }
    let row = FillRow(
      patient: patient, day: Int32(day.dayNumber), days: claim.days, dose: claim.dose ?? .nan,
      drugClass: table.text(record, drugClass).map { ledger.fills.number(ofClass: $0) } ?? -1)
    guard claim.isNegative || status == .reversal else { return ledger.add(row, record) }
    let reason = claim.negative ?? (type.map { table.columns[$0] } ?? "", word)
    ledger.reverse(row, record, reason)
  }

  private func date(_ record: CSVRecord, _ place: Int?) throws(InputError) -> CivilDate? {
    try dates.read(record, place, of: table)
  }

  /// Takes what a row says of when its patient is observed.
  private func observe(
    _ patient: Int32, _ record: CSVRecord, _ fills: inout FillTable
  ) throws(InputError) -> InputError? {
    guard observedFrom != nil || observedTo != nil || endCause != nil else { return nil }
    let period = ObservationPeriod(
      from: try date(record, observedFrom), to: try date(record, observedTo),
      endCause: table.text(record, endCause).flatMap(EndCause.init))
    let columns = [observedFrom, observedTo, endCause].map { $0.map { table.columns[$0] } ?? "" }
    return try fills.observe(patient, period, columns)
  }
}

extension ForeignTable {
  /// The place of a column that a parameter may name.
  func place(ofOptional column: String?, as parameter: String) throws(InputError) -> Int? {
    guard let column else { return nil }
    return try place(of: column, as: parameter)
  }

  /// The error of an empty field.
  func missing(_ place: Int?) -> InputError {
    InputError(.missing, field: place.map { columns[$0] })
  }
}
