// What foreign keys would hold in the big tables, for all rows of a statement at once.
//
// A function's settings choose its plans: rows of other tables are found by their keys, however many there
// were when a plan was made. Whoever writes takes turns by the row of `store`, so that what is there stays.
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
      [itsOutcome, ("DISTINCT patient, units, kind", [name("units"), name("kind")])])
    + checking("outcome_details", [itsOutcome])
    + keeping("tasks", key: "number", for: [("outcomes", "task")])
    + keeping(
      "outcomes", key: "position",
      for: [("listed_values", "outcome"), ("outcome_details", "outcome")])

  /// A column, and what finds the row that it refers to in a row `a`.
  private typealias Reference = (column: String, found: String)
  /// What is taken of the rows that were added, and to what it refers.
  private typealias Look = (rows: String, references: [Reference])

  private static let itsOutcome: Look = (
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

  /// How a function begins: by looking into the schema where its table is, whatever that is called now, and
  /// nowhere else; and by taking its turn.
  private static let beginning = """
      PERFORM set_config('search_path', format('%I, pg_temp', TG_TABLE_SCHEMA), true);
      PERFORM FROM store WHERE one FOR UPDATE;
    """

  /// Refuses rows of a table that refer to what is not there.
  ///
  /// - Parameters:
  ///   - table: The table that rows are added to.
  ///   - looks: What is looked at; columns of few combinations once for each of these.
  /// - Returns: A function and its triggers.
  private static func checking(_ table: String, _ looks: [Look]) -> String {
    let strays = looks.map { look in
      let cases = look.references.map { column, found in
        "WHEN a.\(column) IS NOT NULL AND (\(found)) IS NULL THEN '\(column)'"
      }
      return """
              SELECT a.patient, to_jsonb(a) AS all_columns, CASE
                \(cases.joined(separator: "\n        ")) END AS its_column
              FROM (SELECT \(look.rows) FROM added) a

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
      \(strays.joined(separator: "      UNION ALL\n"))  ) s WHERE its_column IS NOT NULL LIMIT 1;
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

  /// Refuses to take rows from a table that others refer to.
  ///
  /// - Parameters:
  ///   - table: The table that rows are taken from.
  ///   - key: The column that is its key beside `patient`.
  ///   - references: The tables and columns that refer to it, which an index finds.
  /// - Returns: A function and its triggers.
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
