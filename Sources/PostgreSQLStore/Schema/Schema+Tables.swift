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
