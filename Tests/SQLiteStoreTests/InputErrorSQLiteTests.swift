import CSQLite
import Diagnostics
import Formats
import Scheduling
import Testing

@testable import SQLiteStore
@testable import Storage

/// SQLite's errors are converted to errors with a suggested fix, and kept as the cause.
@Suite struct InputErrorSQLiteTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var code: Int32
    /// The messages for a store, and for a database being written.
    var store: String, written: String

    var testDescription: String { "\(code)" }
  }

  private static let examples = [
    Example(code: SQLITE_FULL, store: "written: the disk is full", written: "the disk is full"),
    Example(
      code: SQLITE_IOERR | 3 << 8, store: "written: the disk is full", written: "the disk is full"),
    Example(
      code: SQLITE_BUSY, store: "written: another program", written: "another program is writing"),
    Example(code: SQLITE_LOCKED, store: "written: another program", written: "another program"),
    Example(code: SQLITE_READONLY, store: "written: it or its folder", written: "is read-only"),
    Example(
      code: SQLITE_CORRUPT, store: "read: the store is damaged: what it said",
      written: "the written data are damaged: what it said"),
    Example(
      code: SQLITE_NOTADB, store: "read: it is not a store",
      written: "the written data are damaged"),
    Example(
      code: SQLITE_IOERR | 4 << 8, store: "read: disk error: what it said (code 1034",
      written: "disk error: what it said"),
    Example(
      code: SQLITE_CANTOPEN, store: "read: it cannot be opened", written: "cannot be opened"),
    Example(code: SQLITE_ERROR, store: "read: what it said (code 1)", written: "what it said"),
  ]

  @Test(arguments: examples) func everyCodeHasAdvice(_ example: Example) {
    let store = InputError(sqlite: example.code, "what it said", path: "a.sqlite")
    #expect(store.description.contains("a.sqlite: cannot be \(example.store)"))
    let written = InputError(writing: "report.sqlite", store)
    #expect(written.description.hasPrefix("report.sqlite: cannot be written: "))
    #expect(written.description.contains(example.written))
    for error in [store, written] {
      #expect((error.cause as? SQLiteError)?.code == example.code)
    }
  }
}
