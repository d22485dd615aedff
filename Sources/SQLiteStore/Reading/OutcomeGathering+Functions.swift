import GRDBSQLite

extension UnsafeMutablePointer<OutcomeGathering> {
  /// Adds the functions that gather what stands here; no schema may call them.
  ///
  /// - Returns: What SQLite says.
  func addFunctions(to database: OpaquePointer) -> Int32 {
    let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY
    let code = sqlite3_create_function_v2(
      database, OutcomeGathering.outcomes, 8, flags, self, nil,
      { context, _, values in
        guard let values, let memory = sqlite3_user_data(context) else { return }
        let gathering = memory.assumingMemoryBound(to: OutcomeGathering.self)
        // The scan ends where a row has no place.
        if !gathering.pointee.takeOutcome(values) {
          sqlite3_result_error_code(context, SQLITE_CORRUPT)
        }
      }, { sqlite3_result_int($0, 0) }, nil)
    guard code == SQLITE_OK else { return code }
    return sqlite3_create_function_v2(
      database, OutcomeGathering.listedValues, 5, flags, self, nil,
      { context, _, values in
        guard let values, let memory = sqlite3_user_data(context) else { return }
        let gathering = memory.assumingMemoryBound(to: OutcomeGathering.self)
        if !gathering.pointee.takeListedValue(values) {
          sqlite3_result_error_code(context, SQLITE_CORRUPT)
        }
      }, { sqlite3_result_int($0, 0) }, nil)
  }

  /// Takes the functions away, and says whether nothing calls them any more.
  func removeFunctions(from database: OpaquePointer) -> Bool {
    let names = [(OutcomeGathering.outcomes, Int32(8)), (OutcomeGathering.listedValues, 5)]
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
