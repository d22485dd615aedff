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
