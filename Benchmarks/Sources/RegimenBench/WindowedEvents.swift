import AdherenceAnalytics
import Scheduling

/// Events without keys, matched by windows; the expected number of matches is known from generating
/// them.
struct WindowedEvents {
  private let records: [CareRecord]
  private let query: AdherenceQuery
  private let expected: Answer

  /// 200 patients for a year, twice a day: nine of ten doses, one of twenty recorded twice.
  static func hours() throws -> WindowedEvents {
    let window = ScheduleElement.Window(
      opensBefore: ISODuration(seconds: 3_600), closesAfter: ISODuration(seconds: 7_200),
      lateUntil: ISODuration(seconds: 14_400))
    return try WindowedEvents(
      patients: 200, years: 1, times: ["08:00", "20:00"], window: window, extra: 5)
  }

  /// Daily, with windows that open a year before and expire a year after, for a number of years.
  static func years(_ years: Int) throws -> WindowedEvents {
    let window = ScheduleElement.Window(
      opensBefore: ISODuration(days: 365), closesAfter: ISODuration(days: 365))
    return try WindowedEvents(
      patients: 20 / years, years: years, times: ["08:00"], window: window, extra: 0)
  }

  private init(
    patients: Int, years: Int, times: [String], window: ScheduleElement.Window, extra: Int
  ) throws {
    let days = try Workloads.days("2015-01-01", "\(2015 + years)-01-01")
    let times = try times.map { try Workloads.time($0) }
    var element = ScheduleElement(
      "dose", from: CivilDateTime(date: days.lowerBound, time: times[0]))
    element.recurrence = .every(ISODuration(days: 1))
    element.times = times
    element.end = .local(CivilDateTime(date: days.upperBound))
    element.window = window
    let task = CareTask(id: "dose", schedule: Schedule([element]))
    let zone = try Workloads.zone("Europe/Berlin")
    let occurrences = task.schedule.compiled(in: zone).starting(
      in: .earliest ..< .latest)
    var (random, events, matched) = (Seeded(state: 77), 0, 0)
    records = (0..<patients).map { number in
      var record = CareRecord(patient: Patient(id: "P\(number)", zone: zone), tasks: [task])
      for occurrence in occurrences where random.happens(90) {
        matched += 1
        for _ in 0..<(random.happens(extra) ? 2 : 1) {
          let late = Int64.random(in: -3_600..<14_400, using: &random)
          record.outcomes.append(
            Outcome(task: "dose", time: occurrence.start.adding(seconds: late)))
          events += 1
        }
      }
      return record
    }
    var query = AdherenceQuery(days, by: .week)
    query.denominator = .planned
    query.asOf = zone.firstInstant(atOrAfter: CivilDateTime(date: days.upperBound.adding(days: 1)))
    self.query = query
    expected = Answer(count: events, checksum: "\(matched)")
  }

  func row(_ name: String, _ what: String) -> Row {
    let records = records
    var evaluator = AdherenceEvaluator(query)
    var total = Adherence()
    let system = System(
      name: "regimen",
      run: { runs in
        for _ in 0..<runs {
          total = Adherence()
          for record in records {
            for week in evaluator.adherence(of: record).total.periods { total.merge(week) }
          }
        }
      },
      answer: {
        Answer(count: total.done + total.unscheduled, checksum: "\(total.done)")
      })
    return Row(
      name: name, what: "weeks from events by \(what)", per: .outcome, units: expected.count,
      expected: expected, systems: [system])
  }
}
