import Scheduling
import Testing

@Suite struct OverrideTests {
  private func daily() throws -> Schedule {
    var element = ScheduleElement("tablet", from: local("2024-01-01T08:00:00"))
    element.recurrence = .every(Period(days: 1))
    return Schedule([element])
  }

  private func day(_ text: String) throws -> Range<Instant> {
    at("\(text)T00:00:00Z")..<at("\(text)T23:59:59Z")
  }

  /// Moving `…/2024-01-04T08:00` to Jan 6 10:00: a query for Jan 6 finds it once, nominal Jan 4.
  @Test func movedIsFoundWhereItMovedTo() throws {
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

  @Test func cancelledIsGoneAndKnown() throws {
    let key = try #require(OccurrenceKey("tablet/2024-01-04T08:00:00"))
    let occurrences = compiled(try daily().cancelled(key), in: .utc)
    #expect(occurrences.starting(in: try day("2024-01-04")).isEmpty)
    #expect(occurrences.cancelled(in: try day("2024-01-04")).map(\.ordinal) == [3])
  }

  @Test func addedTakesPlaceWithoutBeingPlanned() throws {
    let key = try #require(OccurrenceKey("tablet/2024-01-04T12:00:00"))
    let occurrences = compiled(try daily().added(key), in: .utc)
    let fourth = occurrences.starting(in: try day("2024-01-04"))
    #expect(fourth.map(\.isAddition) == [false, true])
    #expect(occurrences.key(of: fourth[1]) == key)
  }

  @Test func targetsAndWindowsOfOneOccurrence() throws {
    let key = try #require(OccurrenceKey("tablet/2024-01-04T08:00:00"))
    let window = ScheduleElement.Window(closesAfter: Period(seconds: 60))
    let schedule = try daily().retargeted(key, [.init(2)]).rewindowed(key, window)
    let occurrences = compiled(schedule, in: .utc)
    let fourth = try #require(occurrences.occurrence(for: key))
    #expect(occurrences.targets(of: fourth) == [.init(2)])
    #expect(occurrences.window(of: fourth) == window)
    let fifth = try #require(occurrences.next(after: fourth.start))
    #expect(occurrences.targets(of: fifth).isEmpty)
  }

  /// An exclusion comes first: what it leaves out an override can neither move nor cancel.
  @Test func excludedStaysAway() throws {
    let key = try #require(OccurrenceKey("tablet/2024-01-04T08:00:00"))
    let schedule = try daily().excluding([Schedule.Exclusion(date("2024-01-04"))])
      .moved(key, to: .local(local("2024-01-06T10:00:00")))
    let occurrences = compiled(schedule, in: .utc)
    #expect(occurrences.starting(in: try day("2024-01-06")).map(\.ordinal) == [5])
  }

  @Test func distinctMergesTwins() throws {
    var schedule = Schedule(union: [try daily(), try daily()])
    #expect(compiled(schedule, in: .utc).count(startingIn: try day("2024-01-04")) == 2)
    schedule.isDistinct = true
    let occurrences = compiled(schedule, in: .utc)
    #expect(occurrences.count(startingIn: try day("2024-01-04")) == 1)
    #expect(occurrences.starting(in: try day("2024-01-04")).map(\.element) == [0])
  }
}
