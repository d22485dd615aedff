import AdherenceAnalytics
import Foundation
import PlainWords
import Scheduling
import Testing

/// The examples of the how-to article.
@Suite(.printsAsWritten) struct HowDoIExamples: Examples {
  @Test func planADoseTwiceADay() async throws {
    var syrup = ScheduleElement("syrup", from: CivilDateTime("2025-01-06T08:00:00")!)
    syrup.recurrence = .every(ISODuration(days: 1))
    syrup.times = [CivilTime("08:00")!, CivilTime("20:00")!]
    syrup.targets = [.init(10, units: "mL")]
    let task = CareTask(id: "syrup", schedule: Schedule([syrup]))
    print(task.schedule.summary)  // every day at 08:00 and 20:00, 10 mL
  }

  @Test func askForASurveyOnceAWeekOnAnyDay() async throws {
    let survey = CareTask(id: "survey", schedule: try Schedule(words: "once a week", from: monday))
    let weeks = AdherenceQuery(monday..<monday.adding(days: 14), by: .week)
    let answered = CareRecord(
      patient: Patient(id: "ann", zone: .utc), tasks: [survey],
      outcomes: [Outcome(task: "survey", time: Instant("2025-01-09T19:30:00Z")!)])
    print(answered.adherence(weeks).total.periods.map { $0.ratio! })  // [1.0, 0.0]
  }

  @Test func taperADose() async throws {
    let (eight, two, eleven) = (CivilTime("08:00")!, CivilTime("14:00")!, CivilTime("23:00")!)
    let taper = Schedule.taper(
      [([eight, two, eleven], 2), ([eight, eleven], 2), ([eight], 2)], from: monday)
    let doses = try Occurrences(of: taper, in: .utc)
    print(doses.count(startingIn: Instant.earliest..<Instant.latest))  // 12
  }

  @Test func planSomethingThatIsUsedAsNeededFourTimesADayAtMost() async throws {
    let words = "as needed, at most 4 a day, at least 4 hours apart"
    let plan = try Schedule(words: words, from: monday)
    let times = ["06:00", "08:00", "13:00"].map { Instant("2025-01-06T\($0):00Z")! }
    let inhaler = CareRecord(
      patient: Patient(id: "ann", zone: .utc), tasks: [CareTask(id: "inhaler", schedule: plan)],
      outcomes: times.map { Outcome(task: "inhaler", time: $0) })
    let day = inhaler.adherence(AdherenceQuery(monday..<monday.adding(days: 1))).total.periods[0]
    print(day.uses.count, day.uses.tooSoon, day.ratio as Any)  // 3 1 nil
  }

  @Test func planSomethingTenDaysAfterSurgery() async throws {
    let tenDays = EventTime("surgery", offset: EventOffset("P10D")!, at: CivilTime("09:00")!)
    let stitches = ScheduleElement("stitches", after: EventAnchor(tenDays))
    print(stitches.summary)  // 10 days after surgery at 09:00
    var operated = CareRecord(
      patient: Patient(id: "ann", zone: .utc),
      tasks: [CareTask(id: "stitches", schedule: Schedule([stitches]))])
    operated.namedEvents = [NamedEvent("surgery", at: LocalOrInstant("2025-01-08T07:30:00")!)]
    print(try operated.next(after: Instant("2025-01-09T12:00:00Z")!)[0].key)
    // stitches@surgery#1/2025-01-18T09:00:00
  }

  @Test func planTheNextDoseEightHoursAfterTheLastOneTaken() async throws {
    let lastDose = EventTime(completionOf: nil, offset: EventOffset("PT8H")!)
    var antibiotic = ScheduleElement("dose", after: EventAnchor(lastDose))
    antibiotic.start = LocalOrInstant("2025-01-06T08:00:00")!
    print(antibiotic.summary)
    // 8 hours after the last dose, first on 6 January 2025 08:00
    let infected = CareRecord(
      patient: Patient(id: "ann", zone: .utc),
      tasks: [CareTask(id: "antibiotic", schedule: Schedule([antibiotic]))],
      outcomes: [Outcome(task: "antibiotic", time: Instant("2025-01-06T09:30:00Z")!)])
    print(try infected.next(after: Instant("2025-01-06T10:00:00Z")!)[0].key)
    // dose/2025-01-06T17:30:00
  }

  @Test func pauseAPlanDuringAStayInHospital() async throws {
    var paused = record
    paused.holds = [Hold(from: LocalOrInstant("2025-01-07")!, to: LocalOrInstant("2025-01-08")!)]
    let days = AdherenceQuery(monday..<monday.adding(days: 3))
    let (with, without) = (paused.adherence(days).total, record.adherence(days).total)
    print(with.periods[0].due, with.periods[0].onHold, without.periods[0].due)  // 2 1 3
  }

  @Test func decideWhenADoseIsTooLate() async throws {
    var strict = record
    strict.tasks[0].schedule.elements[0].window = .init(
      opensBefore: ISODuration("PT1H")!, closesAfter: ISODuration("PT30M")!,
      lateUntil: ISODuration("PT4H")!)
    let counts = strict.adherence(AdherenceQuery(monday..<monday.adding(days: 3))).total.periods[0]
    print(counts.timings.inWindow, counts.timings.late, counts.missed)  // 1 1 1
    print(counts.ratio(.done)!, counts.ratio(.inWindow)!)
    // 0.6666666666666666 0.3333333333333333
  }

  @Test func countHalfADoseOrSeveralReadings() async throws {
    var query = AdherenceQuery(monday..<monday.adding(days: 1))
    query.scoring = .summed
    var water = tablet
    water.schedule.elements[0].targets = [.init(1500, units: "mL")]
    let glasses = [500.0, 250].map { OutcomeValue(.number($0), units: "mL") }
    let drunk = CareRecord(
      patient: Patient(id: "ann", zone: .utc), tasks: [water],
      outcomes: [Outcome(task: "tablet", time: Instant("2025-01-06T12:00:00Z")!, values: glasses)])
    let today = drunk.adherence(query).total.periods[0]
    print(today.done, today.partial, today.ratio(.progress)!)  // 0 1 0.5
  }

  @Test func takeRecordsOverFromCareKit() async throws {
    let careKit = AdherenceQuery(monday..<monday.adding(days: 3), by: .day)
    print(record.adherence(careKit).total.periods.map { $0.ratio(.progress)! })
    // [1.0, 0.0, 1.0]
  }

  @Test func repeatAReportAsItWasOnADay() async throws {
    var known = record
    var late = Outcome(task: "tablet", time: Instant("2025-01-07T07:00:00Z")!)
    late.recordedAt = Instant("2025-01-20T12:00:00Z")
    known.outcomes.append(late)
    var query = AdherenceQuery(monday..<monday.adding(days: 3))
    print(known.adherence(query).total.periods[0].done)  // 3
    query.asKnownAt = Instant("2025-01-09T00:00:00Z")
    print(known.adherence(query).total.periods[0].done)  // 2
  }

  @Test func defineAMeasureOrADenominatorOfMyOwn() async throws {
    var offered = AdherenceQuery(monday..<monday.adding(days: 3))
    offered.denominator = .offered
    offered.scoring = .custom(
      CustomScoring("greatest") { values, _ in values.map(\.amount).max() ?? 0 })
    let late = try record.events(AdherenceQuery(monday..<monday.adding(days: 3)))
      .compactMap { event in event.outcome?.time.map { ($0 - event.start) / 60 } }
    print("minutes late:", late)  // minutes late: [10, 160]
  }
}
