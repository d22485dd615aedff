import AdherenceAnalytics
import Foundation
import Scheduling

/// Patients with three tasks over a year, and outcomes that refer to their occurrences.
///
/// The expected weeks are counted while generating.
struct KeyedCohort {
  let patients: Int
  private static let zones = [
    "America/New_York", "Europe/Berlin", "Australia/Sydney", "America/Sao_Paulo",
  ]

  private let query: AdherenceQuery
  private(set) var records: [CareRecord] = []
  private var due = 0
  private(set) var recorded = RecordedColumns()
  private var random = Seeded(state: 2025)

  init(patients: Int = 10_000) throws {
    self.patients = patients
    // A Monday, so that weeks are blocks of seven days; patients start in the first four weeks.
    query = try AdherenceQuery(Workloads.days("2025-01-06", "2026-02-02"), by: .week)
    let zones = try KeyedCohort.zones.map { try Workloads.zone($0) }
    for number in 0..<patients {
      let first = query.range.lowerBound.adding(days: Int.random(in: 0..<28, using: &random))
      var record = CareRecord(
        patient: Patient(id: "P\(number)", zone: zones[number % zones.count]),
        tasks: try KeyedCohort.tasks(from: first))
      for task in record.tasks.indices { keepUp(task, of: &record, number) }
      records.append(record)
    }
  }

  /// A tablet twice a day, exercise three times a week, a survey each week; for 52 weeks.
  private static func tasks(from first: CivilDate) throws -> [CareTask] {
    func element(_ id: String, at time: String) throws -> ScheduleElement {
      var element = ScheduleElement(
        id, from: CivilDateTime(date: first, time: try Workloads.time(time)))
      element.end = .local(CivilDateTime(date: first.adding(days: 364)))
      return element
    }
    var tablet = try element("tablet", at: "08:00")
    tablet.recurrence = .every(ISODuration(days: 1))
    tablet.times = try [Workloads.time("08:00"), Workloads.time("20:00")]
    var exercise = try element("exercise", at: "17:00")
    exercise.recurrence = .rule(
      RecurrenceRule(.weekly, weekdays: [.monday, .wednesday, .friday].map { .every($0) }))
    var survey = try element("survey", at: "19:00")
    survey.recurrence = .every(ISODuration(days: 7))
    return [tablet, exercise, survey].map { element in
      var task = CareTask(id: element.id, schedule: Schedule([element]))
      task.matching = .keyed
      return task
    }
  }

  /// Records an outcome for 80 to 90 per cent of the occurrences, from slightly early to rather
  /// late.
  private mutating func keepUp(_ task: Int, of record: inout CareRecord, _ number: Int) {
    let occurrences = record.tasks[task].schedule.compiled(in: record.patient.zone)
    let percent = 80 + number % 11
    let days = query.range
    let start = record.patient.zone.firstInstant(
      atOrAfter: CivilDateTime(date: days.lowerBound))
    let end = record.patient.zone.firstInstant(atOrAfter: CivilDateTime(date: days.upperBound))
    for occurrence in occurrences.starting(in: start..<end) {
      due += 1
      guard random.happens(percent) else { continue }
      let key = occurrences.key(of: occurrence)
      let late = Int64.random(in: -1_800...7_200, using: &random)
      record.outcomes.append(
        Outcome(
          task: record.tasks[task].id, key: key, time: occurrence.start.adding(seconds: late)))
      recorded.append(
        patient: number, task: task, week: (key.nominal.date - days.lowerBound) / 7,
        local: (key.nominal.date - days.lowerBound) * 86_400 + key.nominal.time.secondOfDay,
        start: occurrence.start.seconds, zone: number % KeyedCohort.zones.count)
    }
  }

  /// Writes the columns of the outcomes, and returns their folder.
  func columns() throws -> URL { try recorded.write(zones: KeyedCohort.zones) }

  func row() throws -> Row {
    let folder = try columns()
    let answer = recorded.answer
    return Row(
      name: "weekly-keyed", what: "a year's weeks of 10,000 patients with three tasks",
      per: .outcome, units: answer.count, expected: answer,
      systems: [regimen, cohort, recorded.bareWeeks(patients: patients)], data: folder)
  }

  /// The weeks of each patient by task, summed for the cohort.
  private var regimen: System {
    let (records, query) = (records, query)
    var evaluator = AdherenceEvaluator(query)
    var totals: [[Adherence]] = []
    return System(
      name: "regimen", expected: expected,
      run: { runs in
        for _ in 0..<runs {
          totals = Array(
            repeating: Array(repeating: Adherence(), count: query.spans.count), count: 3)
          for record in records {
            for (task, series) in evaluator.adherence(of: record).tasks.enumerated() {
              let weeks = series.periods.span
              for week in weeks.indices { totals[task][week].merge(weeks[week]) }
            }
          }
        }
      },
      answer: { KeyedCohort.answer(totals) })
  }

  /// The same with each patient's ratio kept in every row, for means, quantiles and shares.
  private var cohort: System {
    let (records, query) = (records, query)
    var evaluator = AdherenceEvaluator(query)
    var cohort = CohortAdherence(spans: query.spans)
    return System(
      name: "cohort", expected: expected,
      run: { runs in
        for _ in 0..<runs {
          cohort = CohortAdherence(spans: query.spans)
          for record in records { cohort.add(evaluator.adherence(of: record)) }
        }
      },
      answer: {
        let rows = Dictionary(grouping: cohort.rows, by: \.task)
        return KeyedCohort.answer(
          ["tablet", "exercise", "survey"].map { (rows[$0] ?? []).map(\.pooled) })
      })
  }

  /// The result of the other systems, and the due count, which only ours computes.
  private var expected: Answer {
    var answer = recorded.answer
    answer.checksum += " of \(due)"
    return answer
  }

  private static func answer(_ totals: [[Adherence]]) -> Answer {
    var answer = RecordedColumns.answer(totals.map { $0.map(\.done) })
    answer.checksum += " of \(totals.joined().reduce(0) { $0 + $1.due })"
    return answer
  }
}
