import ArgumentParser
import Arrow
import Interchange
import Scheduling

/// The columns of a table of claims.
struct ClaimOptions: ParsableArguments {
  @Option(
    help: """
      The column of the patient's id, by name or number; it makes the file a table. (--patient-id for a table of \
      one patient)
      """)
  var patient: String?
  @Option(
    help: "The column of the day of dispensing, which is used as written: an offset never moves it."
  )
  var date: String?
  @Option(
    help: """
      The column of the days that the supply lasts, or a number of days for all fills; a column of that name comes \
      first.
      """)
  var days: String?
  @Option(help: "The column of the last day that the supply lasts (inclusive), in place of --days.")
  var endDate: String?
  @Option(help: "The column of the quantity dispensed; with --dose in place of --days.")
  var quantity: String?
  @Option(help: "The column of the amount taken a day, or an amount for all fills.")
  var dose: String?
  @Option(
    help: "The column of the drug, ideally its ingredient: early refills shift within a drug."
  )
  var drug: String?
  @Option(
    name: .customLong("class"),
    help: "The column of the class of drugs, which unites the days of its drugs.")
  var drugClass: String?
  @Option(
    help: """
      The column of the status or type of the claim, or none to read every row as a fill. Reversals cancel the \
      nearest fill of the patient with the same drug, class, days and quantity on their day or before, as rows with \
      negative days or quantity do; void and canceled rows without a matching fill are ignored.
      """)
  var type: String?
  @Option(
    help: """
      The meaning of further words of --type: fill, reversal or ignore, as in \
      tbd=ignore,rejected=reversal.
      """)
  var statusWords: [String] = []
  @Option(help: "The column of the first day on which the patient is observed.")
  var observedFrom: String?
  @Option(help: "The column of the last day on which the patient is observed (inclusive).")
  var observedTo: String?
  @Option(
    help: """
      The column of why observation ended: death, withdrawal, switch, completed, deviceReturned, dataEnd, or any \
      other cause.
      """)
  var endCause: String?
  @Option(
    help: """
      The treatment of rows that repeat an earlier one in every field: drop or keep. (default: drop, with a warning)
      """)
  var duplicates: DuplicateRows?

  func validate() throws { _ = try meanings() }

  /// The first option that names a column; `nil` if none is given.
  private var firstColumn: String? {
    let options: [(String, Bool)] = [
      ("patient", patient != nil), ("date", date != nil), ("days", days != nil),
      ("end-date", endDate != nil), ("quantity", quantity != nil), ("dose", dose != nil),
      ("drug", drug != nil), ("class", drugClass != nil), ("type", type != nil),
      ("status-words", !statusWords.isEmpty),
      ("observed-from", observedFrom != nil), ("observed-to", observedTo != nil),
      ("end-cause", endCause != nil), ("duplicates", duplicates != nil),
    ]
    return options.first(where: \.1)?.0
  }

  /// Opens a table, detecting columns that no option names; `nil` for other data.
  func open(
    _ path: String, _ form: TableForm, _ exchange: ExchangeOptions
  ) throws -> RefillDataset? {
    guard DataLocation(path).isTable else {
      if let firstColumn {
        throw ValidationError(
          "--\(firstColumn) requires a table of claims, but '\(path)' is not one.")
      }
      return nil
    }
    var columns = ClaimColumns()
    (columns.patient, columns.patientID, columns.date) = (patient, exchange.patientID, date)
    (columns.days, columns.endDate) = (days, endDate)
    (columns.quantity, columns.dose) = (quantity, dose)
    (columns.drug, columns.drugClass) = (drug, drugClass)
    (columns.type, columns.statusWords) = (type, try meanings())
    (columns.observedFrom, columns.observedTo) = (observedFrom, observedTo)
    (columns.endCause, columns.duplicates) = (endCause, duplicates)
    (columns.zone, columns.form) = (exchange.zone, form)
    let claims =
      FileKind(path: path) == .arrow
      ? try RefillDataset(claims: ArrowStream(file: path), columns)
      : try RefillDataset(table: path, columns)
    if let form = claims.form { Console.error(form) }
    return claims
  }

  /// Parses the meanings of words, such as `word=fill,word=ignore`.
  private func meanings() throws -> [String: ClaimStatus] {
    var meanings: [String: ClaimStatus] = [:]
    for pair in statusWords.joined(separator: ",").split(separator: ",") {
      let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, let status = ClaimStatus(rawValue: String(parts[1])) else {
        throw ValidationError(
          "--status-words '\(pair)' must be word=fill, word=reversal or word=ignore.")
      }
      meanings[String(parts[0])] = status
    }
    return meanings
  }
}
