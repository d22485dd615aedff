import AdherenceAnalytics
import Scheduling
import TestSampling
import TestSupport
import Testing

/// Plans that follow events, against a model that walks day by day.
@Suite struct NaiveEventPlanTests {
  @Test(arguments: Array(1...20_000 as ClosedRange<UInt64>).sampled(150))
  func plansAreThoseOfTheModel(seed: UInt64) throws {
    var world = EventWorld(seed: seed)
    let record = try world.record()
    var query = AdherenceQuery(EventWorld.days)
    query.asOf = world.moment()
    if world.isTrue(oneIn: 2) { query.asKnownAt = world.moment() }
    query.denominator = .planned
    let known = query.asKnownAt.map { cutoff in
      record.namedEvents.filter { $0.recordedAt ?? .earliest <= cutoff }
    }
    let model = EventModel(record, known ?? record.namedEvents, asOf: try #require(query.asOf))
    let evaluation = try record.evaluate(record.tasks[0], query)
    let keys = evaluation.scored.map { evaluation.plan.key(of: $0.occurrence).description }
    #expect(keys.sorted() == model.keys.sorted())
  }
}

extension NaiveEventPlanTests {
  /// Neither a second entry of an event nor the withdrawal of the first changes a key.
  @Test(arguments: Array(1...20_000 as ClosedRange<UInt64>).sampled(100))
  func aSecondEntryKeepsTheKeys(seed: UInt64) throws {
    var world = EventWorld(seed: seed)
    var record = try world.record()
    let end = EventWorld.days.upperBound.adding(days: 99)
    let zone = record.patient.zone
    let last = Dictionary(grouping: record.namedEvents) { $0.id ?? "" }.values.compactMap { event in
      event.max { ($0.recordedAt ?? .earliest) < ($1.recordedAt ?? .earliest) }
    }
    guard var first = last.sorted(by: { $0.id ?? "" < $1.id ?? "" }).first(where: { !$0.isDeleted })
    else { return }
    let before = try keys(of: record)
    var second = first
    second.id = "second"
    second.recordedAt = zone.firstInstant(atOrAfter: CivilDateTime(date: end))
    record.namedEvents.append(second)
    #expect(try keys(of: record) == before)
    first.isDeleted = true
    first.recordedAt = second.recordedAt?.adding(seconds: 1)
    record.namedEvents.append(first)
    #expect(try keys(of: record) == before)
  }

  /// The keys as of the end of time.
  private func keys(of record: CareRecord) throws -> [String] {
    var query = AdherenceQuery(EventWorld.days)
    query.denominator = .planned
    query.asOf = EventWorld.days.upperBound.noonYearLater
    let evaluation = try record.evaluate(record.tasks[0], query)
    return evaluation.scored.map { evaluation.plan.key(of: $0.occurrence).description }
  }
}

extension CivilDate {
  /// An instant a year later.
  fileprivate var noonYearLater: Instant { Instant(seconds: Int64(dayNumber + 365) * 86_400) }
}

/// The definition of a plan that follows events.
private struct EventModel {
  let element: ScheduleElement
  let zone: Zone
  /// The events that are known, in order of time; of those at one time the first by number.
  var events: [String: [Event]] = [:]
  /// All events that were ever known, withdrawn ones included.
  var numbered: [String: [Event]] = [:]

  struct Event {
    let number: Int
    let time: Instant
    /// Whether only the date is known.
    let isDate: Bool
  }

  init(_ record: CareRecord, _ versions: [NamedEvent], asOf: Instant) {
    element = record.tasks[0].schedule.elements[0]
    zone = record.patient.zone
    for name in ["surgery", "discharge"] {
      let zone = zone
      let own = versions.filter { $0.name == name }.sorted {
        ($0.recordedAt ?? .earliest, $0.time.instant(in: zone))
          < ($1.recordedAt ?? .earliest, $1.time.instant(in: zone))
      }
      var ids: [String] = []
      for event in own where !ids.contains(event.id ?? "") { ids.append(event.id ?? "") }
      ids = ids.filter { id in own.contains { $0.id == id && !$0.isDeleted } }
      for (index, id) in ids.enumerated() {
        let known = own.filter { event in
          event.id == id
            && (event.recordedAt ?? .earliest <= asOf || event.time.instant(in: zone) <= asOf)
        }
        guard let last = known.last(where: { !$0.isDeleted }) else { continue }
        let isDate = if case .local = last.time { true } else { false }
        let event = Event(number: index + 1, time: last.time.instant(in: zone), isDate: isDate)
        numbered[name, default: []].append(event)
        if known.last?.isDeleted == false { events[name, default: []].append(event) }
      }
      var times: Set<Instant> = []
      events[name] = events[name]?.sorted { ($0.time, $0.number) < ($1.time, $1.number) }
        .filter { times.insert($0.time).inserted }
    }
  }

