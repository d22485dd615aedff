public import Diagnostics
public import Interchange
import Scheduling

extension RefillDataset {
  /// Reads a stream of claims, one per row, like a table of claims in a file.
  ///
  /// Columns are identified by name; those that are not named are detected. Besides text they may
  /// be typed: dates or timestamps without zone for days, numbers for amounts. The stream is
  /// released after reading.
  ///
  /// - Throws: `InputError` if a column is missing or a timestamp with a zone, the producer fails,
  ///   or the interpretation of the data is ambiguous.
  /// - Complexity: O(*n* log *n*) for *n* rows.
  public init(claims: ArrowStream, _ columns: ClaimColumns) throws(InputError) {
    var table = try ArrowEventTable(claims, name: "claims")
    let reading = try ReadingPlan(table.fullProfile, columns)
    try reading.requireAnswers(table.source)
    let found = reading.claims ?? columns
    table.form = found.form
    try table.checkDates(found)
    var rows = (0..<table.table.count).makeIterator()
    let source = table
    try self.init(claims: source, found, digest: source.checksum) {
      rows.next().map { .success($0) }
    }
    note(reading, of: source.source, source.mergedRows())
  }
}

extension ArrowEventTable {
  /// Rejects date columns of instants, whose days depend on a zone.
  fileprivate func checkDates(_ claims: ClaimColumns) throws(InputError) {
    for name in [claims.date, claims.endDate, claims.observedFrom, claims.observedTo] {
      guard let name, let place = columns.firstIndex(of: name) else { continue }
      guard case .timestamp(_, .some) = table.columns[place].field.valueType else { continue }
      do throws(InputError) {
        try ColumnMeaning.date.check(table.columns[place])
      } catch {
        throw error.at(source: source)
      }
    }
  }

  /// Returns the checksum of all fields of a row.
  fileprivate func checksum(_ row: Int) -> UInt64 {
    var digest = RowDigest()
    for place in columns.indices { digest.add((try? text(row, place)) ?? "") }
    return digest.value
  }
}
