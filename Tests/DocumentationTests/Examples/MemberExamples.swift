import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Foundation
import PlainWords
import Reporting
import ScheduleFormats
import Scheduling
import Testing

/// The examples of functions and other types.
@Suite(.printsAsWritten) struct MemberExamples: Examples {
  @Test func careRecordNext() async throws {
    let night = Instant("2025-01-06T22:00:00Z")!
    print(try record.next(after: night)[0].key)  // tablet/2025-01-07T08:00:00
  }

  @Test func unitConversion() async throws {
    let glucose = UnitConversion("glucose: mmol/L = 18.0156 mg/dL")!
    var query = AdherenceQuery(monday..<monday.adding(days: 7))
    query.conversions.add(glucose)
    print(query.conversions.amount(of: 5, from: "mmol/L", to: "mg/dL", kind: "glucose")!)  // 90.078
  }

  @Test func erasingStore() async throws {
    let store: some ErasingStore = try MemoryStore([record])
    try await store.erase(patient: "ann")
    print(try await store.fetchPatients().count)  // 0
  }

  @Test func observableStore() async throws {
    let noon = Instant("2025-01-07T12:00:00Z")!
    let store: some ObservableStore = try MemoryStore([record])
    let revision = try await store.revision
    try await store.add(.outcome(Outcome(task: "tablet", time: noon), of: "ann"))
    let changes = try await store.changes(since: revision)
    print(changes.records[0].patient, changes.records[0].positions[.outcome]!)  // ann 2..<3
  }

  @Test func eventSummary() throws {
    let days = AdherenceQuery(monday..<monday.adding(days: 2))
    for event in try record.events(days) { print(event.summary) }
    // tablet, 08:00, done 08:10
    // tablet, 08:00, missed
  }

  @Test func scheduleUnion() async throws {
    let morning = Schedule.daily(at: [CivilTime("08:00")!], from: monday, id: "tablet")
    let evening = Schedule.daily(at: [CivilTime("20:00")!], from: monday, id: "tablet")

    print(Schedule(union: [morning, evening]).elements.map(\.id))  // ["tablet", "2.tablet"]
  }

  @Test func plannedTimeFinder() async throws {
    let plan = Schedule.daily(at: [CivilTime("08:00")!], from: monday, id: "tablet")
    var finder = PlannedTimeFinder(try Occurrences(of: plan, in: .utc))
    print(finder.key(at: CivilDateTime("2025-01-07T08:00:00")!)!)  // tablet/2025-01-07T08:00:00
  }

  @Test func occurrenceSequence() async throws {
    let occurrences = try Occurrences(of: .daily(at: [], from: monday), in: .utc)
    let century = Instant("2025-01-01T00:00:00Z")!..<Instant("2125-01-01T00:00:00Z")!

    for occurrence in occurrences.sequence(in: century).prefix(1) { print(occurrence.start) }
    // 2025-01-06T00:00:00Z
  }

  @Test func schedulePhases() async throws {
    let eight = CivilTime("08:00")!
    let twenty = CivilTime("20:00")!

    let twice = Schedule.daily(at: [eight, twenty], from: monday)
    let once = Schedule.daily(at: [eight], from: monday)
    let phases = Schedule(phases: [.init(twice, .days(3)), .init(once, .open)], from: monday)
    print(phases.elements[1].start)  // 2025-01-09T08:00:00
  }

  @Test func scheduleTaper() async throws {
    let eight = CivilTime("08:00")!
    let (two, eleven) = (CivilTime("14:00")!, CivilTime("23:00")!)

    let taper = Schedule.taper(
      [([eight, two, eleven], 2), ([eight, eleven], 2), ([eight], 2)], from: monday)
    print(taper.elements.map(\.times.count))  // [3, 2, 0]
  }

  @Test func schedulePlan() async throws {
    print(try Schedule(plan: "FREQ=DAILY;BYHOUR=8,20", from: monday).summary)
    // every day at 08:00 and 20:00
  }

  @Test func scheduleSummary() async throws {
    let holiday = Schedule.Exclusion(CivilDate("2025-02-03")!)
    print(tablet.schedule.excluding([holiday]).summary)
    // every day at 08:00, except 3 February 2025
  }

  @Test func ruleSummary() async throws {
    print(RecurrenceRule(.monthly, weekdays: [.nth(-1, .friday)]).summary)
    // the last Friday of every month
  }

  @Test func elementSummary() async throws {
    var tablet = ScheduleElement("tablet", from: CivilDateTime("2024-01-04T08:00:00")!)
    print(tablet.summary)  // once on 4 January 2024 at 08:00
    tablet.recurrence = .every(ISODuration(days: 14))
    print(tablet.summary)  // every 2 weeks on Thursday at 08:00
  }

