// The descriptions of tables, views and columns that clients display.
extension Schema {
  static let comments =
    (tableComments + viewComments + columnComments).map { kind, name, text in
      "COMMENT ON \(kind) \(name) IS '\(text.replacing("'", with: "''"))';\n"
    }.joined()

  private typealias Comment = (kind: String, name: String, text: String)

  private static let tableComments: [Comment] = [
    ("store", "one row: the whole store"),
    ("migrations", "a version of the schema, and when it came"),
    ("patients", "a patient, with the numbers of rows in other tables"),
    ("patient_versions", "a version of what is known of a patient"),
    ("care_plans", "a version of a care plan"),
    ("contacts", "a version of a contact"),
    ("tasks", "a task of a patient"),
    ("task_versions", "a version of a task"),
    ("schedules", "a schedule, which many tasks share"),
    ("names", "a name of an element, unit or kind"),
    ("holds", "a version of a hold"),
    ("outcomes", "a version of an outcome: of what, when, done or not, and its number"),
    ("listed_values", "a value of an outcome that has several, or another than a number"),
    ("outcome_details", "what few outcomes have: an id, when it was recorded, tags, notes"),
    ("batches", "a batch that was written"),
    ("changes", "what a batch wrote of a kind of a patient's records"),
  ].map { ("TABLE", $0, $1) }

  private static let viewComments: [Comment] = [
    ("outcome_values", "a value of an outcome, wherever it stands"),
    (
      "recorded_outcomes",
      "a value of an outcome, or an outcome without values, with all names; old versions too"
    ),
    ("current_patients", "a patient by the newest version, with the number of outcomes"),
    ("current_tasks", "a task by its newest version, with its schedule"),
    ("current_outcomes", "an outcome that was neither replaced nor taken back"),
    ("outcomes_by_week", "the outcomes of a week, group and task, counted"),
    ("patient_activity", "a patient, with the number of outcomes and when the last one was"),
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
        ("position", "the place in the order of recording, from 0"),
        ("recorded_at", "when it became known; null: always"),
        ("notes", "objects with content, title, author, time"),
        ("remote_id", "the name in another system"),
        ("user_info", "an object of texts"),
        ("group_name", "the part of the cohort"),
      ]
    ),
    (
      versionTables,
      [
        ("effective_from", "the date or moment from which it holds; null: always"),
        ("deleted_at", "the date or moment from which it is no more; null: never"),
        ("tags", "words to find it by"),
      ]
    ),
    (
      ["store"],
      [
        ("one", "keeps the row alone; writers take turns by it"),
        ("version", "of the schema"),
        ("revision", "counts the batches that were written"),
        ("patients", "the highest patients.number that was given"),
        ("tasks", "the highest tasks.number that was given"),
        ("schedules", "the highest schedules.number that was given"),
        ("names", "the highest names.number that was given"),
      ]
    ),
    (
      ["patients"],
      [
        ("id", "as it was given"),
        ("ordering", "the id in normal form C as UTF-8: equal ids are one patient"),
        ("versions", "rows of all versions, which readers compare"),
        ("outcomes", "rows of outcomes"),
        ("listed_values", "rows of listed_values"),
        ("outcome_details", "rows of outcome_details"),
      ]
    ),
    (
      ["patient_versions"],
      [
        ("zone", "an IANA name; a traveller's goes on with ;arrival=zone"),
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
    (["tasks"], [("patient", "patients.number"), ("id", "one of the patient")]),
    (
      ["task_versions"],
      [
        ("task", "tasks.number"),
        ("schedule", "schedules.number"),
        ("care_plan", "care_plans.id"),
        ("matching", "window, nearest or keyed"),
        ("scoring", "null where the query decides"),
        ("min_wait", "seconds"),
      ]
    ),
    (["schedules"], [("json", "as tasks.ndjson has it")]),
    (
      ["holds"],
      [
        ("id", "equal ids are versions of one hold; null: it is never replaced"),
        ("task", "tasks.id; null: all"),
        ("starts", "a date or moment"),
        ("ends", "a date or moment; null: open"),
        ("mode", "exclude, extend, truncate or annotate"),
        ("deleted", "whether this version takes it back"),
      ]
    ),
    (
      ["outcomes"],
      [
        ("patient", "patients.number"),
        ("position", "the place in the order of recording, from 0"),
        ("nominal", "the local time of the occurrence that was planned"),
        ("time", "when it was done"),
        ("number", "the value, where it is one and a number"),
        ("task", "tasks.number"),
        ("element", "names.number: the part of the schedule; null: not planned"),
        ("units", "names.number: of the value"),
        ("kind", "names.number: of the value"),
        ("status", "0 completed, 1 skipped, 2 declined"),
      ]
    ),
    (
      ["listed_values"],
      [
        ("patient", "patients.number"),
        ("outcome", "outcomes.position"),
        ("position", "the place among the values, from 0"),
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
        ("recorded_at", "when it became known; null: always"),
        ("deleted", "whether this version takes it back"),
        ("second_pass", "of two occurrences at one local time the second is meant"),
        ("group_name", "the part of the cohort"),
        ("tags", "words to find it by"),
        ("notes", "objects with content, title, author, time"),
        ("remote_id", "the name in another system"),
        ("user_info", "an object of texts"),
      ]
    ),
    (
      ["batches"],
      [
        ("number", "store.revision when it was written"),
        ("mark", "drawn at random, to tell apart what went on from one copy"),
        ("written_at", "when it was written, by the server's clock"),
        ("erasures", "the patients that it erased"),
      ]
    ),
    (
      ["changes"],
      [
        ("batch", "batches.number"),
        ("patient", "patients.number"),
        ("kind", "patient, carePlan, contact, task, outcome or hold"),
        ("first", "the position of the first version that was written"),
        ("count", "the number of versions that were written"),
      ]
    ),
  ]
}
