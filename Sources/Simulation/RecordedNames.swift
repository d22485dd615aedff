import AdherenceAnalytics

/// The interned names that all synthetic outcomes share.
struct RecordedNames {
  private(set) var table = NameTable()
  /// A template row of each task, with its element but without time or value.
  let dose, walk, answer: OutcomeTable.Row
  /// The units of exercise.
  let minutes: Int16
  /// The kind of the survey's value.
  let pain: Int16

  init() {
    dose = RecordedNames.row(TaskName.medication, "dose", &table)
    walk = RecordedNames.row(TaskName.exercise, "walk", &table)
    answer = RecordedNames.row(TaskName.survey, "question", &table)
    minutes = Int16(table.number(of: "min"))
    pain = Int16(table.number(of: "pain"))
  }

  private static func row(_ task: String, _ element: String, _ table: inout NameTable)
    -> OutcomeTable.Row
  {
    var row = OutcomeTable.Row(task: table.number(of: task))
    row.element = table.number(of: element)
    return row
  }
}

/// The ids of the tasks.
enum TaskName {
  static let medication = "medication"
  static let exercise = "exercise"
  static let survey = "survey"
}
