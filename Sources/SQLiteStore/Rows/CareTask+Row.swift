import AdherenceAnalytics
import Scheduling

extension CareTask: VersionRow {
  static let table = "task_versions"
  static let columns =
    [
      "task", "schedule", "title", "instructions", "group_name", "care_plan", "matching", "scoring",
      "min_wait", "impacts_adherence",
    ] + versionColumns

  init(_ row: inout Columns, _ terms: StoredTerms) throws(InputError) {
    let task = try row.require(try row.integer())
    let id = try row.reference { () throws(InputError) in try terms.task(task) }
    let number = try row.require(try row.integer())
    let schedule = try row.reference { () throws(InputError) in try terms.schedule(number) }
    self.init(id: id, schedule: schedule)
    title = try row.text()
    instructions = try row.text()
    group = try row.text()
    carePlan = try row.text()
    matching = try row.require(try row.choice())
    scoring = try row.choice()
    minWait = try row.count()
    impactsAdherence = try row.boolean()
    try readVersion(&row)
  }

  func write(to row: inout Bindings, _ references: RowReferences) throws(InputError) {
    if case .custom? = scoring {
      throw InputError(.unsupported(part: "a scoring that is a function"), field: "scoring")
    }
    row.bind(references.task)
    row.bind(references.schedule)
    row.bind(title)
    row.bind(instructions)
    row.bind(group)
    row.bind(carePlan)
    row.bind(matching.rawValue)
    row.bind(scoring?.rawValue)
    row.bind(minWait.map(Int64.init))
    row.bind(impactsAdherence)
    try writeVersion(to: &row)
  }
}
