import AdherenceAnalytics
import ArgumentParser
import Diagnostics
import FHIR
import Formats
import Foundation
import ICalendar
import Interchange
import PlainWords
import Reporting
import ScheduleFormats
import Scheduling

/// `regimen expand`: lists the occurrences of a schedule, or answers a batch of requests.
struct ExpandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract: "Lists or counts the occurrences of a schedule.",
    discussion: """
      \(ArgumentHelp.examples(
        "regimen expand Datasets/schedules/tablet.json --from 2025-03-08 --to 2025-03-11 "
          + "--zone America/New_York",
        #"regimen expand "the last Friday of every month at 08:00" --from 2025-01-01 --to 2026-01-01"#))
      """)

  @Argument(help: "A plan: words, a recurrence rule, a JSON file, or a calendar (.ics).")
  var schedule: String?
  @Option(
    help: """
      A FHIR file with a Timing, a Dosage or a list of them, a MedicationRequest or a ServiceRequest.
      """)
  var fhir: String?
  @Option(
    help: """
      Requests as NDJSON from a file, or - for standard input; the plan is in schedule, timing (FHIR) or iCalendar.
      """)
  var batch: String?
  @OptionGroup(title: "Plans of FHIR") var dosing: DosingOptions
  @Option(help: .option("plan-start", of: .expand, "For FHIR also the time."))
  var planStart: String?
  @Flag(help: "Print the plan as a JSON schedule without expanding it.")
  var showSchedule = false
  @Option(help: .option("start", of: .expand))
  var from: LocalOrInstant?
  @Option(help: .option("end", of: .expand))
  var to: LocalOrInstant?
  @Option(help: .option("zone", of: .expand))
  var zone: Zone?
  @Flag(help: .option("overlap", of: .expand))
  var overlap = false
  @Option(help: .option("limit", of: .expand))
  var limit: Int?
  @Flag(help: "Print the number of occurrences that start in the range.")
  var count = false
  @Option(help: "The format of the list. (default: csv)")
  var format: ListFormat?

  func validate() throws {
    guard [schedule, fhir, batch].compactMap(\.self).count == 1 else {
      throw ValidationError("Use exactly one of a schedule, --fhir and --batch.")
    }
    if batch == nil, !showSchedule, from == nil || to == nil {
      throw ValidationError("A schedule needs --from and --to.")
    }
    if showSchedule, batch != nil {
      throw ValidationError("--show-schedule requires a single plan.")
    }
    if count, overlap { throw ValidationError("--count counts starts: remove --overlap.") }
    if batch != nil { try refuse("--batch, whose lines contain it", given) }
    if showSchedule {
      try refuse(
        "--show-schedule", given.filter { !["--from", "--plan-start", "--zone"].contains($0) })
    }
    if count { try refuse("--count", given.filter { ["--limit", "--format"].contains($0) }) }
  }

  /// The given options that may be redundant.
  private var given: [String] {
    let options: [(String, Bool)] = [
      ("--plan-start", planStart != nil), ("--from", from != nil), ("--to", to != nil),
      ("--zone", zone != nil), ("--overlap", overlap), ("--limit", limit != nil),
      ("--count", count),
      ("--format", format != nil),
    ]
    return options.filter(\.1).map(\.0)
  }

  private func refuse(_ part: String, _ options: [String]) throws {
    guard let first = options.first else { return }
    throw ValidationError("\(first) cannot be combined with \(part): remove it.")
  }

  func run() throws {
    if let batch { return try answer(try TextLines(path: batch)) }
    let (plan, problems) = try readPlan()
    Console.list(problems)
    if showSchedule { return try show(plan, problems) }
    for words in plan.withoutTimes { Console.error("No set times: \(words)") }
    guard let from, let to else { return }
    var request = ExpansionRequest(plan, from: from, to: to)
    (request.zone, request.overlap, request.limit) = (zone ?? .utc, overlap, limit)
    if case .record(let record) = plan { request.zone = record.patient.zone }
    if count {
      try Console.print("\(try request.count())\n")
      return try finish(problems.count)
    }
    try list(try request.answer(), besides: problems.count)
  }

  /// Reads the plan, with its errors and warnings.
  private func readPlan() throws -> (ExpansionRequest.Plan, [InputError]) {
    if let fhir {
      return try OtherPlans(dosing).resource(file: fhir, start: planStart, zone ?? .utc)
    }
    let schedule = schedule ?? ""
    switch PlanText.namesFile(schedule) ? ExchangeFormat(of: schedule) : nil {
    case .iCalendar?:
      try refuse("a calendar", given.filter { $0 == "--plan-start" } + dosing.given)
      let file = try CalendarFile(path: schedule, patient: "patient", zone: zone)
      return (.record(file.record), file.problems)
    case .fhir?:
      return try OtherPlans(dosing).resource(file: schedule, start: planStart, zone ?? .utc)
    case .careKit?, nil: return (.schedule(try plan(PlanText(schedule))), [])
    }
  }

  /// Parses a plan in words, as a rule or in JSON.
  private func plan(_ plan: PlanText) throws -> Schedule {
    try refuse("a plan other than FHIR", dosing.given)
    if plan.isJSON { try refuse("a schedule in JSON", given.filter { $0 == "--plan-start" }) }
    let day = try firstDay
    do throws(InputError) {
      let schedule = try plan.schedule(from: day)
      if !plan.isJSON { echo(schedule, from: day) }
      return schedule
    } catch {
      var error = error
      if error.field == "schedule" { error.field = nil }
      throw error
    }
  }

  /// The start date of plans in words and rules.
  private var firstDay: CivilDate {
    get throws {
      guard let planStart else {
        let first = from ?? .local(CivilDateTime(date: CivilDate(dayNumber: 0)))
        return first.civil(in: zone ?? .utc).date
      }
      if let day = CivilDate(planStart) { return day }
      if let moment = LocalOrInstant(planStart) { return moment.civil(in: zone ?? .utc).date }
      throw InputError(.malformed(text: planStart, .date), parameter: "plan-start")
    }
  }

  /// Prints how words and rules were parsed.
  private func echo(_ schedule: Schedule, from day: CivilDate) {
    let beginning =
      planStart == nil
      ? "counted from \(day) (use --plan-start for another date)" : "counted from \(day)"
    Console.error("Plan: \(schedule.summary); \(beginning)")
  }

  /// Prints the schedule of a plan, or those of the tasks by id.
  private func show(_ plan: ExpansionRequest.Plan, _ problems: [InputError]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let json =
      switch plan {
      case .schedule(let schedule): try encoder.encode(schedule)
      case .record(let record):
        try encoder.encode(
          Dictionary(grouping: record.tasks, by: \.id).mapValues { $0.map(\.schedule) })
      }
    try Console.print(Array(json) + [10])
    try finish(problems.count)
  }

  private func list(_ answer: ExpansionRequest.Answer, besides problems: Int) throws {
    try OccurrenceTable.write(answer, format ?? .csv) { bytes throws(InputError) in
      try Console.print(bytes)
    }
    if let problem = answer.problem { Console.list([problem]) }
    try finish(problems + (answer.problem == nil ? 0 : 1))
  }

  private func answer(_ lines: TextLines) throws {
    let plans = try OtherPlans(dosing)
    var failures = 0
    while let next = lines.next() {
      let failed = try OccurrenceTable.answer(
        line: next.text, number: next.line, source: lines.source, orPlanIn: OtherPlans.names,
        by: plans.plan
      ) { bytes throws(InputError) in try Console.print(bytes) }
      failures += failed ? 1 : 0
    }
    try finish(failures)
  }
}

