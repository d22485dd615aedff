import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// The column options of a table of claims.
struct ClaimParameters: Sendable {
  private(set) var columns = ClaimColumns()

  /// Whether no option was given, so that all columns are detected.
  var isEmpty: Bool { columns == ClaimColumns() }

  /// Parses the options of a table of claims.
  ///
  /// Safe: the text is read here and not kept.
  ///
  /// - Throws: `InputError` that names the invalid option.
  init(_ text: UnsafePointer<CChar>?) throws(InputError) {
    try Option.read(text, ClaimParameters.options, into: &self)
  }

  private static let options =
    columnOptions + Option<TableForm>.ofForms.map { $0.of(\ClaimParameters.columns.form) }

  private static let columnOptions: [Option<ClaimParameters>] = [
    Option("patient", .text, \.columns.patient),
    Option("patientID", .text, \.columns.patientID),
    Option("date", .text, \.columns.date),
    Option("days", .columnOrNumber, \.columns.days),
    Option("endDate", .text, \.columns.endDate),
    Option("quantity", .text, \.columns.quantity),
    Option("dose", .columnOrNumber, \.columns.dose),
    Option("drug", .text, \.columns.drug),
    Option("class", .text, \.columns.drugClass),
    Option("type", .text, \.columns.type),
    Option("statusWords", .claimWords, \.columns.statusWords),
    Option("observedFrom", .text, \.columns.observedFrom),
    Option("observedTo", .text, \.columns.observedTo),
    Option("endCause", .text, \.columns.endCause),
    Option("duplicates", .choice, \.columns.duplicates),
    Option("zone", .zone, \.columns.zone),
  ]
}

extension OptionReading<String> {
  /// The name of a column, or a number that applies to all rows.
  fileprivate static let columnOrNumber = OptionReading(.text) { node in
    node.kind == .text || node.kind == .number ? node.text ?? node.source : nil
  }
}

extension OptionReading<[String: ClaimStatus]> {
  /// An object that maps the words of the status column to meanings.
  fileprivate static let claimWords = OptionReading { node throws(InputError) in
    guard node.kind == .object else { throw InputError(.malformed(text: node.source, .object)) }
    var words: [String: ClaimStatus] = [:]
    for (word, meaning) in node.members {
      words[word] = try OptionReading<ClaimStatus>.choice.read(meaning)
    }
    return words
  }
}
