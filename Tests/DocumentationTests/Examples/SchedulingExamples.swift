import AdherenceAnalytics
import Foundation
import PlainWords
import Scheduling
import Testing

/// The examples of the essential types of `Scheduling`.
@Suite(.printsAsWritten) struct SchedulingExamples: Examples {
  @Test func schedule() async throws {
    let monday = CivilDate("2025-01-06")!
    let tablets = Schedule.daily(at: [CivilTime("08:00")!, CivilTime("20:00")!], from: monday)
    print(tablets.summary)  // every day at 08:00 and 20:00
    let walks = try Schedule(words: "every other week on Mon, Wed and Fri at 17:00", from: monday)
    print(walks.summary)  // every 2 weeks on Monday, Wednesday and Friday at 17:00
  }

  @Test func scheduleElement() async throws {
    var syrup = ScheduleElement("syrup", from: CivilDateTime("2025-01-06T08:00:00")!)
    syrup.recurrence = .every(ISODuration(days: 1))
    syrup.times = [CivilTime("08:00")!, CivilTime("20:00")!]
    syrup.targets = [.init(10, units: "mL")]
    syrup.window = .init(opensBefore: ISODuration("PT1H")!, closesAfter: ISODuration("PT2H")!)
    print(syrup.summary)
    // every day at 08:00 and 20:00, 10 mL, from 1 hour before to 2 hours after
  }

  @Test func eventAnchor() async throws {
    let tenDays = EventTime("surgery", offset: EventOffset("P10D")!, at: CivilTime("09:00")!)
    var visit = ScheduleElement("visit", after: EventAnchor(tenDays))
    visit.recurrence = .every(ISODuration(days: 7))
    visit.count = 4
    print(visit.summary)  // every week at 09:00 from 10 days after surgery, 4 times
  }

  @Test func eventOffset() async throws {
    print(EventOffset("-P3D")!.isBefore, EventOffset("PT8H")!.period.seconds)  // true 28800
  }

  @Test func recurrence() async throws {
    var pill = ScheduleElement("pill", from: CivilDateTime("2025-01-06T08:00:00")!)
    for recurrence in [.every(ISODuration("PT8H")!), .cycle(on: 21, off: 7)] as [Recurrence] {
      pill.recurrence = recurrence
      print(pill.summary)
    }
    // every 8 hours from 6 January 2025 08:00
    // 21 days on, 7 days off, at 08:00 from 6 January 2025
  }

  @Test func recurrenceRule() async throws {
    let rule = RecurrenceRule(.monthly, weekdays: [.nth(-1, .friday)])
    print(rule.summary)  // the last Friday of every month
    print(rule)  // FREQ=MONTHLY;BYDAY=-1FR
    print(try RecurrenceRule(parsing: "FREQ=MONTHLY;BYDAY=-1FR") == rule)  // true
  }

  @Test func occurrences() async throws {
    let schedule = try Schedule(words: "daily at 08:00", from: CivilDate("2025-03-08")!)
    let occurrences = try Occurrences(of: schedule, in: Zone("America/New_York")!)
    let weekend = Instant("2025-03-08T05:00:00Z")!..<Instant("2025-03-10T04:00:00Z")!
    for occurrence in occurrences.starting(in: weekend) {
      print(occurrence.start, occurrences.key(of: occurrence))
    }
    // 2025-03-08T13:00:00Z 1/2025-03-08T08:00:00
    // 2025-03-09T12:00:00Z 1/2025-03-09T08:00:00
  }

  @Test func occurrence() async throws {
    let schedule = try Schedule(words: "daily at 08:00", from: CivilDate("2025-01-06")!)
    let occurrences = try Occurrences(of: schedule, in: .utc)
    let next = occurrences.next(after: Instant("2025-02-01T12:00:00Z")!)!
    print(next.start, next.ordinal, schedule.elements[next.element].id)
    // 2025-02-02T08:00:00Z 27 1
  }

  @Test func occurrenceKey() async throws {
    let key = OccurrenceKey("tablet/2025-01-06T08:00:00")!
    let plan = Schedule.daily(
      at: [CivilTime("08:00")!], from: CivilDate("2025-01-06")!, id: "tablet")
    let noon = LocalOrInstant("2025-01-06T12:00:00")!
    print(plan.moved(key, to: noon).summary)  // every day at 08:00, 1 occurrence moved
  }

  @Test func period() async throws {
    print(ISODuration("P1Y2M")!.months, ISODuration("P1DT12H")!.seconds)  // 14 43200
    print(ISODuration(days: 1, seconds: 5400))  // P1DT1H30M
  }

  @Test func instant() async throws {
    let landing = Instant("2025-06-10T22:00:00Z")!
    print(Zone("Europe/Dublin")!.civil(at: landing))  // 2025-06-10T23:00:00
    print(landing.adding(seconds: 3600) - landing)  // 3600
  }

  @Test func civilDateTime() async throws {
    let half = CivilDateTime("2025-03-09T02:30:00")!
    print(half.date.weekday, half.time)  // sunday 02:30
    print(Zone("America/New_York")!.firstInstant(atOrAfter: half))  // 2025-03-09T07:00:00Z
  }

  @Test func zone() async throws {
    let newYork = Zone("America/New_York")!
    let landing = Instant("2025-06-10T22:00:00Z")!
    let dublin = Zone.Arrival(from: landing, zone: Zone("Europe/Dublin")!)
    let traveller = Zone(home: newYork, arrivals: [dublin])
    print(traveller.civil(at: landing.adding(seconds: -1)))  // 2025-06-10T17:59:59
    print(traveller.civil(at: landing))  // 2025-06-10T23:00:00
    print(traveller.id)  // America/New_York;2025-06-10T22:00:00Z=Europe/Dublin
  }

  @Test func quota() async throws {
    var walk = ScheduleElement("walk", on: CivilDate("2025-01-06")!)
    walk.recurrence = .quota(Quota(3, per: ISODuration(days: 7)))
    print(walk.summary)  // 3 times a week
  }

  @Test func useCaps() async throws {
    var inhaler = ScheduleElement("inhaler", on: CivilDate("2025-01-06")!)
    for day in ["P1D", "PT24H"] {
      inhaler.recurrence = .asNeeded(
        UseCaps(maximum: 4, per: ISODuration(day), minGap: ISODuration("PT4H")))
      print(inhaler.summary)
    }
    // as needed, at most 4 times a day, at least 4 hours apart
    // as needed, at most 4 times in any 24 hours, at least 4 hours apart
  }

  @Test func inputError() async throws {
    do {
      print(try Schedule(words: "evry day at 08:00").summary)
    } catch {
      print(error)
      // is not understood at 'evry' (did you mean 'every'?); try 'every day at 08:00'
    }
  }
}
