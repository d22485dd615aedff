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
    "outcomes": "patient position nominal time number task element units kind status",
    "listed_values": "patient outcome number position units kind boolean text date data",
    "outcome_details": "patient outcome recorded_at deleted second_pass record_id group_name tags"
      + " notes remote_id user_info",
    "batches": "number mark written_at erasures erased",
    "changes": "batch patient first count kind",
  ]
}
