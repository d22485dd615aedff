/// A table that is complete after the last patient.
struct EndTable {
  var name: String
  var columns: [TableColumn]
  /// Encodes the rows.
  var rows: (RowEncoding) -> RowBuffer

  /// Creates a table from a closure that generates its rows.
  init<Row>(
    _ name: String, _ columns: [Column<Row>],
    eachRow: @escaping (_ write: (Row) -> Void) -> Void
  ) {
    (self.name, self.columns) = (name, columns.map(\.about))
    rows = { encoding in
      let writer = RowWriter(columns, encoding)
      eachRow { row in
        var row = row
        writer.write(&row)
      }
      return writer.buffer
    }
  }
}
