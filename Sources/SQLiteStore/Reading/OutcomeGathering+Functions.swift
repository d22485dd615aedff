import CSQLite
import Storage

// Safe: the memory outlives the functions: `removeFunctions` takes them away first, or it is never freed.
extension UnsafeMutablePointer<OutcomeGathering> {
  /// Registers the SQL functions that append rows to the buffer at this address; schemas cannot
  /// call them.
  ///
  /// - Returns: The result code of SQLite.
  func addFunctions(to database: OpaquePointer) -> Int32 {
    let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY
    let code = sqlite3_create_function_v2(
      database, OutcomeGathering.outcomes, 8, flags, self, nil,
      { context, _, values in
        guard let values, let memory = sqlite3_user_data(context) else { return }
        let gathering = memory.assumingMemoryBound(to: OutcomeGathering.self)
        // An error ends the scan when the buffer is full.
        if !gathering.pointee.take(OutcomeCells(values)) {
          sqlite3_result_error_code(context, SQLITE_CORRUPT)
        }
      }, { sqlite3_result_int($0, 0) }, nil)
    guard code == SQLITE_OK else { return code }
    return sqlite3_create_function_v2(
      database, OutcomeGathering.listedValues, 9, flags, self, nil,
      { context, _, values in
        guard let values, let memory = sqlite3_user_data(context) else { return }
        let gathering = memory.assumingMemoryBound(to: OutcomeGathering.self)
        if !gathering.pointee.take(ListedCells(values)) {
          sqlite3_result_error_code(context, SQLITE_CORRUPT)
        }
      }, { sqlite3_result_int($0, 0) }, nil)
  }

  /// Unregisters the functions and returns whether no running statement uses them.
  func removeFunctions(from database: OpaquePointer) -> Bool {
    let names = [(OutcomeGathering.outcomes, Int32(8)), (OutcomeGathering.listedValues, 9)]
    return names.allSatisfy { name, count in
      sqlite3_create_function_v2(database, name, count, SQLITE_UTF8, nil, nil, nil, nil, nil)
        == SQLITE_OK
    }
  }
}

extension OutcomeGathering {
  fileprivate static let outcomes = "gather_outcome"
  fileprivate static let listedValues = "gather_listed_value"
}

// Safe: SQLite hands over eight values, as the function was registered with.
extension OutcomeCells {
  /// Reads the arguments `task, element, nominal, time, status, number, units, kind`.
  fileprivate init(_ values: UnsafeMutablePointer<OpaquePointer?>) {
    self.init()
    task = sqlite3_value_int64(values[0])
    element = integer(values[1])
    nominal = integer(values[2])
    time = integer(values[3])
    status = sqlite3_value_int64(values[4])
    switch sqlite3_value_type(values[5]) {
    case SQLITE_NULL: return
    case SQLITE_FLOAT: number = sqlite3_value_double(values[5])
    default: number = .nan
    }
    units = integer(values[6])
    kind = integer(values[7])
  }
}

// Safe: SQLite hands over five values, as the function was registered with.
extension ListedCells {
  /// Reads the arguments `position of the outcome, position, number, boolean, text, date, data,
  /// units, kind`.
  fileprivate init(_ values: UnsafeMutablePointer<OpaquePointer?>) {
    self.init(outcome: sqlite3_value_int64(values[0]), position: sqlite3_value_int64(values[1]))
    if sqlite3_value_type(values[3]) == SQLITE_INTEGER { boolean = sqlite3_value_int64(values[3]) }
    units = integer(values[7])
    kind = integer(values[8])
    var digest = RowDigest(salt: TableSalt.listedValues)
    for column in 0..<ListedCells.unitsColumn {
      digest.add(CellDigest.value(values[column]), at: column)
    }
    self.digest = digest
  }
}

private func integer(_ value: OpaquePointer?) -> Int64 {
  switch sqlite3_value_type(value) {
  case SQLITE_INTEGER: max(sqlite3_value_int64(value), OutcomeCells.unreadable)
  case SQLITE_NULL: OutcomeCells.none
  default: OutcomeCells.unreadable
  }
}