  @Test func scheduleWords() async throws {
    let newYear = CivilDate("2024-01-01")!
    print(try Schedule(words: "twice daily", from: newYear).summary)
    // every day at 08:00 and 20:00
    let words = "every 2 weeks on Mon & Fri at 8 am until 2025-03-01"
    print(try Schedule(words: words, from: newYear).summary)
    // every 2 weeks on Monday and Friday at 08:00, until 1 March 2025
  }

  @Test func scheduleICalendar() async throws {
    let text = """
      DTSTART;TZID=America/New_York:20240105T080000
      RRULE:FREQ=WEEKLY;BYDAY=MO,FR
      EXDATE;TZID=America/New_York:20240108T080000
      """
    print(try Schedule(iCalendar: text).summary)
    // every Monday and Friday at 08:00, New York time, except 8 January 2024 at 08:00
  }

  @Test func foundationRule() async throws {
    let gregorian = Calendar(identifier: .gregorian)
    var rule = Calendar.RecurrenceRule(calendar: gregorian, frequency: .monthly)
    rule.weekdays = [.nth(-1, .friday)]
    print(try RecurrenceRule(rule).summary)  // the last Friday of every month
  }

  @Test func civilDate() async throws {
    print(CivilDate(year: 2024, month: 2, day: 29)!)  // 2024-02-29
    print(CivilDate(year: 2023, month: 2, day: 29) as Any)  // nil
  }

  @Test func zoneOfATraveller() async throws {
    let (newYork, dublin) = (Zone("America/New_York")!, Zone("Europe/Dublin")!)
    let landing = Instant("2025-06-10T22:00:00Z")!

    let zone = Zone(home: newYork, arrivals: [.init(from: landing, zone: dublin)])
    print(Zone(zone.id) == zone)  // true
  }

  @Test func momentFormat() async throws {
    print(try MomentFormat.automatic.read("2025-02-01 08:00:00+0100"))  // 2025-02-01T07:00:00Z
    print(try MomentFormat.dayFirst.read("01.02.2025 8:00"))  // 2025-02-01T08:00:00
    print(try MomentFormat.milliseconds.read("1738396800000"))  // 2025-02-01T08:00:00Z
  }

  @Test func writtenMoment() async throws {
    let written = try MomentFormat.automatic.readWritten("2025-03-03T00:30:00+09:00")
    print(written.local)  // 2025-03-03T00:30:00
    print(written.moment)  // 2025-03-02T15:30:00Z
  }

  @Test func momentFormats() async throws {
    print(MomentFormat.candidates(for: "3/4/2025") == [.dayFirst, .monthFirst])  // true
    print(MomentFormat.candidates(for: "13/4/2025") == .dayFirst)  // true
    print(MomentFormat.candidates(for: "45719.3333") == .excel)  // true
  }

  @Test func monthDay() async throws {
    let lastDay = MonthDay(written: "Dec 31")!
    print(lastDay.completed(near: CivilDate("2025-01-02")!))  // 2024-12-31
  }

  @Test func scheduleDaily() async throws {
    let eight = CivilTime("08:00")!
    let twenty = CivilTime("20:00")!

    print(Schedule.daily(at: [eight, twenty], from: monday).summary)
    // every day at 08:00 and 20:00
  }

  @Test func scheduleWeekly() async throws {
    let eight = CivilTime("08:00")!

    print(Schedule.weekly(on: [.monday, .friday], at: [eight], from: monday, every: 2).summary)
    // every 2 weeks on Monday and Friday at 08:00
  }

  @Test func scheduleMonthly() async throws {
    let eight = CivilTime("08:00")!

    print(try Schedule.monthly(on: 31, at: [eight], from: monday).summary)
    // the 31st of every month (or the last day) at 08:00
  }

  @Test func scheduleMonthlyByWeekday() async throws {
    let eight = CivilTime("08:00")!

    print(try Schedule.monthly(on: .nth(-1, .friday), at: [eight], from: monday).summary)
    // the last Friday of every month at 08:00
  }

  @Test func scheduleCycle() async throws {
    let eight = CivilTime("08:00")!

    print(try Schedule.cycle(on: 21, off: 7, at: [eight], from: monday).summary)
    // 21 days on, 7 days off, at 08:00 from 6 January 2025
  }

  @Test func target() async throws {
    let dose = ScheduleElement.Target(10, units: "mL")  // 10 mL or more
    let most = ScheduleElement.Target(.atMost(.number(1500)), units: "mL")  // no more than 1.5 L
    let range = ScheduleElement.Target(.within(4...8), units: "mmol/L")  // a reading in that range
    print([dose, most, range].map { $0.units! })  // ["mL", "mL", "mmol/L"]
  }

  @Test func chartBars() async throws {
    let weeks = record.adherence(AdherenceQuery(monday..<monday.adding(days: 14), by: .week))
    let chart = ChartData.bars(of: weeks.total, over: weeks.spans, title: "Doses by week")
    print(chart.series.map(\.name))  // ["Due", "Done"]
  }

