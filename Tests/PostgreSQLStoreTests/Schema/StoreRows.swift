@testable import PostgreSQLStore

/// Rows for all tables of a store, as SQL.
enum StoreRows {
  /// Two patients with rows in all tables, 1 in the north and 2 in the south.
  ///
  /// Each has a task, 11 or 12, and four outcomes: one with a number, one with two other values,
  /// one that was replaced by the last.
  static let patients = people.map(statements).joined() + shared

  private static let people = [(1, "BER-1", "north"), (2, "PAR-1", "south")]

  private static func statements(number: Int, id: String, group: String) -> String {
    """
    INSERT INTO patients (number, id, ordering, versions, outcomes, listed_values, outcome_details)
      VALUES (\(number), '\(id)', '\(id)', 6, 4, 2, 2);
    INSERT INTO patient_versions (patient, position, zone, group_name, tags)
      VALUES (\(number), 0, 'Europe/Berlin', '\(group)', '{one,two}');
    INSERT INTO care_plans (patient, position, id) VALUES (\(number), 0, 'plan \(id)');
    INSERT INTO contacts (patient, position, id) VALUES (\(number), 0, 'contact \(id)');
    INSERT INTO tasks (number, patient, id) VALUES (1\(number), \(number), 'walk');
    INSERT INTO schedules (number, json)
      VALUES (\(number), '{"elements": [\(element(of: id))]}');
    INSERT INTO task_versions (patient, position, task, schedule, matching, impacts_adherence)
      VALUES (\(number), 0, 1\(number), \(number), 'window', true);
    INSERT INTO holds (patient, position, starts, mode, deleted)
      VALUES (\(number), 0, '2025-01-06', 'exclude', false);
    INSERT INTO named_events (patient, position, event, time, deleted)
      VALUES (\(number), 0, 'surgery', '2025-01-05', false);
    INSERT INTO names (number, text) VALUES (\(number)1, 'morning of \(id)'), (\(number)2, 'km of \(id)');
    INSERT INTO outcomes (patient, position, task, element, nominal, time, status, number, units)
      VALUES
      (\(number), 0, 1\(number), \(number)1, '2025-01-06 08:00', '2025-01-06 07:10Z', 0, 2.5, \(number)2),
      (\(number), 1, 1\(number), \(number)1, '2025-01-07 08:00', '2025-01-07 07:20Z', 1, NULL, NULL),
      (\(number), 2, 1\(number), NULL, NULL, '2025-01-13 07:00Z', 0, 1, NULL),
      (\(number), 3, 1\(number), NULL, NULL, '2025-01-13 07:00Z', 0, 3, NULL);
    INSERT INTO listed_values (patient, outcome, position, text, boolean, kind)
      VALUES (\(number), 1, 0, 'tired', NULL, NULL), (\(number), 1, 1, NULL, true, \(number)2);
    INSERT INTO outcome_details (patient, outcome, record_id, recorded_at, deleted, second_pass)
      VALUES (\(number), 2, 'w', '2025-01-13Z', false, false),
      (\(number), 3, 'w', '2025-01-14Z', false, false);

    """
  }

  private static func element(of id: String) -> String {
    "{\"id\": \"morning of \(id)\", \"start\": \"2025-01-06T08:00:00\", \"every\": \"P1D\"}"
  }

  private static let shared = """
    UPDATE store SET revision = 1, patients = 2, tasks = 12, schedules = 2, names = 22;
    INSERT INTO batches (number, mark, erasures) VALUES (1, 17, 0);
    INSERT INTO changes (batch, patient, kind, first, count)
      SELECT 1, number, 'outcome', 0, 4 FROM patients;

    """

  /// Returns the statements that erase a patient, without shared rows.
  static func erasure(of patient: Int) -> String {
    [
      "listed_values", "outcome_details", "outcomes", "changes", "task_versions", "holds",
      "named_events", "contacts", "care_plans", "patient_versions", "tasks",
    ].map { "DELETE FROM \($0) WHERE patient = \(patient);" }.joined()
      + "DELETE FROM patients WHERE number = \(patient);"
  }

  /// Returns the statements that add a patient with an outcome, a task and a schedule, like a
  /// writer.
  static func patient(_ number: Int, id: String) -> String {
    """
    SELECT FROM store WHERE one FOR UPDATE;
    UPDATE store SET revision = revision + 1, patients = \(number);
    INSERT INTO patients (number, id, ordering, versions, outcomes, listed_values, outcome_details)
      VALUES (\(number), '\(id)', '\(id)', 2, 1, 0, 0);
    INSERT INTO patient_versions (patient, position, zone) VALUES (\(number), 0, 'Europe/Berlin');
    INSERT INTO tasks (number, patient, id) VALUES (1\(number), \(number), 'walk');
    INSERT INTO schedules (number, json)
      VALUES (\(number), '{"elements": [\(element(of: id))]}');
    INSERT INTO task_versions (patient, position, task, schedule, matching, impacts_adherence)
      VALUES (\(number), 0, 1\(number), \(number), 'window', true);
    INSERT INTO names (number, text) VALUES (\(number)2, 'km of \(id)');
    INSERT INTO outcomes (patient, position, task, time, status, number, units)
      VALUES (\(number), 0, 1\(number), '2025-01-06 07:10Z', 0, 2.5, \(number)2);
    UPDATE patients SET outcomes = 1 WHERE number = \(number);
    INSERT INTO batches (number, mark, erasures) SELECT revision, 17, 0 FROM store;
    INSERT INTO changes (batch, patient, kind, first, count)
      SELECT revision, \(number), 'outcome', 0, 1 FROM store;

    """
  }
}
