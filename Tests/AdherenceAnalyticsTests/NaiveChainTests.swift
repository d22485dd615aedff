import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import AdherenceAnalytics

/// Occurrences that follow the completions of their own task, against a model that walks link by link.
@Suite struct NaiveChainTests {
  @Test(arguments: Array(1...20_000 as ClosedRange<UInt64>).sampled(250))
  func chainsAreThoseOfTheModel(seed: UInt64) throws {
    var world = ChainWorld(seed: seed)
    let record = try world.record()
    var query = AdherenceQuery(ChainWorld.days)
    query.asOf = world.moment()
    if world.isTrue(oneIn: 2) { query.asKnownAt = world.moment() }
    let evaluation = try record.evaluate(record.tasks[0], query)
    let found = evaluation.found.map { scored in
      ChainModel.Link(
        planned: evaluation.plan.key(of: scored.occurrence).nominal, done: scored.time)
    }
    let links = try ChainModel(record, query).links
    #expect(found == links)
    #expect(!evaluation.dispositions.contains(.orphaned))
  }

  /// Warnings are those of the data, whether or not they are found in a record dated for a report.
  @Test(arguments: Array(1...20_000 as ClosedRange<UInt64>).sampled(100))
  func warningsDependOnNoReport(seed: UInt64) throws {
    var world = ChainWorld(seed: seed)
    let record = try world.keyed(try world.record())
    var query = AdherenceQuery(ChainWorld.days)
    if world.isTrue(oneIn: 2) { query.asOf = world.moment() }
    if world.isTrue(oneIn: 4) { query.asKnownAt = world.moment() }
    #expect(record.warnings(by: CompiledRecord(record, query)) == record.warnings)
  }
}

/// The definition of a chain of completions.
private struct ChainModel {
  struct Link: Equatable {
    var planned: CivilDateTime
    var done: Instant?
  }

  private(set) var links: [Link] = []
  private let rule: EventAnchor
  private let zone: Zone

