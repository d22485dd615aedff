import Diagnostics
import Scheduling
import Storage

/// A writer of the rows of one table.
///
/// Safe: sums of digests are those modulo 2⁶⁴.
final class VersionWriter<Record: VersionRow> {
  private let insertion: Statement
  private let salt = CellDigest.text(Record.table)

  init(_ connection: Connection) throws(InputError) {
    let columns = Record.columns
    insertion = try connection.statement(
      "INSERT INTO \(Record.table) (patient, position, \(columns.joined(separator: ", ")))"
        + " VALUES (?, ?\(String(repeating: ", ?", count: columns.count)))")
  }

  /// Writes the versions of a patient from a position on.
  ///
  /// - Returns: The sum of the digests of the new rows.
  func append(
    _ records: [Record], from start: Int, to patient: Int64,
    _ references: (Record) throws(InputError) -> RowReferences = { _ in RowReferences() }
  ) throws(InputError) -> UInt64 {
    var sum: UInt64 = 0
    for position in start..<max(start, records.count) {
      let references = try references(records[position])
      var values = Bindings(insertion, salt: salt)
      values.bind(reference: patient)
      values.bind(Int64(position))
      try records[position].write(to: &values, references)
      try insertion.run()
      values.digest.add(references.digests.task, at: 2)
      values.digest.add(references.digests.schedule, at: 3)
      sum &+= values.digest.value
    }
    return sum
  }
}