  /// The keys of all occurrences in the days of the query.
  var keys: [String] {
    guard let after = element.after, let all = events[after.start.event] else { return [] }
    var keys: Set<String> = []
    for (index, event) in all.enumerated() {
      if after.which == .first && index > 0 { break }
      if after.which == .last && index < all.count - 1 { continue }
      let first = start(of: after.start, event.time)
      if isEmpty(index, all) { continue }
      let together = (numbered[after.start.event] ?? []).filter {
        start(of: after.start, $0.time) == first
      }
      let number = together.map(\.number).min() ?? event.number
      for day in EventWorld.days.lowerBound.dayNumber..<EventWorld.days.upperBound.dayNumber {
        let step = day - first.dayNumber
        let isDue = element.recurrence == .once ? step == 0 : step >= 0 && step % 3 == 0
        let local = CivilDateTime(date: CivilDate(dayNumber: day), time: EventWorld.nine)
        guard isDue, step / 3 < element.count ?? .max, !isOver(at: local, index, all) else {
          continue
        }
        keys.insert("visit@\(after.start.event)#\(number)/\(local)")
      }
    }
    return Array(keys)
  }

  private func start(of time: EventTime, _ event: Instant) -> CivilDate {
    let days = time.offset.period.days
    return zone.civil(at: event).date.adding(days: time.offset.isBefore ? -days : days)
  }

  /// Whether an element after an event ends before its start.
  private func isEmpty(_ index: Int, _ all: [Event]) -> Bool {
    guard let after = element.after else { return true }
    let first = start(of: after.start, all[index].time)
    return isOver(at: CivilDateTime(date: first, time: EventWorld.nine), index, all)
  }

  private func isOver(
    at local: CivilDateTime, _ index: Int, _ all: [Event]
  ) -> Bool {
    guard let after = element.after else { return false }
    let moment = zone.firstInstant(atOrAfter: local)
    if after.replaces, index + 1 < all.count {
      let next = CivilDateTime(
        date: start(of: after.start, all[index + 1].time), time: EventWorld.nine)
      if moment >= all[index + 1].time || local >= next { return true }
    }
    guard let until = after.until, let end = end(of: all[index], until) else { return false }
    let date = start(of: until, end.time)
    if until.offset.period.isZero, until.time == nil { return moment >= end.time }
    return local >= CivilDateTime(date: date, time: until.time ?? .midnight)
  }

  /// The event by which an element after another event ends.
  private func end(of event: Event, _ until: EventTime) -> Event? {
    if until.event == element.after?.start.event { return event }
    return events[until.event]?.first { end in
      let dates = (zone.civil(at: end.time).date, zone.civil(at: event.time).date)
      return end.isDate || event.isDate ? dates.0 >= dates.1 : end.time >= event.time
    }
  }
}

/// Random events of a patient: late, moved, repeated, withdrawn, and some of which only the date is known.
private struct EventWorld: Drawing {
  var random: Seeded

  /// Two months from 2025-03-10, around a change of clocks.
  static let days = CivilDate(dayNumber: 20_157)..<CivilDate(dayNumber: 20_218)
  static let nine = CivilTime(secondOfDay: 9 * 3600)
  private static let first = Instant(seconds: 20_148 * 86_400)

  init(seed: UInt64) { random = Seeded(state: seed) }

  mutating func moment() -> Instant {
    EventWorld.first.adding(seconds: Int64(number(0...80 * 86_400)))
  }

  mutating func record() throws -> CareRecord {
    var record = CareRecord(
      patient: try patient(in: "Europe/Berlin"),
      tasks: [CareTask(id: "visits", schedule: Schedule([try element()]))])
    for index in 0..<number(0...4) {
      record.namedEvents += versions(
        of: "event\(index)", isTrue(oneIn: 3) ? "discharge" : "surgery")
    }
    record.namedEvents.shuffle(using: &random)
    return record
  }

  private mutating func time() -> LocalOrInstant {
    guard isTrue(oneIn: 3) else { return .instant(moment()) }
    return .local(CivilDateTime(date: EventWorld.days.lowerBound.adding(days: number(-9...70))))
  }

  private mutating func versions(of id: String, _ name: String) -> [NamedEvent] {
    var event = NamedEvent(name, at: time())
    event.id = id
    var versions = [event]
    versions[0].recordedAt = isTrue(oneIn: 4) ? nil : moment()
    while isTrue(oneIn: 2) {
      event.time = time()
      event.isDeleted = isTrue(oneIn: 4)
      event.recordedAt = moment()
      versions.append(event)
    }
    return versions
  }

  private mutating func element() throws -> ScheduleElement {
    var anchor = EventAnchor(try time("surgery"))
    anchor.which = EventAnchor.Selection.allCases[number(0...2)]
    anchor.replaces = anchor.which == .each && isTrue(oneIn: 2)
    if isTrue(oneIn: 2) { anchor.until = try time(isTrue(oneIn: 2) ? "discharge" : "surgery") }
    var element = ScheduleElement("visit", after: anchor)
    if !isTrue(oneIn: 3) { element.recurrence = .every(ISODuration(days: 3)) }
    if element.recurrence != .once, isTrue(oneIn: 2) {
      element.times = [EventWorld.nine]
      element.after?.start.time = nil
      element.after?.until?.time = nil
    }
    if isTrue(oneIn: 2) { element.count = number(1...5) }
    return element
  }

  private mutating func time(_ event: String) throws -> EventTime {
    let offset = EventOffset(ISODuration(days: number(0...12)), isBefore: isTrue(oneIn: 4))
    return EventTime(event, offset: offset, at: EventWorld.nine)
  }
}
