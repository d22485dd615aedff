/// The tables of a store and their migrations.
enum Schema {
  /// The newest supported version of the schema, stored in `store.version`.
  static let version = 4

  /// The migrations between versions: `migrations[n - 1]` creates version `n`.
  ///
  /// Each runs in one transaction, with a `search_path` of the schema and `pg_temp`.
  static let migrations = [
    tables + records + outcomes + changes + references + views + comments,
    erasures,
    // Replacing a view resets its options.
    drugs + observations + rights,
    namedEvents,
  ]
}

extension Schema {
  /// The tables of a store and the names of their columns.
  static let columns: [String: String] = [
    "store": "one version revision patients tasks schedules names",
    "migrations": "number applied_at",
    "patients": "number versions outcomes listed_values outcome_details id ordering",
    "tasks": "number patient id",
    "schedules": "number json",
    "names": "number text",
    "patient_versions": "patient position recorded_at start birth_date zone group_name given_name"
      + " family_name sex allergies effective_from deleted_at tags notes remote_id user_info"
      + " observed_from observed_to end_cause",
    "care_plans": "patient position recorded_at id title group_name effective_from deleted_at tags"
      + " notes remote_id user_info",
    "contacts": "patient position recorded_at id given_name family_name organisation role title"
      + " category address emails phones messaging other care_plan group_name effective_from"
      + " deleted_at tags notes remote_id user_info",
    "task_versions": "patient position recorded_at min_wait task schedule impacts_adherence title"
      + " instructions group_name care_plan matching scoring effective_from deleted_at tags notes"
      + " remote_id user_info drug",
    "holds": "patient position recorded_at deleted task group_name starts ends mode reason id notes"
      + " remote_id user_info",
    "named_events": "patient position recorded_at deleted event time id notes remote_id user_info",
    "outcomes": "patient position nominal time number task element units kind status",
    "listed_values": "patient outcome number position units kind boolean text date data",
    "outcome_details": "patient outcome recorded_at deleted second_pass record_id group_name tags"
      + " notes remote_id user_info",
    "batches": "number mark written_at erasures erased",
    "changes": "batch patient first count kind",
  ]
}

// Outcomes: many rows, each as small as possible.
//
// Wide columns come first because of alignment. A foreign key would cost more than the row itself;
// triggers enforce references once for all rows of a statement.
extension Schema {
  static let outcomes = """
    CREATE TABLE outcomes (
      patient integer NOT NULL,
      position integer NOT NULL,
      nominal timestamp,
      time timestamptz,
      number double precision,
      task integer NOT NULL,
      element integer,
      units integer,
      kind integer,
      status smallint NOT NULL,
      PRIMARY KEY (patient, position),
      CONSTRAINT outcomes_status CHECK (status BETWEEN 0 AND 2),
      CONSTRAINT outcomes_key CHECK ((element IS NULL) = (nominal IS NULL))
    );

    CREATE TABLE listed_values (
      patient integer NOT NULL,
      outcome integer NOT NULL,
      number double precision,
      position integer NOT NULL,
      units integer,
      kind integer,
      boolean boolean, text text, date text, data bytea,
      PRIMARY KEY (patient, outcome, position),
      CONSTRAINT listed_values_value CHECK (num_nonnulls(number, boolean, text, date, data) = 1)
    );

    CREATE TABLE outcome_details (
      patient integer NOT NULL,
      outcome integer NOT NULL,
      recorded_at timestamptz,
      deleted boolean NOT NULL,
      second_pass boolean NOT NULL,
      record_id text, group_name text,
      tags text[], notes jsonb, remote_id text, user_info jsonb,
      PRIMARY KEY (patient, outcome)
    );
    CREATE INDEX outcome_details_by_record_id ON outcome_details USING hash (record_id)
      WHERE record_id IS NOT NULL;

    """
}

