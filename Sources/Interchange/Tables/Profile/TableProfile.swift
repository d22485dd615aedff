package import Scheduling

/// What one pass over a table finds: its dialect, and of each column what its cells are.
///
/// - Complexity: O(*n*) for *n* bytes, in memory that does not depend on the number of rows.
package struct TableProfile: Sendable {
  /// The file, as the caller named it.
  package let source: String
  /// The dialect and encoding in words.
  package let form: String
  /// The profiles of the columns.
  var columns: [ColumnProfile]
  /// The rows that were read, with those that were rejected.
  private(set) var rows = 0
  /// The first of the rows that cannot be split into fields, and their number.
  private(set) var damaged: (count: Int, first: InputError?) = (0, nil)
  /// The rows whose quotes do not pair.
  private(set) var repairedQuotes = 0
  /// Whether not all rows were looked at.
  private(set) var isSampled = false
  /// Whether the columns have names.
  let hasHeader: Bool

  /// Reads a table to its end.
  ///
  /// - Throws: `InputError` where it cannot be read.
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

  /// Takes columns whose cells were counted elsewhere.
  package init(source: String, columns: [ColumnSample], rows: Int, isSampled: Bool) {
    (self.source, form, hasHeader) = (source, "columns with types", true)
    self.isSampled = isSampled
    self.columns = columns.map { ColumnProfile(name: $0.name, $0.texts) }
    self.rows = rows
  }

  /// The name and cells of a column of a table that is in memory.
  package struct ColumnSample {
    package var name: String
    package var texts: any Sequence<String?>

    /// Creates a sample.
    package init(name: String, texts: any Sequence<String?>) {
      (self.name, self.texts) = (name, texts)
    }
  }
}
