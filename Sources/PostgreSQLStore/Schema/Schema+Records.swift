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
