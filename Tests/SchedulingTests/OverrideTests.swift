import Diagnostics
import PlainWords
import Scheduling
import Testing

@Suite struct OverrideTests {
  private func daily() throws -> Schedule {
    var element = ScheduleElement("tablet", from: local("2024-01-01T08:00:00"))
    element.recurrence = .every(ISODuration(days: 1))
    return Schedule([element])
  }

  private func day(_ text: String) throws -> Range<Instant> {
    at("\(text)T00:00:00Z")..<at("\(text)T23:59:59Z")
  }

  /// Moving `…/2024-01-04T08:00` to Jan 6 10:00: a query for Jan 6 finds it once, nominal Jan 4.
  @Test func movedOccurrencesAreFoundAtTheirNewTime() throws {
    let key = try #require(OccurrenceKey("tablet/2024-01-04T08:00:00"))
    let schedule = try daily().moved(key, to: .local(local("2024-01-06T10:00:00")))
    let occurrences = compiled(schedule, in: .utc)
    #expect(occurrences.starting(in: try day("2024-01-04")).isEmpty)
    let sixth = occurrences.starting(in: try day("2024-01-06"))
    #expect(sixth.map(\.ordinal) == [5, 3])
    #expect(occurrences.key(of: sixth[1]) == key)
    #expect(occurrences.occurrence(for: key) == sixth[1])
    #expect(occurrences.count(startingIn: try day("2024-01-06")) == 2)
    #expect(occurrences.count(startingIn: try day("2024-01-04")) == 0)
  }

  /// An occurrence moved to the start of a later one precedes it, as in every other query.
  @Test(arguments: [false, true]) func movedToAnothersMomentKeepsTheOrder(_ isDistinct: Bool) throws
  {
    let keys = ["tablet/2024-01-03T08:00:00", "tablet/2024-01-04T08:00:00"]
    var schedule = try daily()
    for text in keys {
      let key = try #require(OccurrenceKey(text))
      schedule = schedule.moved(key, to: .local(local("2024-01-06T08:00:00")))
    }
    schedule.isDistinct = isDistinct
    let occurrences = compiled(schedule, in: .utc)
    let sixth = try day("2024-01-06")
    #expect(occurrences.starting(in: sixth).map(\.ordinal) == [2, 3, 5])
    #expect(Array(occurrences.sequence(in: sixth)).map(\.ordinal) == [2, 3, 5])
    #expect(occurrences.starting(in: sixth, limit: 2).map(\.ordinal) == [2, 3])
  }

