package import Scheduling

/// What a table holds and the command that reads it, for people.
package struct TableDescription: Sendable {
  /// The description, line by line.
  package private(set) var lines: [String] = []
  /// The number of questions and problems.
  package private(set) var openCount = 0
  private let path: String

  /// Describes a file.
  ///
  /// - Throws: `InputError` where it cannot be read, or is no table of text; the error says how to convert it.
  package init(path: String, zone: Zone? = nil) throws(InputError) {
    let input = try TableInput(path: path)
    let profile = try TableProfile(input, TableForm())
    self.path = path
    let isOfClaims = ClaimPlanner.fits(profile)
    let plan =
      isOfClaims
      ? try ReadingPlan(profile, ClaimColumns())
      : try ReadingPlan(profile, EventColumns(), isZoned: zone != nil)
    describe(profile, plan)
    if case .other(let sentence) = plan.shape {
      openCount = 1
      lines += ["", sentence]
      return
    }
    let rows = rows(of: input, profile, plan, zone: zone)
    list("Assumed:", plan.assumptions + rows.assumptions.filter { !plan.assumptions.contains($0) })
    list("Asked:", plan.questions + rows.questions)
    list("Problems:", rows.problems.map(\.description))
    openCount = plan.questions.count + rows.questions.count + rows.problems.count
    lines += ["", isOfClaims ? command(plan.claims, plan) : command(plan.events, plan, zone)]
  }

  private mutating func list(_ title: String, _ sentences: [String]) {
    if sentences.isEmpty { return }
    lines += ["", title] + sentences.prefix(20).map { "- \($0)" }
    if sentences.count > 20 { lines.append("- … and \(sentences.count - 20) more") }
  }

  private mutating func describe(_ profile: TableProfile, _ plan: ReadingPlan) {
    lines.append("\(path): \(profile.form); \(profile.rows.counting("row"))")
    let isWide = plan.roles.values.count { $0 == "day" } > 3
    for (place, column) in profile.columns.enumerated() {
      let role = plan.roles[place]
      if isWide, role == "day" { continue }
      let name = column.name.isEmpty ? "(no name)" : column.name
      let example = column.example.map { ", such as '\(InputError.shortened($0))'" } ?? ", empty"
      lines.append("  \(name): \(role ?? "not used")\(example)")
    }
    if isWide {
      let days = profile.columns.indices.filter { plan.roles[$0] == "day" }
      lines.append(
        "  \(profile.columns[days[0]].name) to \(profile.columns[days[days.count - 1]].name): days")
    }
    if profile.damaged.count > 0, let first = profile.damaged.first {
      lines.append(
        "  \(profile.damaged.count.counting("row")) cannot be split into fields, the first: \(first)"
      )
    }
  }

  /// What the rows themselves say, read as the plan has it.
  private func rows(
    of input: TableInput, _ profile: TableProfile, _ plan: ReadingPlan, zone: Zone?
  ) -> (assumptions: [String], questions: [String], problems: [InputError]) {
    guard plan.questions.isEmpty else { return ([], [], profile.problems + plan.problems) }
    do throws(InputError) {
      if let claims = plan.claims {
        let data = try RefillDataset(input, claims)
        return (data.assumptions, [], data.problems)
      }
      var schedule = EventPlan("every day")
      schedule.zone = zone
      let files = try EventFiles([input], plan.events, schedule)
      return (files.assumptions, [], files.problems + files.patients.flatMap(\.problems))
    } catch {
      if case .undecided(let question) = error.problem { return ([], [question], []) }
      return ([], [], [error])
    }
  }
}

// The command.
extension TableDescription {
  private func command(_ columns: EventColumns, _ plan: ReadingPlan, _ zone: Zone?) -> String {
    var words = ["regimen report \(path.shellQuoted)"]
    func add(_ option: String, _ value: String?) {
      if let value { words.append("--\(option) \(value.shellQuoted)") }
    }
    add("patient", columns.patient)
    add("patient-id", columns.patientID)
    add("time", columns.time)
    add("planned", columns.planned)
    add("status", columns.status)
    if columns.status != nil, !columns.statusWords.isEmpty {
      add("status-words", "\(columns.statusWords)")
    }
    add("task", columns.task)
    add("value", columns.value)
    add("units", columns.units)
    add("group", columns.group)
    add("zone-column", columns.zone)
    add("plan-start-column", columns.start)
    switch columns.layout {
    case .counts: add("layout", "counts")
    case .days: add("layout", "days")
    case .slots(let slots):
      add("slots", slots.map { "\($0.column)=\($0.time)" }.joined(separator: ","))
    case .rows, nil: break
    }
    if columns.form.times != .automatic { add("time-format", "\(columns.form.times)") }
    add("zone", zone?.id)
    return (words + ["--schedule \"every day at 08:00 and 20:00\""]).joined(separator: " ")
  }

  private func command(_ columns: ClaimColumns?, _ plan: ReadingPlan) -> String {
    var words = ["regimen refills \(path.shellQuoted)"]
    func add(_ option: String, _ value: String?) {
      if let value { words.append("--\(option) \(value.shellQuoted)") }
    }
    guard let columns else { return words[0] }
    add("patient", columns.patient)
    add("patient-id", columns.patientID)
    add("date", columns.date)
    add("days", columns.days)
    add("quantity", columns.quantity)
    add("dose", columns.dose)
    add("end-date", columns.endDate)
    add("class", columns.drugClass)
    add("type", columns.type)
    let meanings = columns.statusWords.sorted { $0.key < $1.key }.map {
      "\($0.key)=\($0.value.rawValue)"
    }
    if !meanings.isEmpty { add("status-words", meanings.joined(separator: ",")) }
    add("observed-from", columns.observedFrom)
    add("observed-to", columns.observedTo)
    add("end-cause", columns.endCause)
    if columns.form.times != .automatic { add("time-format", "\(columns.form.times)") }
    return words.joined(separator: " ")
  }
}
