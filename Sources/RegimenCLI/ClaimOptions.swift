import ArgumentParser
import Interchange
import Scheduling

/// The columns of a table of claims.
struct ClaimOptions: ParsableArguments {
  @Option(help: "The column of the patient's id, by name or number; it makes the file a table.")
  var patient: String?
  @Option(help: "The column of the day on which it was dispensed.")
  var date: String?
  @Option(help: "The column of the days that the supply lasts.")
  var daysColumn: String?
  @Option(help: "The column of how much was dispensed.")
  var quantity: String?
  @Option(help: "The column of how much is taken a day.")
  var dose: String?
  @Option(help: "The column of the class of the medicine.")
  var classColumn: String?

  func validate() throws {
    if (patient == nil) != (date == nil) {
      throw ValidationError("A table of claims takes --patient and --date, both.")
    }
  }

  /// Opens a table, and says how it is written; `nil` where the columns of none were said.
  func open(_ path: String, _ form: TableForm) throws -> RefillDataset? {
    guard let patient, let date else { return nil }
    var columns = ClaimColumns(patient: patient, date: date)
    (columns.days, columns.quantity, columns.dose) = (daysColumn, quantity, dose)
    columns.drugClass = classColumn
    columns.form = form
    return try RefillDataset(table: path, columns)
  }
}
