package import Diagnostics
import Scheduling

/// The result of one pass over a table: its dialect and the profile of each column.
///
/// - Complexity: O(*n*) for *n* bytes, with memory independent of the number of rows.
package struct TableProfile: Sendable {
  /// The file as the caller named it.
  package let source: String
  /// The description of dialect and encoding.
  package let form: String
  /// The profiles of the columns.
  var columns: [ColumnProfile]
  /// The number of rows, including rejected ones.
  private(set) var rows = 0
  /// The number of rows that cannot be split into fields, and the error of the first.
  private(set) var damaged: (count: Int, first: InputError?) = (0, nil)
  /// The number of rows with unbalanced quotes.
  private(set) var repairedQuotes = 0
  /// Whether only a sample of the rows was profiled.
  private(set) var isSampled = false
  /// Whether the columns have names.
  let hasHeader: Bool

  /// Profiles a table.
  ///
  /// - Throws: `InputError` if it cannot be read.
  package init(_ input: TableInput, _ form: TableForm) throws(InputError) {
    let table = try ForeignTable(input, form)
    source = input.name
    hasHeader = table.dialect.columnCount == nil
    self.form = ([input.encoding, "\(table.dialect)"] as [String?]).compactMap(\.self)
      .joined(separator: "; ")
    columns = table.columns.map { ColumnProfile(name: $0) }
    while let next = table.next() {
      rows += 1
      switch next {
      case .success(let record):
        for place in columns.indices { columns[place].add(table.text(record, place)) }
      case .failure(let error):
        if error.problem.endsReading { throw error }
        damaged = (damaged.count + 1, damaged.first ?? error)
      }
    }
    for place in columns.indices { columns[place].finish() }
    repairedQuotes = table.repairedQuotes
  }

  /// Creates a profile of columns in memory.
  package init(source: String, columns: [ColumnSample], rows: Int, isSampled: Bool) {
    (self.source, form, hasHeader) = (source, "columns with types", true)
    self.isSampled = isSampled
    self.columns = columns.map { ColumnProfile(name: $0.name, $0.texts) }
    self.rows = rows
  }

  /// The name and cells of a column in memory.
  package struct ColumnSample {
    package var name: String
    package var texts: any Sequence<String?>

    package init(name: String, texts: any Sequence<String?>) {
      (self.name, self.texts) = (name, texts)
    }
  }
}