// Patients and their plans: few rows, with foreign keys.
extension Schema {
  static let records = """
    CREATE TABLE patient_versions (
      patient integer NOT NULL REFERENCES patients (number),
      position integer NOT NULL CHECK (position >= 0),
      recorded_at timestamptz,
      start date, birth_date date,
      zone text NOT NULL, group_name text,
      given_name text, family_name text, sex text, allergies text[],
      effective_from text, deleted_at text,
      tags text[], notes jsonb, remote_id text, user_info jsonb,
      PRIMARY KEY (patient, position)
    );

    CREATE TABLE care_plans (
      patient integer NOT NULL REFERENCES patients (number),
      position integer NOT NULL CHECK (position >= 0),
      recorded_at timestamptz,
      id text NOT NULL, title text, group_name text,
      effective_from text, deleted_at text,
      tags text[], notes jsonb, remote_id text, user_info jsonb,
      PRIMARY KEY (patient, position)
    );

    CREATE TABLE contacts (
      patient integer NOT NULL REFERENCES patients (number),
      position integer NOT NULL CHECK (position >= 0),
      recorded_at timestamptz,
      id text NOT NULL, given_name text, family_name text, organisation text, role text,
      title text, category text, address jsonb, emails jsonb, phones jsonb, messaging jsonb,
      other jsonb, care_plan text, group_name text,
      effective_from text, deleted_at text,
      tags text[], notes jsonb, remote_id text, user_info jsonb,
      PRIMARY KEY (patient, position)
    );

    CREATE TABLE task_versions (
      patient integer NOT NULL REFERENCES patients (number),
      position integer NOT NULL CHECK (position >= 0),
      recorded_at timestamptz, min_wait bigint,
      task integer NOT NULL,
      schedule integer NOT NULL REFERENCES schedules (number),
      impacts_adherence boolean NOT NULL,
      title text, instructions text, group_name text, care_plan text,
      matching text NOT NULL, scoring text,
      effective_from text, deleted_at text,
      tags text[], notes jsonb, remote_id text, user_info jsonb,
      PRIMARY KEY (patient, position),
      FOREIGN KEY (patient, task) REFERENCES tasks (patient, number)
    );
    CREATE INDEX task_versions_by_schedule ON task_versions (schedule);

    CREATE TABLE holds (
      patient integer NOT NULL REFERENCES patients (number),
      position integer NOT NULL CHECK (position >= 0),
      recorded_at timestamptz,
      deleted boolean NOT NULL,
      task text, group_name text, starts text NOT NULL, ends text, mode text NOT NULL,
      reason text, id text,
      notes jsonb, remote_id text, user_info jsonb,
      PRIMARY KEY (patient, position)
    );

    """
}

// The statements are data; the article on the schema describes the tables.
//
// B-trees reject long keys, so exclusion constraints on hashes keep texts of any length unique.
extension Schema {
  static let tables = """
    CREATE TABLE store (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      version integer NOT NULL,
      revision bigint NOT NULL,
      patients integer NOT NULL,
      tasks integer NOT NULL,
      schedules integer NOT NULL,
      names integer NOT NULL
    );
    INSERT INTO store (version, revision, patients, tasks, schedules, names)
      VALUES (0, 0, 0, 0, 0, 0);

    CREATE TABLE migrations (
      number integer PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE patients (
      number integer PRIMARY KEY,
      versions integer NOT NULL CHECK (versions >= 0),
      outcomes integer NOT NULL CHECK (outcomes >= 0),
      listed_values integer NOT NULL CHECK (listed_values >= 0),
      outcome_details integer NOT NULL CHECK (outcome_details >= 0),
      id text NOT NULL,
      ordering bytea NOT NULL,
      CONSTRAINT patients_unique EXCLUDE USING hash (ordering WITH =)
    );
    CREATE INDEX patients_by_id ON patients USING hash (id);

    CREATE TABLE tasks (
      number integer PRIMARY KEY,
      patient integer NOT NULL REFERENCES patients (number),
      id text NOT NULL,
      CONSTRAINT tasks_by_patient UNIQUE (patient, number),
      CONSTRAINT tasks_unique EXCLUDE USING hash ((patient::text || '/' || id) WITH =)
    );

    CREATE TABLE schedules (
      number integer PRIMARY KEY,
      json jsonb NOT NULL,
      CONSTRAINT schedules_unique EXCLUDE USING hash (json WITH =)
    );

    CREATE TABLE names (
      number integer PRIMARY KEY,
      text text NOT NULL,
      CONSTRAINT names_unique EXCLUDE USING hash (text WITH =)
    );

    """

