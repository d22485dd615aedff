package import Diagnostics
import ScheduleFormats
package import Scheduling

/// A description of a table's content and of the command that reads it, for display.
package struct TableDescription: Sendable {
  /// The lines of the description.
  package private(set) var lines: [String] = []
  /// The number of questions and problems.
  package private(set) var openCount = 0
  private let path: String

  /// What reading the rows of a table of claims has found.
  package typealias ClaimFindings = (assumptions: [String], problems: [InputError])

  /// Describes a table by its profile.
  ///
  /// - Parameters:
  ///   - path: The name of the table, also in the command.
  ///   - profile: The profile of its columns.
  ///   - plan: The reading plan.
  ///   - zone: The zone, if it is given.
  ///   - claims: Reads the rows as claims.
  ///   - events: Reads the rows as events of a plan.
  package init(
    path: String, _ profile: TableProfile, _ plan: ReadingPlan, _ zone: Zone?,
    claims: (ClaimColumns) throws(InputError) -> ClaimFindings,
    events: (EventColumns, EventPlan) throws(InputError) -> EventFiles
  ) {
    self.path = path
    describe(profile, plan)
    if case .other(let sentence) = plan.shape {
      openCount = 1
      lines += ["", sentence]
      return
    }
    let rows = rows(profile, plan, zone, claims, events)
    list("Assumed:", plan.assumptions + rows.assumptions.filter { !plan.assumptions.contains($0) })
    list("Asked:", plan.questions + rows.questions)
    list("Problems:", rows.problems.map(\.description))
    openCount = plan.questions.count + rows.questions.count + rows.problems.count
    // Detected columns in the command would answer some of the questions.
    let isOpen = !plan.questions.isEmpty || !rows.questions.isEmpty
    lines += [
      "",
      plan.claims.map { command(isOpen ? ClaimColumns() : $0) }
        ?? command(isOpen ? EventColumns() : plan.events, zone),
    ]
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

  /// Returns the assumptions, questions and problems of the rows when read by the plan.
  private func rows(
    _ profile: TableProfile, _ plan: ReadingPlan, _ zone: Zone?,
    _ claims: (ClaimColumns) throws(InputError) -> ClaimFindings,
    _ events: (EventColumns, EventPlan) throws(InputError) -> EventFiles
  ) -> (assumptions: [String], questions: [String], problems: [InputError]) {
    guard plan.questions.isEmpty else { return ([], [], profile.problems + plan.problems) }
    do throws(InputError) {
      if let columns = plan.claims {
        let found = try claims(columns)
        return (found.assumptions, [], found.problems)
      }
      var schedule = EventPlan("every day")
      schedule.zone = zone
      let files = try events(plan.events, schedule)
      // What depends on the schedule is omitted, because it is a placeholder.
      let assumptions = Array(files.assumptions.dropFirst(files.readings.count))
      let problems = files.problems.filter { $0.problem.kind != "missingDays" }
      return (assumptions, [], problems + files.patients.flatMap(\.problems))
    } catch {
      if case .undecided(let question) = error.problem { return ([], [question], []) }
      return ([], [], [error])
    }
  }
}

extension ReadingPlan {
  /// Creates the most suitable plan of a table of unknown meaning.
  package init(proposedFor profile: TableProfile, isZoned: Bool) throws(InputError) {
    self =
      ClaimPlanner.fits(profile)
      ? try ReadingPlan(profile, ClaimColumns())
      : try ReadingPlan(profile, EventColumns(), isZoned: isZoned)
  }
}

// The command.
extension TableDescription {
  private func command(_ columns: EventColumns, _ zone: Zone?) -> String {
    let words = columns.status == nil || columns.statusWords.isEmpty ? nil : columns.statusWords
    let options: [(String, String?)] = [
      ("patient", columns.patient), ("patient-id", columns.patientID), ("time", columns.time),
      ("planned", columns.planned), ("status", columns.status),
      ("status-words", words?.description), ("task", columns.task), ("value", columns.value),
      ("units", columns.units), ("event", columns.event), ("group", columns.group),
      ("zone-column", columns.zone),
      ("plan-start-column", columns.start), ("observed-from", columns.observedFrom),
      ("observed-to", columns.observedTo), ("end-cause", columns.endCause),
      ("slots", columns.layout?.slotList), ("time-format", columns.form.namedTimes),
      ("zone", zone?.id),
    ]
    return command("report", options) + " --schedule \"every day at 08:00 and 20:00\""
  }

  private func command(_ columns: ClaimColumns) -> String {
    let meanings = columns.statusWords.sorted { $0.key < $1.key }.map {
      "\($0.key)=\($0.value.rawValue)"
    }
    return command(
      "refills",
      [
        ("patient", columns.patient), ("patient-id", columns.patientID), ("date", columns.date),
        ("days", columns.days), ("quantity", columns.quantity), ("dose", columns.dose),
        ("end-date", columns.endDate), ("drug", columns.drug), ("class", columns.drugClass),
        ("type", columns.type),
        ("status-words", meanings.isEmpty ? nil : meanings.joined(separator: ",")),
        ("observed-from", columns.observedFrom), ("observed-to", columns.observedTo),
        ("end-cause", columns.endCause), ("time-format", columns.form.namedTimes),
      ])
  }

  private func command(_ name: String, _ options: [(String, String?)]) -> String {
    let words = options.compactMap { option, value in
      value.map { "--\(option) \($0.shellQuoted)" }
    }
    return (["regimen \(name) \(path.shellQuoted)"] + words).joined(separator: " ")
  }
}

extension EventLayout {
  /// The columns of times of day, such as `morning=08:00,evening=20:00`.
  fileprivate var slotList: String? {
    guard case .slots(let slots) = self else { return nil }
    return slots.map { "\($0.column)=\($0.time)" }.joined(separator: ",")
  }
}

extension TableForm {
  /// The format of dates and times; `nil` if it is detected per value.
  fileprivate var namedTimes: String? { times == .automatic ? nil : "\(times)" }
}
