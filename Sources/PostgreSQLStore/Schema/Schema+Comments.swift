// The descriptions of tables, views and columns that clients display.
extension Schema {
  static let comments =
    (tableComments + viewComments + columnComments).map { kind, name, text in
      "COMMENT ON \(kind) \(name) IS '\(text.replacing("'", with: "''"))';\n"
    }.joined()

  private typealias Comment = (kind: String, name: String, text: String)

  private static let tableComments: [Comment] = [
    ("store", "one row: the whole store"),
    ("migrations", "a version of the schema, and when it was applied"),
    ("patients", "a patient, with the numbers of rows in other tables"),
    ("patient_versions", "a version of a patient"),
    ("care_plans", "a version of a care plan"),
    ("contacts", "a version of a contact"),
    ("tasks", "a task of a patient"),
    ("task_versions", "a version of a task"),
    ("schedules", "a schedule, which many tasks share"),
    ("names", "a name of an element, unit or kind"),
    ("holds", "a version of a hold"),
    ("outcomes", "a version of an outcome: key, time, status and number"),
    ("listed_values", "a value of an outcome that has several, or one that is not a number"),
    ("outcome_details", "the rare fields of an outcome: id, time of recording, tags, notes"),
    ("batches", "a batch of changes"),
    ("changes", "the versions of one kind that a batch added to a patient's record"),
  ].map { ("TABLE", $0, $1) }

  private static let viewComments: [Comment] = [
    ("outcome_values", "a value of an outcome, from either table"),
    (
      "recorded_outcomes",
      "a value of an outcome, or an outcome without values, with all names; old versions too"
    ),
    ("current_patients", "a patient by the newest version, with the number of outcomes"),
    ("current_tasks", "a task by its newest version, with its schedule"),
    ("current_outcomes", "an outcome that was neither replaced nor deleted"),
    ("outcomes_by_week", "the number of outcomes of a week, group and task"),
    ("patient_activity", "a patient, with the number of outcomes and the time of the last one"),
  ].map { ("VIEW", $0, $1) }

  private static let columnComments = columnTexts.flatMap { tables, texts in
    tables.flatMap { table in texts.map { ("COLUMN", "\(table).\($0.column)", $0.text) } }
  }

  private static let versionTables = [
    "patient_versions", "care_plans", "contacts", "task_versions",
  ]

  /// The columns that several tables share, then those of single tables.
  private static let columnTexts: [([String], [(column: String, text: String)])] = [
    (
      versionTables + ["holds"],
      [
        ("patient", "patients.number"),
        ("position", "the position in the order of recording, from 0"),
        ("recorded_at", "the time of recording; null: always"),
        ("notes", "objects with content, title, author, time"),
        ("remote_id", "the id in another system"),
        ("user_info", "an object of texts"),
        ("group_name", "the group of the cohort"),
      ]
    ),
    (
      versionTables,
      [
        ("effective_from", "the date or moment from which it is in force; null: always"),
        ("deleted_at", "the date or moment of deletion; null: never"),
        ("tags", "keywords"),
      ]
    ),
    (
      ["store"],
      [
        ("one", "enforces a single row; writers lock it"),
        ("version", "the version of the schema"),
        ("revision", "the number of batches"),
        ("patients", "the highest assigned patients.number"),
        ("tasks", "the highest assigned tasks.number"),
        ("schedules", "the highest assigned schedules.number"),
        ("names", "the highest assigned names.number"),
      ]
    ),
    (
      ["patients"],
      [
        ("id", "as given"),
        ("ordering", "the id in normal form C as UTF-8: equal ids are one patient"),
        ("versions", "the number of rows of all versions, verified by readers"),
        ("outcomes", "the number of rows of outcomes"),
        ("listed_values", "the number of rows of listed_values"),
        ("outcome_details", "the number of rows of outcome_details"),
      ]
    ),
    (
      ["patient_versions"],
      [
        ("zone", "an IANA name; that of a traveller is followed by ;arrival=zone"),
        ("start", "the first day of treatment"),
        ("sex", "male, female, other or unknown"),
      ]
    ),
    (["care_plans"], [("id", "equal ids are versions of one plan")]),
    (
      ["contacts"],
      [
        ("id", "equal ids are versions of one contact"),
        ("category", "careProvider or friendsAndFamily"),
        ("address", "an object"),
        ("emails", "objects with label and value"),
        ("phones", "objects with label and value"),
        ("messaging", "objects with label and value"),
        ("other", "objects with label and value"),
        ("care_plan", "care_plans.id"),
      ]
    ),
    (["tasks"], [("patient", "patients.number"), ("id", "the id within the patient")]),
    (
      ["task_versions"],
      [
        ("task", "tasks.number"),
        ("schedule", "schedules.number"),
        ("care_plan", "care_plans.id"),
        ("matching", "window, nearest or keyed"),
        ("scoring", "null if the query decides"),
        ("min_wait", "seconds"),
      ]
    ),
    (["schedules"], [("json", "as in tasks.ndjson")]),
    (
      ["holds"],
      [
        ("id", "equal ids are versions of one hold; null: it is never replaced"),
        ("task", "tasks.id; null: all"),
        ("starts", "a date or moment"),
        ("ends", "a date or moment; null: open"),
        ("mode", "exclude, extend, truncate or annotate"),
        ("deleted", "whether this version deletes it"),
      ]
    ),
    (
      ["outcomes"],
      [
        ("patient", "patients.number"),
        ("position", "the position in the order of recording, from 0"),
        ("nominal", "the planned local time of the occurrence"),
        ("time", "the time of the outcome"),
        ("number", "the value, if it is a single number"),
        ("task", "tasks.number"),
        ("element", "names.number: the element of the schedule; null: not planned"),
        ("units", "names.number, of the value"),
        ("kind", "names.number, of the value"),
        ("status", "0 completed, 1 skipped, 2 declined"),
      ]
    ),
    (
      ["listed_values"],
      [
        ("patient", "patients.number"),
        ("outcome", "outcomes.position"),
        ("position", "the position among the values, from 0"),
        ("units", "names.number"),
        ("kind", "names.number"),
        ("date", "a date or moment"),
      ]
    ),
    (
      ["outcome_details"],
      [
        ("patient", "patients.number"),
        ("outcome", "outcomes.position"),
        ("record_id", "the id under which later versions replace it"),
        ("recorded_at", "the time of recording; null: always"),
        ("deleted", "whether this version deletes it"),
        ("second_pass", "whether the key is the second of two occurrences at one local time"),
        ("group_name", "the group of the cohort"),
        ("tags", "keywords"),
        ("notes", "objects with content, title, author, time"),
        ("remote_id", "the id in another system"),
        ("user_info", "an object of texts"),
      ]
    ),
    (
      ["batches"],
      [
        ("number", "the store.revision of the batch"),
        ("mark", "a random number that distinguishes databases that continue from one copy"),
        ("written_at", "the time of writing by the server's clock"),
        ("erasures", "the number of erased patients"),
      ]
    ),
    (
      ["changes"],
      [
        ("batch", "batches.number"),
        ("patient", "patients.number"),
        ("kind", "patient, carePlan, contact, task, outcome or hold"),
        ("first", "the position of the first new version"),
        ("count", "the number of new versions"),
      ]
    ),
  ]
}
