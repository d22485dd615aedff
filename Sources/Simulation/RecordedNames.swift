import AdherenceAnalytics

/// The names that all synthetic outcomes refer to, as numbers.
struct RecordedNames {
  private(set) var table = NameTable()
  /// A row of each task that names its element, without time or value.
  let dose, walk, answer: OutcomeTable.Row
  /// The units of exercise.
  let minutes: Int16
  /// What the survey asks for.
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
