import Diagnostics
import Scheduling
import TestServer
import Testing

@testable import PostgreSQLStore

/// References of the big tables.
@Suite(.enabled(if: TestServer.isAvailable))
struct ReferencesTests {
  /// A statement on a store of two patients.
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var sql: String
    /// The expected error; `nil` if it succeeds.
    var refusal: String?

    init(_ name: String, _ sql: String, _ refusal: String?) {
      (testDescription, self.sql, self.refusal) = (name, sql, refusal)
    }
  }

  private static let outcome = "INSERT INTO outcomes (patient, position, task, time, status, number"

  private static let examples = [
    Example("a task", "\(outcome)) VALUES (1, 4, 11, now(), 0, 1)", nil),
    Example(
      "no task", "\(outcome)) VALUES (1, 4, 99, now(), 0, 1)",
      "column \"task\" of table \"outcomes\" refers to 99 of patient 1"),
    Example(
      "another's task", "\(outcome)) VALUES (1, 4, 12, now(), 0, 1)",
      "column \"task\" of table \"outcomes\" refers to 12 of patient 1"),
    Example(
      "one stray row of many",
      "\(outcome)) SELECT 1, n, CASE n WHEN 77 THEN 99 ELSE 11 END, now(), 0, n"
        + " FROM generate_series(4, 500) n",
      "column \"task\" of table \"outcomes\" refers to 99 of patient 1"),
    Example(
      "names",
      "\(outcome), element, nominal, units, kind)"
        + " VALUES (1, 4, 11, now(), 0, 1, 11, now(), 12, 22)", nil),
    Example(
      "no element", "\(outcome), element, nominal) VALUES (1, 4, 11, now(), 0, 1, 99, now())",
      "column \"element\" of table \"outcomes\" refers to 99"),
    Example(
      "no units", "\(outcome), units) VALUES (1, 4, 11, now(), 0, 1, 99)",
      "column \"units\" of table \"outcomes\" refers to 99"),
    Example(
      "no kind", "\(outcome), kind) VALUES (1, 4, 11, now(), 0, 1, 99)",
      "column \"kind\" of table \"outcomes\" refers to 99"),
    Example(
      "changed to no kind", "UPDATE outcomes SET kind = 99",
      "column \"kind\" of table \"outcomes\" refers to 99"),
    Example("changed to a kind", "UPDATE outcomes SET kind = 21", nil),
    Example(
      "a value of no outcome",
      "INSERT INTO listed_values (patient, outcome, position, text) VALUES (1, 9, 0, '')",
      "column \"outcome\" of table \"listed_values\" refers to 9 of patient 1"),
    Example(
      "a value in no units",
      "INSERT INTO listed_values (patient, outcome, position, number, units)"
        + " VALUES (1, 0, 1, 1, 99)",
      "column \"units\" of table \"listed_values\" refers to 99"),
    Example(
      "a value of no kind", "UPDATE listed_values SET kind = 99",
      "column \"kind\" of table \"listed_values\" refers to 99"),
    Example(
      "a value",
      "INSERT INTO listed_values (patient, outcome, position, text, units, kind)"
        + " VALUES (1, 0, 1, '', 11, 12)", nil),
    Example(
      "details of no outcome",
      "INSERT INTO outcome_details (patient, outcome, deleted, second_pass)"
        + " VALUES (1, 9, false, false)",
      "column \"outcome\" of table \"outcome_details\" refers to 9 of patient 1"),
    Example(
      "details moved away", "UPDATE outcome_details SET outcome = outcome + 9",
      "column \"outcome\" of table \"outcome_details\" refers to"),
    Example(
      "details",
      "INSERT INTO outcome_details (patient, outcome, deleted, second_pass)"
        + " VALUES (1, 0, false, false)", nil),
    Example(
      "an outcome with values goes", "DELETE FROM outcomes WHERE position = 1",
      "in table \"outcomes\" is still referred to from table \"listed_values\""),
    Example(
      "an outcome with details goes", "DELETE FROM outcomes WHERE position = 3",
      "in table \"outcomes\" is still referred to from table \"outcome_details\""),
    Example(
      "an outcome with values moves", "UPDATE outcomes SET position = 9 WHERE position = 1",
      "in table \"outcomes\" is still referred to from table \"listed_values\""),
    Example("a plain outcome goes", "DELETE FROM outcomes WHERE position = 0", nil),
    Example(
      "a task with outcomes goes", "DELETE FROM task_versions; DELETE FROM tasks",
      "in table \"tasks\" is still referred to from table \"outcomes\""),
    Example(
      "a task with versions goes", "DELETE FROM tasks", "violates foreign key constraint"),
    Example(
      "a schedule of a version goes", "DELETE FROM schedules", "violates foreign key constraint"),
    Example(
      "a version of another's task",
      "UPDATE task_versions SET task = 12 WHERE patient = 1", "violates foreign key constraint"),
    Example(
      "a patient with tasks goes", "DELETE FROM patients", "violates foreign key constraint"),
    Example("a whole patient goes", StoreRows.erasure(of: 1), nil),
    Example("two whole patients go", StoreRows.erasure(of: 1) + StoreRows.erasure(of: 2), nil),
  ]

  /// A store that examples share and do not change.
  private static let shared = Result { try Connection.store(with: StoreRows.patients).address }

  /// Serialized, because transactions that delete from several tables could deadlock.
  @Test(.serialized, arguments: examples) func areEnforced(_ example: Example) throws {
    let connection = try Connection(ReferencesTests.shared.get())
    let error = try connection.undoing { connection.refusal(of: example.sql) }
    guard let refusal = example.refusal else { return #expect(error == nil) }
    #expect(error?.description.contains(refusal) == true, "\(error?.description ?? "")")
    #expect(error?.sqlState == "23503")
  }

  @Test func areEnforcedDespiteShadowingTables() throws {
    let connection = try Connection.store(with: StoreRows.patients)
    try connection.execute(
      "CREATE TEMPORARY TABLE tasks AS SELECT 99 AS number, 1 AS patient;"
        + " CREATE TEMPORARY TABLE names AS SELECT 99 AS number")
    let sql = "(patient, position, task, time, status) VALUES (1, 4, 99, now(), 0)"
    #expect(connection.state(of: "INSERT INTO outcomes \(sql)") == "23503")
  }

  @Test func areEnforcedInSchemaOfAnyName() throws {
    let connection = try Connection.store(with: StoreRows.patients)
    let (old, new) = (connection.address.schema, TestServer.freshName("Renamed "))
    try connection.execute(
      "ALTER SCHEMA \(old) RENAME TO \"\(new)\"; SET search_path = \"\(new)\"")
    let sql =
      "INSERT INTO outcomes (patient, position, task, time, status) VALUES (1, 4, TASK, now(), 0)"
    #expect(connection.state(of: sql.replacing("TASK", with: "99")) == "23503")
    #expect(connection.state(of: sql.replacing("TASK", with: "11")) == nil)
    #expect(connection.state(of: "DELETE FROM outcomes WHERE position = 1") == "23503")
    let path = try connection.rows("SELECT current_setting('search_path')")
    #expect(path == ["(\"\"\"\(new)\"\"\")"])
  }

  @Test func serializeWriters() throws {
    let first = try Connection.store(with: StoreRows.patients)
    let second = try Connection(first.address)
    try second.execute("SET lock_timeout = '50ms'")
    let insertion =
      "INSERT INTO outcomes (patient, position, task, time, status) VALUES (1, 4, 11, now(), 0)"
    try first.undoing {
      try first.execute("SELECT FROM store FOR UPDATE")
      #expect(second.state(of: insertion) == "55P03")
    }
    #expect(second.state(of: insertion) == nil)
  }

  @Test(arguments: [
    ("status", "time = now(), status = 3"), ("status", "status = -1"), ("key", "element = NULL"),
  ])
  func rejectsIncompleteRows(_ rule: String, _ change: String) throws {
    let connection = try Connection(ReferencesTests.shared.get())
    let sql = "UPDATE outcomes SET \(change) WHERE position = 0"
    #expect(connection.state(of: sql) == "23514")
  }

  @Test func textsOfAnyLengthAreUnique() throws {
    let connection = try Connection.store(with: StoreRows.patients)
    let long = "repeat(md5('x'), 1000)"
    for sql in [
      "INSERT INTO names (number, text) VALUES (NUMBER, \(long))",
      "INSERT INTO schedules (number, json) VALUES (NUMBER, to_jsonb(\(long)))",
      "INSERT INTO tasks (number, patient, id) VALUES (NUMBER, 1, \(long))",
    ] {
      #expect(connection.state(of: sql.replacing("NUMBER", with: "91")) == nil)
      #expect(connection.state(of: sql.replacing("NUMBER", with: "92")) == "23P01")
    }
    let ids = "INSERT INTO tasks (number, patient, id) VALUES (93, 2, \(long))"
    #expect(connection.state(of: ids) == nil)
  }
}
