import Diagnostics
import Scheduling

/// The tables of a store and their migrations.
enum Schema {
  /// The application id in the header of a store's file: `Regm`.
  static let applicationID = 0x5265_676D
  /// The newest supported schema, stored as the user version in the header.
  static let version = migrations.count

  /// The statements of each version, which lead from the one before.
  private static let migrations = [
    list + tables + records + outcomes + views + "PRAGMA application_id = \(applicationID);",
    changes, sums, erasures, drugs + observations, namedEvents,
  ]

  /// Earlier versions of this program accept a file only with this list of its migrations, and may
  /// have left a file with nothing else.
  private static let list =
    "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);"

  /// Migrates a database to a version in one transaction, which is rolled back with the connection
  /// if it fails; two programs may do so concurrently.
  static func migrate(_ connection: Connection, upTo newest: Int = version) throws(InputError) {
    try connection.execute("BEGIN IMMEDIATE")
    let old = Int(try connection.integer("PRAGMA user_version") ?? 0)
    for (number, statements) in zip(1...newest, migrations) where number > old {
      try connection.execute(
        "\(statements) INSERT INTO grdb_migrations VALUES ('\(number)');"
          + " PRAGMA user_version = \(number)")
    }
    try connection.execute("COMMIT")
  }
}

// The statements are data; the article on the schema describes the tables.
extension Schema {
  static let tables = """
    CREATE TABLE store (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      revision INTEGER NOT NULL
    );
    INSERT INTO store (one, revision) VALUES (1, 0);

    CREATE TABLE patients (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      ordering TEXT NOT NULL UNIQUE,
      versions INTEGER NOT NULL,
      outcomes INTEGER NOT NULL,
      listed_values INTEGER NOT NULL,
      outcome_details INTEGER NOT NULL
    );
    CREATE INDEX patients_by_id ON patients (id);

    CREATE TABLE tasks (
      number INTEGER PRIMARY KEY,
      patient INTEGER NOT NULL REFERENCES patients (number),
      id TEXT NOT NULL
    );
    CREATE UNIQUE INDEX tasks_by_patient ON tasks (patient, id);

    CREATE TABLE schedules (
      number INTEGER PRIMARY KEY,
      json TEXT NOT NULL UNIQUE
    );

    CREATE TABLE names (
      number INTEGER PRIMARY KEY,
      text TEXT NOT NULL UNIQUE
    );

    """

  static let records = """
    CREATE TABLE patient_versions (
      patient INTEGER NOT NULL REFERENCES patients (number),
      position INTEGER NOT NULL,
      zone TEXT NOT NULL, group_name TEXT, start TEXT,
      given_name TEXT, family_name TEXT, sex TEXT, birth_date TEXT, allergies TEXT,
      effective_from, recorded_at INTEGER, deleted_at,
      tags TEXT, notes TEXT, remote_id TEXT, user_info TEXT,
      PRIMARY KEY (patient, position)
    ) WITHOUT ROWID;

    CREATE TABLE care_plans (
      patient INTEGER NOT NULL REFERENCES patients (number),
      position INTEGER NOT NULL,
      id TEXT NOT NULL, title TEXT, group_name TEXT,
      effective_from, recorded_at INTEGER, deleted_at,
      tags TEXT, notes TEXT, remote_id TEXT, user_info TEXT,
      PRIMARY KEY (patient, position)
    ) WITHOUT ROWID;

    CREATE TABLE contacts (
      patient INTEGER NOT NULL REFERENCES patients (number),
      position INTEGER NOT NULL,
      id TEXT NOT NULL, given_name TEXT, family_name TEXT, organisation TEXT, role TEXT,
      title TEXT, category TEXT, address TEXT, emails TEXT, phones TEXT, messaging TEXT,
      other TEXT, care_plan TEXT, group_name TEXT,
      effective_from, recorded_at INTEGER, deleted_at,
      tags TEXT, notes TEXT, remote_id TEXT, user_info TEXT,
      PRIMARY KEY (patient, position)
    ) WITHOUT ROWID;

    CREATE TABLE task_versions (
      patient INTEGER NOT NULL REFERENCES patients (number),
      position INTEGER NOT NULL,
      task INTEGER NOT NULL REFERENCES tasks (number),
      schedule INTEGER NOT NULL REFERENCES schedules (number),
      title TEXT, instructions TEXT, group_name TEXT, care_plan TEXT,
      matching TEXT NOT NULL, scoring TEXT, min_wait INTEGER,
      impacts_adherence INTEGER NOT NULL,
      effective_from, recorded_at INTEGER, deleted_at,
      tags TEXT, notes TEXT, remote_id TEXT, user_info TEXT,
      PRIMARY KEY (patient, position)
    ) WITHOUT ROWID;

    CREATE TABLE holds (
      patient INTEGER NOT NULL REFERENCES patients (number),
      position INTEGER NOT NULL,
      task TEXT, group_name TEXT, starts NOT NULL, ends, mode TEXT NOT NULL, reason TEXT,
      id TEXT, recorded_at INTEGER, deleted INTEGER NOT NULL,
      notes TEXT, remote_id TEXT, user_info TEXT,
      PRIMARY KEY (patient, position)
    ) WITHOUT ROWID;

    """

