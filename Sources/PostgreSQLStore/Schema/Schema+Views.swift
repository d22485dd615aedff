// Views for SQL users, with names instead of keys. Values of all kinds are converted to text in one
// column.
extension Schema {
  static let views = outcomeViews + recordViews + countingViews + rights

  private static let outcomeViews = """
    CREATE VIEW outcome_values AS
    SELECT o.patient, o.position AS outcome, 0 AS position, o.number, NULL::boolean AS boolean,
      NULL::text AS text, NULL::text AS date, NULL::bytea AS data, u.text AS units, k.text AS kind
    FROM outcomes o
    LEFT JOIN names u ON u.number = o.units
    LEFT JOIN names k ON k.number = o.kind
    WHERE o.number IS NOT NULL
    UNION ALL
    SELECT v.patient, v.outcome, v.position, v.number, v.boolean, v.text, v.date, v.data, u.text,
      k.text
    FROM listed_values v
    LEFT JOIN names u ON u.number = v.units
    LEFT JOIN names k ON k.number = v.kind;

    CREATE VIEW recorded_outcomes AS
    SELECT p.number AS patient_number, o.position AS outcome, p.id AS patient, t.id AS task,
      e.text AS element, o.nominal, o.time,
      (ARRAY['completed', 'skipped', 'declined'])[o.status + 1] AS status,
      coalesce(o.number, v.number) AS number,
      coalesce(o.number::text, v.number::text, v.boolean::text, v.text, v.date,
        encode(v.data, 'base64')) AS value,
      u.text AS units, k.text AS kind, d.record_id, d.recorded_at,
      coalesce(d.deleted, false) AS deleted
    FROM patients p
    JOIN outcomes o ON o.patient = p.number
    JOIN tasks t ON t.number = o.task
    LEFT JOIN names e ON e.number = o.element
    LEFT JOIN listed_values v ON v.patient = o.patient AND v.outcome = o.position
    LEFT JOIN names u ON u.number = coalesce(o.units, v.units)
    LEFT JOIN names k ON k.number = coalesce(o.kind, v.kind)
    LEFT JOIN outcome_details d ON d.patient = o.patient AND d.outcome = o.position;

    """

  private static let recordViews = """
    CREATE VIEW current_patients AS
    SELECT p.number, p.id AS patient, v.zone, v.group_name, v.start, v.given_name,
      v.family_name, v.sex, v.birth_date, v.allergies, v.effective_from, v.recorded_at,
      v.deleted_at, v.tags, v.notes, v.remote_id, v.user_info, p.outcomes
    FROM patients p
    JOIN LATERAL (
      SELECT * FROM patient_versions v WHERE v.patient = p.number ORDER BY v.position DESC LIMIT 1
    ) v ON true;

    CREATE VIEW current_tasks AS
    SELECT p.id AS patient, t.number, t.id AS task, v.title, v.group_name, v.care_plan,
      v.matching, v.effective_from, v.recorded_at, v.deleted_at, s.json AS schedule
    FROM patients p
    JOIN tasks t ON t.patient = p.number
    JOIN LATERAL (
      SELECT * FROM task_versions v WHERE v.patient = t.patient AND v.task = t.number
      ORDER BY v.position DESC LIMIT 1
    ) v ON true
    JOIN schedules s ON s.number = v.schedule;

    """

  private static let countingViews = """
    CREATE VIEW current_outcomes AS
    SELECT p.number AS patient_number, o.position AS outcome, p.id AS patient, t.id AS task,
      e.text AS element, o.nominal, o.time,
      (ARRAY['completed', 'skipped', 'declined'])[o.status + 1] AS status,
      o.number, u.text AS units
    FROM patients p
    JOIN outcomes o ON o.patient = p.number
    JOIN tasks t ON t.number = o.task
    LEFT JOIN names e ON e.number = o.element
    LEFT JOIN names u ON u.number = o.units
    LEFT JOIN (
      SELECT d.patient, d.outcome, d.deleted OR EXISTS (
        SELECT FROM outcome_details l
        WHERE l.record_id = d.record_id AND l.patient = d.patient
          AND (coalesce(l.recorded_at, '-infinity'), l.outcome)
            > (coalesce(d.recorded_at, '-infinity'), d.outcome)
      ) AS gone
      FROM outcome_details d
    ) d ON d.patient = o.patient AND d.outcome = o.position
    WHERE d.gone IS NOT TRUE;

    CREATE VIEW outcomes_by_week AS
    SELECT o.week, p.group_name, o.task, count(*) AS patients, sum(o.outcomes)::bigint AS outcomes,
      sum(o.completed)::bigint AS completed, sum(o.skipped)::bigint AS skipped,
      sum(o.declined)::bigint AS declined
    FROM (
      SELECT patient_number, task,
        date_trunc('week', coalesce(nominal, time AT TIME ZONE 'UTC'))::date AS week,
        count(*) AS outcomes,
        count(*) FILTER (WHERE status = 'completed') AS completed,
        count(*) FILTER (WHERE status = 'skipped') AS skipped,
        count(*) FILTER (WHERE status = 'declined') AS declined
      FROM current_outcomes
      GROUP BY 1, 2, 3
    ) o
    JOIN current_patients p ON p.number = o.patient_number
    GROUP BY 1, 2, 3;

    CREATE VIEW patient_activity AS
    SELECT p.patient, p.group_name, p.start, o.outcomes, o.first_time, o.last_time
    FROM current_patients p
    CROSS JOIN LATERAL (
      SELECT count(*) AS outcomes,
        min(coalesce(c.time, c.nominal AT TIME ZONE 'UTC')) AS first_time,
        max(coalesce(c.time, c.nominal AT TIME ZONE 'UTC')) AS last_time
      FROM current_outcomes c
      WHERE c.patient_number = p.number
    ) o;

    """

  /// Makes views run with the privileges of the querying role, including row-level security, if the
  /// server supports it.
  static let rights = """
    DO $$
    DECLARE
      its_name text;
    BEGIN
      IF current_setting('server_version_num')::integer < 150000 THEN RETURN; END IF;
      FOR its_name IN SELECT relname FROM pg_catalog.pg_class
        WHERE relkind = 'v'
          AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
          AND relname IN (\(viewNames.map { "'\($0)'" }.joined(separator: ", ")))
      LOOP
        EXECUTE format('ALTER VIEW %I SET (security_invoker = true)', its_name);
      END LOOP;
    END $$;

    """

  static let viewNames = [
    "current_outcomes", "current_patients", "current_tasks", "outcome_values", "outcomes_by_week",
    "patient_activity", "recorded_outcomes",
  ]
}