  @Test func prolongedEndsLater() throws {
    let key = try #require(OccurrenceKey("tablet/2024-01-04T08:00:00"))
    let occurrences = compiled(
      try daily().prolonged(key, ISODuration(days: 1, seconds: 3600)).reworded(key, "infusion"),
      in: zone("America/New_York"))
    let row = try #require(occurrences.occurrence(for: key))
    #expect(occurrences.end(of: row) == at("2024-01-05T14:00:00Z"))
    #expect(occurrences.text(of: row) == "infusion")
    #expect(occurrences.ordinalsOverlapping("2024-01-05T13:30:00Z", "2024-01-05T13:40:00Z") == [3])
    #expect(occurrences.ordinalsOverlapping("2024-01-05T14:00:00Z", "2024-01-05T14:40:00Z") == [])
    let other = try #require(
      occurrences.occurrence(
        for: OccurrenceKey(element: "tablet", nominal: local("2024-01-05T08:00:00"))))
    #expect(occurrences.end(of: other) == other.start)
    #expect(occurrences.text(of: other) == nil)
  }

  /// Whole days of an all-day occurrence end at midnight if it begins at midnight; other durations are exact.
  @Test(arguments: [
    (nil, "P2D", "2024-03-12T04:00:00Z"), (nil, "PT30M", "2024-03-10T05:30:00Z"),
    (nil, "PT0S", "2024-03-10T05:00:00Z"),
    ("2024-03-10T14:00:00", "PT15M", "2024-03-10T18:15:00Z"),
    ("2024-03-12T00:00:00", "P1D", "2024-03-13T04:00:00Z"),
  ])
  func aDayOfAnotherLength(_ start: String?, _ duration: String, _ end: String) throws {
    var element = ScheduleElement("rest", on: try #require(CivilDate("2024-03-10")))
    element.recurrence = .every(ISODuration(days: 1))
    let key = OccurrenceKey(element: "rest", nominal: local("2024-03-10T00:00:00"))
    var schedule = Schedule([element]).prolonged(key, try #require(ISODuration(duration)))
    if let start { schedule = schedule.moved(key, to: .local(local(start))) }
    let occurrences = compiled(schedule, in: zone("America/New_York"))
    let row = try #require(occurrences.occurrence(for: key))
    #expect(occurrences.end(of: row) == at(end))
  }

  @Test func compositionCarriesLengthsAndTexts() throws {
    let key = try #require(OccurrenceKey("tablet/2024-01-04T08:00:00"))
    let own = try daily().prolonged(key, ISODuration(seconds: 60)).reworded(key, "b")
    let union = Schedule(union: [try daily(), own]).shifted(by: ISODuration(days: 1))
    let moved = union.overrides[try #require(OccurrenceKey("2.tablet/2024-01-05T08:00:00"))]
    #expect(moved == Schedule.Override(duration: ISODuration(seconds: 60), text: "b"))
    #expect(own.summary == "every day at 08:00, 1 occurrence changed")
  }

  @Test func rejectsNegativeLengths() throws {
    let key = try #require(OccurrenceKey("tablet/2024-01-04T08:00:00"))
    var period = ISODuration(seconds: 60)
    period.seconds = -60
    let schedule = try daily().prolonged(key, period)
    let error = #expect(throws: InputError.self) { try schedule.validate() }
    #expect(error?.field == "overrides.tablet/2024-01-04T08:00:00.duration")
  }

  @Test func cancelledOccurrencesAreListedSeparately() throws {
    let key = try #require(OccurrenceKey("tablet/2024-01-04T08:00:00"))
    let occurrences = compiled(try daily().cancelled(key), in: .utc)
    #expect(occurrences.starting(in: try day("2024-01-04")).isEmpty)
    #expect(occurrences.cancelled(in: try day("2024-01-04")).map(\.ordinal) == [3])
  }

  @Test func addedOccurrencesAreUnplanned() throws {
    let key = try #require(OccurrenceKey("tablet/2024-01-04T12:00:00"))
    let occurrences = compiled(try daily().added(key), in: .utc)
    let fourth = occurrences.starting(in: try day("2024-01-04"))
    #expect(fourth.map(\.isAddition) == [false, true])
    #expect(occurrences.key(of: fourth[1]) == key)
  }

  /// An occurrence of whole days cannot begin within a day.
  @Test func allDayOccurrencesAreAddedAtMidnight() throws {
    var element = ScheduleElement("walk", on: date("2024-01-01"))
    element.recurrence = .every(ISODuration(days: 7))
    let evening = OccurrenceKey(element: "walk", nominal: local("2024-01-03T20:30:00"))
    let error = #expect(throws: InputError.self) {
      try Schedule([element]).added(evening).validate()
    }
    #expect(error == InputError(.conflict(with: "allDay"), field: "overrides.\(evening).added"))
    let day = OccurrenceKey(element: "walk", nominal: local("2024-01-03T00:00:00"))
    let plan = compiled(Schedule([element]).added(day), in: .utc)
    #expect(plan.starting(in: everything, limit: 2).map(plan.key)[1] == day)
  }

  @Test func targetsAndWindowsOfOneOccurrence() throws {
    let key = try #require(OccurrenceKey("tablet/2024-01-04T08:00:00"))
    let window = ScheduleElement.Window(closesAfter: ISODuration(seconds: 60))
    let schedule = try daily().retargeted(key, [.init(2)]).rewindowed(key, window)
    let occurrences = compiled(schedule, in: .utc)
    let fourth = try #require(occurrences.occurrence(for: key))
    #expect(occurrences.targets(of: fourth) == [.init(2)])
    #expect(occurrences.window(of: fourth) == window)
    let fifth = try #require(occurrences.next(after: fourth.start))
    #expect(occurrences.targets(of: fifth).isEmpty)
  }

  /// Exclusions take precedence: an override can neither move nor cancel an excluded occurrence.
  @Test func overridesDoNotAffectExcludedOccurrences() throws {
    let key = try #require(OccurrenceKey("tablet/2024-01-04T08:00:00"))
    let schedule = try daily().excluding([Schedule.Exclusion(date("2024-01-04"))])
      .moved(key, to: .local(local("2024-01-06T10:00:00")))
    let occurrences = compiled(schedule, in: .utc)
    #expect(occurrences.starting(in: try day("2024-01-06")).map(\.ordinal) == [5])
  }

  @Test func distinctMergesDuplicates() throws {
    var schedule = Schedule(union: [try daily(), try daily()])
    #expect(compiled(schedule, in: .utc).count(startingIn: try day("2024-01-04")) == 2)
    schedule.isDistinct = true
    let occurrences = compiled(schedule, in: .utc)
    #expect(occurrences.count(startingIn: try day("2024-01-04")) == 1)
    #expect(occurrences.starting(in: try day("2024-01-04")).map(\.element) == [0])
  }
}

extension Occurrences {
  /// The ordinals of those in progress in a range.
  fileprivate func ordinalsOverlapping(_ from: String, _ to: String) -> [Int] {
    overlapping(at(from)..<at(to)).map(\.ordinal)
  }
}