extension ExpansionRequest.Plan {
  /// Summaries of the elements without occurrences, such as quotas.
  fileprivate var withoutTimes: [String] {
    let schedules =
      switch self {
      case .schedule(let schedule): [schedule]
      case .record(let record): record.tasks.map(\.schedule)
      }
    return schedules.flatMap(\.elements).filter { !$0.recurrence.hasOccurrences }.map(\.summary)
  }
}

/// Parses plans in the formats of other systems.
struct OtherPlans {
  /// The properties of such a plan in a line.
  static let names = ["timing", "iCalendar", "planStart"]

  private let profile: DosingProfile
  private let isConcurrent: Bool

  init(_ options: DosingOptions) throws(InputError) {
    profile = try options.dosingProfile()
    isConcurrent = options.sequences == .concurrent
  }

  /// Parses the plan of a line: a FHIR `timing` that starts at `planStart`, or the text of a calendar.
  func plan(_ line: JSONNode, _ zone: Zone) throws(InputError) -> ExpansionRequest.Plan {
    if let timing = line["timing"] {
      let plan = try FHIRPlan(
        timing, start: line["planStart"]?.text, in: zone, profile: profile,
        isConcurrent: isConcurrent)
      return .schedule(plan.schedule)
    }
    guard let calendar = line["iCalendar"] else { throw InputError(.missing, field: "schedule") }
    guard let text = calendar.text else {
      throw InputError(.malformed(text: calendar.source, .text), field: "iCalendar")
    }
    let file = try CalendarFile(text: text, patient: "patient", zone: zone)
    if let problem = file.problems.first(where: { !$0.problem.keepsRecord }) { throw problem }
    return .record(file.record)
  }

  /// Parses the plan in a file.
  func resource(
    file path: String, start: String?, _ zone: Zone
  ) throws(InputError) -> (ExpansionRequest.Plan, [InputError]) {
    guard let data = try Data.contents(ofFile: path) else {
      throw InputError(.unreadable(reason: "there is no such file"), source: path)
    }
    do {
      let plan = try FHIRPlan(
        json: data, start: start, in: zone, profile: profile, isConcurrent: isConcurrent)
      return (.schedule(plan.schedule), plan.problems.map { $0.at(source: path) })
    } catch {
      throw error.at(source: path)
    }
  }
}