  init(_ record: CareRecord, _ query: AdherenceQuery) throws {
    let element = record.tasks[0].schedule.elements[0]
    (rule, zone) = (try #require(element.after), record.patient.zone)
    let (now, window) = (try #require(query.asOf), try #require(element.window))
    let known = Dictionary(
      grouping: record.outcomes.filter { $0.recordedAt ?? .earliest <= query.asKnownAt ?? .latest },
      by: { $0.id ?? "\($0.time?.seconds ?? 0)" })
    var taken = known.values.compactMap { versions in
      versions.max { ($0.recordedAt ?? .earliest) < ($1.recordedAt ?? .earliest) }
    }.filter { !$0.isDeleted && min($0.time ?? .latest, $0.recordedAt ?? .latest) <= now }
      .compactMap(\.time).sorted()
    var planned = element.start.civil(in: zone)
    taken.removeAll { $0.adding(seconds: Int64(window.opensBefore.seconds)) < start(planned) }
    let holds = record.holds.map {
      $0.from.instant(in: zone)..<($0.to?.instant(in: zone) ?? .latest)
    }
    while planned.date < query.range.upperBound {
      let expiry = start(planned).adding(seconds: Int64(window.lateUntil.seconds))
      func isOnHold(_ moment: Instant) -> Bool { holds.contains { $0.contains(moment) } }
      let isOpen = expiry > now || isOnHold(start(planned))
      let waits = rule.whenMissed == .wait && !isOpen
      let done = taken.first.flatMap { $0 < expiry || waits ? $0 : nil }
      let isHeld = done.map { isOnHold($0) && isOnHold(start(planned)) } ?? false
      if query.range.contains(planned.date) {
        links.append(Link(planned: planned, done: isHeld ? nil : done))
      }
      if let done {
        taken.removeFirst()
        let next = next(after: planned, taken: done)
        planned = next > planned ? next : after(planned)
      } else if isOpen || rule.whenMissed == .fromPlanned {
        planned = after(planned)
      } else if rule.whenMissed == .fromNow {
        planned = after(expiry)
      } else {
        break
      }
    }
  }

  private func next(after planned: CivilDateTime, taken: Instant) -> CivilDateTime {
    let isPlanned = rule.start.completion == .planned || taken == start(planned)
    let next = isPlanned ? after(planned) : after(taken)
    guard let gap = rule.minimumGap else { return next }
    let earliest = taken.adding(seconds: Int64(gap.seconds))
    return start(next) < earliest ? zone.civil(at: earliest) : next
  }

  private func start(_ local: CivilDateTime) -> Instant { zone.instant(meantBy: local) }

  private func after(_ planned: CivilDateTime) -> CivilDateTime {
    let days = rule.start.offset.period.days
    return days > 0
      ? CivilDateTime(date: planned.date.adding(days: days), time: planned.time)
      : after(start(planned))
  }

  private func after(_ taken: Instant) -> CivilDateTime {
    let offset = rule.start.offset.period
    return offset.days > 0
      ? after(zone.civil(at: taken)) : zone.civil(at: taken.adding(seconds: Int64(offset.seconds)))
  }
}

/// Random doses of a patient: late, early, missing, repeated, corrected and withdrawn ones.
private struct ChainWorld: Drawing {
  var random: Seeded

  /// Three weeks around a change of clocks.
  static let days = CivilDate(dayNumber: 20_167)..<CivilDate(dayNumber: 20_188)
  private static let first = Instant(seconds: 20_166 * 86_400)

  init(seed: UInt64) { random = Seeded(state: seed) }

  mutating func moment() -> Instant {
    ChainWorld.first.adding(seconds: Int64(number(0...25 * 96) * 900))
  }

  mutating func record() throws -> CareRecord {
    let element = try element()
    var record = CareRecord(
      patient: try patient(in: "Europe/Berlin"),
      tasks: [CareTask(id: "tablet", schedule: Schedule([element]))])
    let offset = try #require(element.after).start.offset.period
    let step = offset.days * 86_400 + offset.seconds
    var time = ChainWorld.first.adding(seconds: Int64(number(-8...32) * 900))
    for index in 0..<number(0...30) {
      record.outcomes.append(contentsOf: versions(of: "\(index)", at: time))
      time = time.adding(seconds: Int64(isTrue(oneIn: 6) ? number(1...9) * step : step))
      time = time.adding(seconds: Int64(isTrue(oneIn: 3) ? 0 : number(-12...12) * 900))
    }
    if isTrue(oneIn: 4) {
      let from = moment()
      record.holds = [
        Hold(from: .instant(from), to: .instant(from.adding(seconds: Int64(number(1...90) * 3600))))
      ]
    }
    return record
  }

  /// Returns a record with keys of some outcomes, most of them those of occurrences.
  mutating func keyed(_ record: CareRecord) throws -> CareRecord {
    var record = record
    let plan = try #require(record.plans.first)
    let last = ChainWorld.first.adding(seconds: 30 * 86_400)
    let keys = plan.starting(in: ChainWorld.first..<last).map { plan.key(of: $0).nominal }
    for index in record.outcomes.indices where isTrue(oneIn: 3) && !keys.isEmpty {
      let other = Zone.utc.civil(at: moment())
      let nominal = isTrue(oneIn: 5) ? other : keys[number(0...keys.count - 1)]
      record.outcomes[index].key = OccurrenceKey(element: "dose", nominal: nominal)
      if isTrue(oneIn: 4) { record.outcomes[index].time = nil }
    }
    return record
  }

  private mutating func versions(of id: String, at time: Instant) -> [Outcome] {
    var outcome = Outcome(task: "tablet", time: time)
    if !isTrue(oneIn: 3) { return [outcome] }
    outcome.id = id
    outcome.recordedAt = time.adding(seconds: Int64(number(0...200) * 900))
    var versions = [outcome]
    while isTrue(oneIn: 2) {
      outcome.time = time.adding(seconds: Int64(number(-20...20) * 900))
      outcome.isDeleted = isTrue(oneIn: 4)
      outcome.recordedAt = outcome.recordedAt?.adding(seconds: Int64(number(1...200) * 900))
      versions.append(outcome)
    }
    return versions
  }

  private mutating func element() throws -> ScheduleElement {
    let offset =
      isTrue(oneIn: 2)
      ? ISODuration(days: number(1...3)) : ISODuration(seconds: number(4...30) * 3600)
    var after = EventAnchor(
      EventTime(
        completionOf: isTrue(oneIn: 2) ? nil : "tablet", isTrue(oneIn: 3) ? .planned : .taken,
        offset: EventOffset(offset)))
    after.whenMissed = EventAnchor.WhenMissed.allCases[number(0...2)]
    if isTrue(oneIn: 3) { after.minimumGap = ISODuration(seconds: number(1...4) * 3600) }
    var element = ScheduleElement("dose", after: after)
    element.start = .instant(ChainWorld.first.adding(seconds: Int64(number(0...96) * 900)))
    let late = number(1...12) * 1800
    element.window = .init(
      opensBefore: ISODuration(seconds: number(0...8) * 1800),
      closesAfter: ISODuration(seconds: late / 2), lateUntil: ISODuration(seconds: late))
    return element
  }
}
