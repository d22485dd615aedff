import Diagnostics
import Formats
package import Interchange
import Scheduling

/// The column options of a table of claims.
package struct ClaimParameters: OptionTarget {
  package fileprivate(set) var columns = ClaimColumns()

  /// Creates options that detect all columns.
  package init() {}

  package static var options: [OptionBinding<Self>] { OptionBinding.all }

  /// Whether no option was given, so that all columns are detected.
  package var isEmpty: Bool { columns == ClaimColumns() }
}

extension OptionBinding<ClaimParameters> {
  /// The options of tables of claims.
  package static let all = columns + forms

  private static let forms = OptionBinding<TableForm>.all.map {
    $0.of(\ClaimParameters.columns.form)
  }

  private static let columns: [OptionBinding] = [
    OptionBinding("patient", .text, \.columns.patient)
      .means("The column of the patient's id.", otherwise: "detected"),
    OptionBinding("patient-id", .text, \.columns.patientID)
      .means("The patient's id for a table of one patient without such a column."),
    OptionBinding("date", .text, \.columns.date)
      .means(
        "The column of the day of dispensing, which is used as written: an offset never moves it."),
    OptionBinding("days", .columnOrNumber, \.columns.days)
      .means(
        "The column of the days that the supply lasts, or a number of days for all fills; a column "
          + "of that name comes first."),
    OptionBinding("end-date", .text, \.columns.endDate)
      .means("The column of the last day that the supply lasts (inclusive), in place of --days."),
    OptionBinding("quantity", .text, \.columns.quantity)
      .means("The column of the quantity dispensed; with --dose in place of --days."),
    OptionBinding("dose", .columnOrNumber, \.columns.dose)
      .means("The column of the amount taken a day, or an amount for all fills."),
    OptionBinding("drug", .text, \.columns.drug)
      .means("The column of the drug, ideally its ingredient: early refills shift within a drug."),
    OptionBinding("class", .text, \.columns.drugClass)
      .means("The column of the class of drugs, which unites the days of its drugs."),
    OptionBinding("type", .text, \.columns.type)
      .means(
        "The column of the status or type of the claim, or none to read every row as a fill. "
          + "Reversals cancel the nearest fill of the patient with the same drug, class, days and "
          + "quantity on their day or before, as rows with negative days or quantity do; void and "
          + "canceled rows without a matching fill are ignored."),
    OptionBinding("status-words", .claimWords, \.columns.statusWords)
      .means("The meaning of further words of --type: fill, reversal or ignore."),
    OptionBinding("observed-from", .text, \.columns.observedFrom)
      .means("The column of the first day on which the patient is observed."),
    OptionBinding("observed-to", .text, \.columns.observedTo)
      .means("The column of the last day on which the patient is observed (inclusive)."),
    OptionBinding("end-cause", .text, \.columns.endCause)
      .means(TableForm.meaningOfEndCause),
    OptionBinding("duplicates", .choice, \.columns.duplicates)
      .means(
        "The treatment of rows that repeat an earlier one in every field.",
        otherwise: "drop, with a warning"),
    OptionBinding("zone", .zone, \.columns.zone)
      .means("The time zone of dates that count seconds or milliseconds since 1970."),
  ]
}

extension OptionParser<[String: ClaimStatus]> {
  /// An object that maps the words of the status column to meanings.
  fileprivate static let claimWords = OptionParser(
    .mapping(.choice(ClaimStatus.allCases.map(\.rawValue)))
  ) { node throws(InputError) in
    guard node.kind == .object else { throw InputError(.malformed(text: node.source, .object)) }
    var words: [String: ClaimStatus] = [:]
    for (word, meaning) in node.members {
      words[word] = try OptionParser<ClaimStatus>.choice.parse(meaning)
    }
    return words
  }
}
