package import AdherenceAnalytics
package import AdherenceStatistics
import Scheduling
import Testing

/// A patient with one dose per day, each a letter: `x` taken at 08:10, `.` missed, `h` on hold.
package struct DoseWorld {
  package let record: CareRecord
  package let query: AdherenceQuery
  package let course: TaskCourse
  package let measures: TaskMeasures
  package let summary: PatientMeasures

  /// Creates doses from Monday 2025-03-03 on, `step` days apart; without letters there is no task.
  package init(
    _ doses: String, every step: Int = 1, _ parameters: MeasureParameters = MeasureParameters(),
    name: String = "ann", observation: ObservationPeriod = ObservationPeriod()
  ) throws {
    let start = try day("2025-03-03")
    let letters = Array(doses)
    var query = AdherenceQuery(start..<start.adding(days: max(1, letters.count * step)))
    query.asOf = try at("2030-01-01T00:00:00Z")
    self.query = query
    var record = try DoseWorld.record(letters, from: start, every: step, name)
    record.patient.observation = observation
    self.record = record
    var evaluator = AdherenceEvaluator(query)
    let statistics = MeasureEvaluator(
      parameters, groups: Set(MeasureGroup.allCases), forCohort: true)
    var course = TaskCourse()
    summary =
      statistics.evaluate(CompiledRecord(record, query), by: &evaluator) { own, _, _ in
        course = own
      }.measures
    (self.course, measures) = (course, summary.tasks.first ?? TaskMeasures())
  }

  private static func record(
    _ letters: [Character], from start: CivilDate, every step: Int, _ name: String
  ) throws -> CareRecord {
    let first = CivilDateTime(date: start, time: try #require(CivilTime("08:00")))
    let patient = Patient(id: name, zone: try #require(Zone("UTC")))
    if letters.isEmpty { return CareRecord(patient: patient) }
    var dose = ScheduleElement("dose", from: .local(first))
    dose.recurrence = .every(ISODuration(days: step))
    dose.end = .local(CivilDateTime(date: start.adding(days: letters.count * step)))
    var task = CareTask(id: "dose", schedule: Schedule([dose]))
    task.matching = .nearest
    var record = CareRecord(patient: patient, tasks: [task])
    for (place, letter) in letters.enumerated() {
      let date = start.adding(days: place * step)
      let midnight = Instant(seconds: Int64(date.dayNumber) * 86_400)
      switch letter {
      case "x":
        record.outcomes.append(Outcome(task: "dose", time: midnight.adding(seconds: 29_400)))
      case "h":
        record.holds.append(
          Hold(
            from: .instant(midnight), to: .instant(midnight.adding(seconds: 86_400))))
      default: break
      }
    }
    return record
  }
}