  static let changes = """
    CREATE TABLE batches (
      number bigint PRIMARY KEY,
      mark bigint NOT NULL,
      written_at timestamptz NOT NULL DEFAULT now(),
      erasures integer NOT NULL
    );
    INSERT INTO batches (number, mark, erasures)
      SELECT revision, hashtextextended(gen_random_uuid()::text, 0), 0 FROM store;

    CREATE TABLE changes (
      batch bigint NOT NULL REFERENCES batches (number),
      patient integer NOT NULL REFERENCES patients (number),
      first integer NOT NULL,
      count integer NOT NULL,
      kind text NOT NULL,
      PRIMARY KEY (batch, patient, kind)
    );
    CREATE INDEX changes_by_patient ON changes (patient);

    """

  static let erasures = """
    ALTER TABLE batches ADD COLUMN erased bytea;
    COMMENT ON COLUMN batches.erased IS 'digests of the ids that it erased, 16 bytes each';

    """

  static let drugs = """
    ALTER TABLE task_versions ADD COLUMN drug jsonb;
    COMMENT ON COLUMN task_versions.drug IS 'an object of numbers; null where nothing is known';

    """

  static let namedEvents = """
    CREATE TABLE named_events (
      patient integer NOT NULL REFERENCES patients (number),
      position integer NOT NULL CHECK (position >= 0),
      recorded_at timestamptz,
      deleted boolean NOT NULL,
      event text NOT NULL, time text NOT NULL, id text,
      notes jsonb, remote_id text, user_info jsonb,
      PRIMARY KEY (patient, position)
    );
    COMMENT ON TABLE named_events IS 'a version of an event that schedules can follow';
    COMMENT ON COLUMN named_events.patient IS 'patients.number';
    COMMENT ON COLUMN named_events.position IS 'the position in the order of recording, from 0';
    COMMENT ON COLUMN named_events.recorded_at IS 'the time of recording; null: always';
    COMMENT ON COLUMN named_events.deleted IS 'whether this version withdraws it';
    COMMENT ON COLUMN named_events.event IS 'the name, to which schedules refer';
    COMMENT ON COLUMN named_events.time IS 'a date or moment';
    COMMENT ON COLUMN named_events.id IS 'equal ids are versions of one event; null: it is never replaced';
    COMMENT ON COLUMN named_events.notes IS 'objects with content, title, author, time';
    COMMENT ON COLUMN named_events.remote_id IS 'the id in another system';
    COMMENT ON COLUMN named_events.user_info IS 'an object of texts';
    COMMENT ON COLUMN changes.kind IS 'patient, carePlan, contact, task, outcome, hold or namedEvent';

    """

  static let observations = """
    ALTER TABLE patient_versions ADD COLUMN observed_from date;
    ALTER TABLE patient_versions ADD COLUMN observed_to date;
    ALTER TABLE patient_versions ADD COLUMN end_cause text;
    COMMENT ON COLUMN patient_versions.observed_from IS 'the first day on which the patient is observed';
    COMMENT ON COLUMN patient_versions.observed_to IS 'the last day on which the patient is observed';
    COMMENT ON COLUMN patient_versions.end_cause IS 'why observation ended';

    CREATE OR REPLACE VIEW current_patients AS
    SELECT p.number, p.id AS patient, v.zone, v.group_name, v.start, v.given_name,
      v.family_name, v.sex, v.birth_date, v.allergies, v.effective_from, v.recorded_at,
      v.deleted_at, v.tags, v.notes, v.remote_id, v.user_info, p.outcomes,
      v.observed_from, v.observed_to, v.end_cause
    FROM patients p
    JOIN LATERAL (
      SELECT * FROM patient_versions v WHERE v.patient = p.number ORDER BY v.position DESC LIMIT 1
    ) v ON true;

    """
}
