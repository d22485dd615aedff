import ArgumentParser
import Arrow
import Interchange
import Reporting
import Scheduling

/// The columns of a table of claims.
struct ClaimOptions: ParsableArguments {
  @Option(help: .option("patient", of: .claims, "By name or number; it makes the file a table."))
  var patient: String?
  @Option(help: .option("date", of: .claims))
  var date: String?
  @Option(help: .option("days", of: .claims))
  var days: String?
  @Option(help: .option("end-date", of: .claims))
  var endDate: String?
  @Option(help: .option("quantity", of: .claims))
  var quantity: String?
  @Option(help: .option("dose", of: .claims))
  var dose: String?
  @Option(help: .option("drug", of: .claims))
  var drug: String?
  @Option(name: .customLong("class"), help: .option("class", of: .claims))
  var drugClass: String?
  @Option(help: .option("type", of: .claims))
  var type: String?
  @Option(help: .option("status-words", of: .claims, "Such as tbd=ignore,rejected=reversal."))
  var statusWords: [String] = []
  @Option(help: .option("observed-from", of: .claims))
  var observedFrom: String?
  @Option(help: .option("observed-to", of: .claims))
  var observedTo: String?
  @Option(help: .option("end-cause", of: .claims))
  var endCause: String?
  @Option(help: .option("duplicates", of: .claims))
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