  static let outcomes = """
    CREATE TABLE outcomes (
      id INTEGER PRIMARY KEY,
      task INTEGER NOT NULL REFERENCES tasks (number),
      element INTEGER REFERENCES names (number),
      nominal INTEGER,
      time INTEGER,
      status INTEGER NOT NULL,
      number REAL,
      units INTEGER REFERENCES names (number),
      kind INTEGER REFERENCES names (number)
    );

    CREATE TABLE listed_values (
      outcome INTEGER NOT NULL REFERENCES outcomes (id),
      position INTEGER NOT NULL,
      number REAL, boolean INTEGER, text TEXT, date, data BLOB,
      units INTEGER REFERENCES names (number),
      kind INTEGER REFERENCES names (number),
      PRIMARY KEY (outcome, position)
    ) WITHOUT ROWID;

    CREATE TABLE outcome_details (
      outcome INTEGER PRIMARY KEY REFERENCES outcomes (id),
      record_id TEXT, recorded_at INTEGER, deleted INTEGER NOT NULL,
      second_pass INTEGER NOT NULL, group_name TEXT,
      tags TEXT, notes TEXT, remote_id TEXT, user_info TEXT
    );
    CREATE INDEX outcome_details_by_record_id ON outcome_details (record_id)
      WHERE record_id IS NOT NULL;

    """

  static let changes = """
    CREATE TABLE batches (
      number INTEGER PRIMARY KEY,
      mark INTEGER NOT NULL,
      erasures INTEGER NOT NULL
    );
    INSERT INTO batches (number, mark, erasures) SELECT revision, random(), 0 FROM store;

    CREATE TABLE changes (
      batch INTEGER NOT NULL REFERENCES batches (number),
      patient INTEGER NOT NULL REFERENCES patients (number),
      kind TEXT NOT NULL,
      first INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (batch, patient, kind)
    ) WITHOUT ROWID;

    """

  static let sums = """
    ALTER TABLE patients ADD COLUMN patient_sum INTEGER;
    ALTER TABLE patients ADD COLUMN plan_sum INTEGER;
    ALTER TABLE patients ADD COLUMN outcome_sum INTEGER;

    """

  static let erasures = """
    ALTER TABLE batches ADD COLUMN erased BLOB;

    """

  static let drugs = """
    ALTER TABLE task_versions ADD COLUMN drug TEXT;

    """

  static let observations = """
    ALTER TABLE patient_versions ADD COLUMN observed_from TEXT;
    ALTER TABLE patient_versions ADD COLUMN observed_to TEXT;
    ALTER TABLE patient_versions ADD COLUMN end_cause TEXT;

    DROP VIEW current_patients;
    CREATE VIEW current_patients AS
    SELECT p.number, p.id AS patient, v.zone, v.group_name, v.start, v.given_name,
      v.family_name, v.sex, v.birth_date, v.allergies, v.effective_from,
      strftime('%Y-%m-%dT%H:%M:%SZ', v.recorded_at, 'unixepoch') AS recorded_at,
      v.deleted_at, v.tags, v.notes, v.remote_id, v.user_info, p.outcomes,
      v.observed_from, v.observed_to, v.end_cause
    FROM patients p
    JOIN patient_versions v ON v.patient = p.number
    WHERE v.position = (SELECT max(position) FROM patient_versions WHERE patient = p.number);

    """

