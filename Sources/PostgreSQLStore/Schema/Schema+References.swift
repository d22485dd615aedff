// Triggers that enforce the references of the big tables once for all rows of a statement.
//
// The settings of a function determine its plans: referenced rows are found by key, whatever the
// size of the table when the plan was made. Writers are serialized by a lock on the row of `store`,
// so that referenced rows cannot disappear.
extension Schema {
  static let references =
    checking(
      "outcomes",
      [
        (
          "DISTINCT patient, task, element, units, kind",
          [
            ("task", "SELECT true FROM tasks t WHERE t.patient = a.patient AND t.number = a.task"),
            name("element"), name("units"), name("kind"),
          ]
        )
      ])
    + checking(
      "listed_values",
      [outcomeReference, ("DISTINCT patient, units, kind", [name("units"), name("kind")])])
    + checking("outcome_details", [outcomeReference])
    + keeping("tasks", key: "number", for: [("outcomes", "task")])
    + keeping(
      "outcomes", key: "position",
      for: [("listed_values", "outcome"), ("outcome_details", "outcome")])

  /// A column, and an expression that finds the row referenced by a row `a`.
  private typealias Reference = (column: String, found: String)
  /// A selection of the added rows, and their references.
  private typealias ReferenceCheck = (rows: String, references: [Reference])

  private static let outcomeReference: ReferenceCheck = (
    "patient, outcome",
    [
      (
        "outcome",
        "SELECT true FROM outcomes o WHERE o.patient = a.patient AND o.position = a.outcome"
      )
    ]
  )

  private static func name(_ column: String) -> Reference {
    (column, "SELECT true FROM names n WHERE n.number = a.\(column)")
  }

  private static let settings = """
      LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
      SET enable_seqscan = off SET enable_sort = off SET jit = off
    """

  /// The beginning of a function: it restricts the search path to the schema of its table, whatever
  /// its current name, and takes the lock on `store`.
  private static let beginning = """
      PERFORM set_config('search_path', format('%I, pg_temp', TG_TABLE_SCHEMA), true);
      PERFORM FROM store WHERE one FOR UPDATE;
    """

  /// Returns a trigger that rejects rows with dangling references.
  ///
  /// - Parameters:
  ///   - table: The table to which rows are added.
  ///   - checks: The checks; combinations of columns with few distinct values are checked once each.
  /// - Returns: The function and its triggers.
  private static func checking(_ table: String, _ checks: [ReferenceCheck]) -> String {
    let selects = checks.map { check in
      let cases = check.references.map { column, found in
        "WHEN a.\(column) IS NOT NULL AND (\(found)) IS NULL THEN '\(column)'"
      }
      return """
              SELECT a.patient, to_jsonb(a) AS all_columns, CASE
                \(cases.joined(separator: "\n        ")) END AS its_column
              FROM (SELECT \(check.rows) FROM added) a

        """
    }
    return """
      CREATE FUNCTION check_\(table)() RETURNS trigger
      \(settings) AS $$
      DECLARE
        stray record;
      BEGIN
      \(beginning)
        SELECT * INTO stray FROM (
      \(selects.joined(separator: "      UNION ALL\n"))  ) s WHERE its_column IS NOT NULL LIMIT 1;
        IF FOUND THEN
          RAISE foreign_key_violation USING
            MESSAGE = format(
              'column "%s" of table "\(table)" refers to %s of patient %s, which is not there',
              stray.its_column, stray.all_columns ->> stray.its_column, stray.patient),
            SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME, COLUMN = stray.its_column;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER check_insert AFTER INSERT ON \(table)
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_\(table)();
      CREATE TRIGGER check_update AFTER UPDATE ON \(table)
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_\(table)();

      """
  }

  /// Returns a trigger that rejects the deletion of referenced rows.
  ///
  /// - Parameters:
  ///   - table: The table from which rows are deleted.
  ///   - key: The key column besides `patient`.
  ///   - references: The referring tables and columns, which have an index.
  /// - Returns: The function and its triggers.
  private static func keeping(
    _ table: String, key: String, for references: [(table: String, column: String)]
  ) -> String {
    let cases = references.map { other, column in
      "      WHEN EXISTS (SELECT FROM \(other) o WHERE o.patient = r.patient"
        + " AND o.\(column) = r.\(key)) THEN '\(other)'\n"
    }
    return """
      CREATE FUNCTION keep_\(table)() RETURNS trigger
      \(settings) AS $$
      DECLARE
        needed record;
      BEGIN
      \(beginning)
        SELECT * INTO needed FROM (
          SELECT r.patient, r.\(key) AS number, CASE
      \(cases.joined())    END AS its_table
          FROM removed r
          WHERE (SELECT true FROM \(table) t WHERE t.patient = r.patient AND t.\(key) = r.\(key))
            IS NULL
        ) c WHERE its_table IS NOT NULL LIMIT 1;
        IF FOUND THEN
          RAISE foreign_key_violation USING
            MESSAGE = format(
              'row %s of patient %s in table "\(table)" is still referred to from table "%s"',
              needed.number, needed.patient, needed.its_table),
            SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME, COLUMN = '\(key)';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER keep_delete AFTER DELETE ON \(table)
        REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_\(table)();
      CREATE TRIGGER keep_update AFTER UPDATE ON \(table)
        REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_\(table)();

      """
  }
}