  @Test func chartDistribution() async throws {
    let ratios = Histogram([0.42, 0.71, 0.8, 0.86, 0.9, 0.93, 0.97, 1])
    print(ChartData.distribution(of: ratios, title: "Ratios of the patients").summary)
    // 8 patients.
  }

  @Test func chartSurvival() async throws {
    let curve = SurvivalCurve([6.0, 13, 16].map { FollowUp(time: $0, hasEvent: true) })
    print(ChartData.survival([("all", curve)], title: "Persistence").summary)
    // 3 followed, 3 events, median 13 days; after 16 days 0.0 %.
  }

  @Test func chartCovered() async throws {
    let covered = ProportionCovered(observed: [10, 10, 8], covered: [10, 9, 6])
    print(ChartData.covered([("all", covered)], title: "Patients covered").summary)
    // 100.0 % of 10 on day 0 and 75.0 % of 8 on day 2.
  }

  @Test func chartInterdose() async throws {
    let query = AdherenceQuery(monday..<monday.adding(days: 14))

    var evaluator = AdherenceEvaluator(query)
    var charts: [ChartData] = []
    _ = MeasureEvaluator().evaluate(CompiledRecord(record, query), by: &evaluator) { course, _, _ in
      charts.append(.interdose(of: course, title: course.task))
    }
    print(charts[0].title)  // tablet
  }

  @Test func chartRolling() async throws {
    let query = AdherenceQuery(monday..<monday.adding(days: 14))

    let weekly = record.rolling([RollingWindow(days: 7)!], query)[0]
    let chart = ChartData.rolling(of: weekly, series: weekly.patient.total, title: "All tasks")
    print(chart.kind)  // rolling
  }

  @Test func chartVegaLite() async throws {
    let weeks = record.adherence(AdherenceQuery(monday..<monday.adding(days: 14), by: .week))
    let chart = ChartData.bars(of: weeks.total, over: weeks.spans, title: "Tablet")
    let folder = try TemporaryFolder()
    let path = folder.path("tablet.vl.json")

    try chart.vegaLite().write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test func storeAdd() async throws {
    let store = MemoryStore()

    try await store.add(.patient(record.patient), .task(tablet, of: "ann"))
  }

  @Test func partition() async throws {
    print((0..<8).filter { Partition($0, of: 8).contains("ann") }.count)  // 1
  }

  @Test func patientFilter() async throws {
    var options = ReportOptions()
    options.filter = try PatientFilter("P01*,group:B")
  }

  @Test func recordList() async throws {
    let source = RecordList([record])
    print(source.patientIDs)  // ["ann"]
  }

  @Test func compiledRecord() async throws {
    let query = AdherenceQuery(monday..<monday.adding(days: 4))
    var evaluator = AdherenceEvaluator(query)
    let compiled = CompiledRecord(record, query)
    print(evaluator.adherence(of: compiled).total.periods[0].ratio!)  // 0.5
  }

  @Test func scoringProgress() async throws {
    print(Scoring.summed.progress(of: [OutcomeValue(.number(6))], against: [.init(8)]))
    // 0.75
  }

  @Test func customScoring() async throws {
    let most = CustomScoring("greatest value") { values, _ in values.map(\.amount).max() ?? 0 }
    print(Scoring.custom(most).progress(of: [OutcomeValue(.number(0.5))], against: []))  // 0.5
  }

  @Test func calendarPeriod() async throws {
    let days = monday..<monday.adding(days: 10)
    print(CalendarPeriod.week.spans(of: days).map(\.name))  // ["2025-W02", "2025-W03"]
  }

  @Test func share() async throws {
    let adherent = Share(4, of: 5)  // 80 %
    print(record.summary(AdherenceQuery(monday..<monday.adding(days: 3))).total.reaches(adherent))
    // false
  }

  @Test func dosingDays() async throws {
    let days = record.summary(AdherenceQuery(monday..<monday.adding(days: 4))).dosingDays
    print(days.share(\.correctByDate)!)  // 0.5
  }

  @Test func enumerateEvents() async throws {
    try record.enumerateEvents(AdherenceQuery(monday..<monday.adding(days: 4))) { event, stop in
      stop = event.state == .missed
    }
  }

  @Test func recordAdherence() async throws {
    let query = AdherenceQuery(monday..<monday.adding(days: 14), by: .week)
    print(record.adherence(query).total.periods.map { $0.ratio! })
    // [0.2857142857142857, 0.0]
  }

  @Test func dailyCompletion() async throws {
    let query = AdherenceQuery(monday..<monday.adding(days: 3))
    print(try record.dailyCompletionStatus(query).map(\.done))  // [1, 0, 1]
  }

  @Test func rolling() async throws {
    let query = AdherenceQuery(monday..<monday.adding(days: 8))
    let weekly = record.rolling([RollingWindow(days: 7)!], query)[0]
    print(weekly.ratio(of: weekly.patient.total, at: 7)!)  // 0.14285714285714285
  }
}