  static let namedEvents = """
    CREATE TABLE named_events (
      patient INTEGER NOT NULL REFERENCES patients (number),
      position INTEGER NOT NULL,
      event TEXT NOT NULL, time NOT NULL,
      id TEXT, recorded_at INTEGER, deleted INTEGER NOT NULL,
      notes TEXT, remote_id TEXT, user_info TEXT,
      PRIMARY KEY (patient, position)
    ) WITHOUT ROWID;

    """

  static let views = """
    CREATE VIEW outcome_values AS
    SELECT o.id AS outcome, 0 AS position, o.number, NULL AS boolean, NULL AS text, NULL AS date,
      NULL AS data, u.text AS units, k.text AS kind
    FROM outcomes o
    LEFT JOIN names u ON u.number = o.units
    LEFT JOIN names k ON k.number = o.kind
    WHERE o.number IS NOT NULL
    UNION ALL
    SELECT v.outcome, v.position, v.number, v.boolean, v.text, v.date, v.data, u.text, k.text
    FROM listed_values v
    LEFT JOIN names u ON u.number = v.units
    LEFT JOIN names k ON k.number = v.kind;

    CREATE VIEW recorded_outcomes AS
    SELECT o.id AS outcome, p.id AS patient, t.id AS task, e.text AS element,
      strftime('%Y-%m-%dT%H:%M:%S', o.nominal, 'unixepoch') AS nominal,
      strftime('%Y-%m-%dT%H:%M:%SZ', o.time, 'unixepoch') AS time,
      CASE o.status WHEN 0 THEN 'completed' WHEN 1 THEN 'skipped' ELSE 'declined' END AS status,
      coalesce(o.number, v.number, v.boolean, v.text, v.date, v.data) AS value,
      u.text AS units, k.text AS kind, d.record_id,
      strftime('%Y-%m-%dT%H:%M:%SZ', d.recorded_at, 'unixepoch') AS recorded_at,
      coalesce(d.deleted, 0) AS deleted
    FROM patients p
    JOIN outcomes o ON o.id BETWEEN p.number << 32 AND (p.number << 32) + 4294967295
    JOIN tasks t ON t.number = o.task
    LEFT JOIN names e ON e.number = o.element
    LEFT JOIN listed_values v ON v.outcome = o.id
    LEFT JOIN names u ON u.number = coalesce(o.units, v.units)
    LEFT JOIN names k ON k.number = coalesce(o.kind, v.kind)
    LEFT JOIN outcome_details d ON d.outcome = o.id;

    CREATE VIEW current_patients AS
    SELECT p.number, p.id AS patient, v.zone, v.group_name, v.start, v.given_name,
      v.family_name, v.sex, v.birth_date, v.allergies, v.effective_from,
      strftime('%Y-%m-%dT%H:%M:%SZ', v.recorded_at, 'unixepoch') AS recorded_at,
      v.deleted_at, v.tags, v.notes, v.remote_id, v.user_info, p.outcomes
    FROM patients p
    JOIN patient_versions v ON v.patient = p.number
    WHERE v.position = (SELECT max(position) FROM patient_versions WHERE patient = p.number);

    CREATE VIEW current_tasks AS
    SELECT p.id AS patient, t.number, t.id AS task, v.title, v.group_name, v.care_plan,
      v.matching, v.effective_from,
      strftime('%Y-%m-%dT%H:%M:%SZ', v.recorded_at, 'unixepoch') AS recorded_at,
      v.deleted_at, s.json AS schedule
    FROM patients p
    JOIN tasks t ON t.patient = p.number
    JOIN task_versions v ON v.patient = p.number AND v.task = t.number
    JOIN schedules s ON s.number = v.schedule
    WHERE v.position = (
      SELECT max(position) FROM task_versions WHERE patient = p.number AND task = t.number);
    """
}
