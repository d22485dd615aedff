import CPostgreSQL

/// The rows returned by a statement.
///
/// Safe: values are libpq's until `PQclear`; a row holds this object, and every field of every row
/// is filled in before anybody asks.
final class QueryResult {
  private let handle: OpaquePointer?
  private let fields: UnsafeMutablePointer<Field>
  private let columns: Int
  /// The number of rows.
  let count: Int

  /// Takes ownership of a result of libpq.
  init(_ handle: OpaquePointer?) {
    self.handle = handle
    columns = Int(PQnfields(handle))
    count = Int(PQntuples(handle))
    fields = .allocate(capacity: max(1, columns * count))
    for row in 0..<count {
      for column in 0..<columns {
        let (row32, column32) = (Int32(row), Int32(column))
        let isNull = PQgetisnull(handle, row32, column32) == 1
        (fields + row * columns + column).initialize(
          to: Field(
            start: isNull ? nil : UnsafeRawPointer(PQgetvalue(handle, row32, column32)),
            count: Int(PQgetlength(handle, row32, column32))))
      }
    }
  }

  deinit {
    fields.deallocate()
    PQclear(handle)
  }

  /// Whether there are no rows.
  var isEmpty: Bool { count == 0 }

  /// The first row; `nil` if there is none.
  var first: Fields? { isEmpty ? nil : self[0] }

  /// Accesses a row.
  subscript(row: Int) -> Fields {
    precondition(row >= 0 && row < count, "there is no row \(row) of \(count)")
    return Fields(fields + row * columns, count: columns, owner: self)
  }
}
