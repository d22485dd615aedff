import AdherenceAnalytics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

/// The monitored cohort at moments other than the golden one, against a naive implementation of the
/// definitions; local times are computed by Foundation, not by this package.
@Suite struct NaiveRestatementTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var asOf: String
    /// Every patient, or every fifth.
    var step = 5
    /// Whether anything is due at that moment.
    var hasDue = true
  }

  static let examples = [
    Example(
      testDescription: "before everything", asOf: "2024-12-01T00:00:00Z", hasDue: false),
    Example(testDescription: "half an hour before clocks change", asOf: "2025-03-09T06:30:00Z"),
    Example(testDescription: "within a day", asOf: "2025-04-15T16:20:00Z", step: 1),
    Example(testDescription: "summer", asOf: "2025-07-01T12:00:00Z"),
    Example(
      testDescription: "half an hour before clocks change back", asOf: "2025-11-02T05:30:00Z"),
  ]

  /// The counts of one task in one ISO week.
  struct Counts: Hashable {
    var due = 0, done = 0, missed = 0, onHold = 0, pending = 0
  }

  struct Week: Hashable, CustomStringConvertible {
    var task: String, name: String

    var description: String { "\(task) \(name)" }
  }

  /// The number of events of the monitored task by disposition.
  struct Events: Hashable {
    var kept = 0, tooSoon = 0, held = 0, outside = 0
  }

  @Test(arguments: examples) func everyWeekOfEveryTask(_ example: Example) throws {
    let asOf = try at(example.asOf)
    var query = try monitoringQuery(by: .week)
    query.asOf = asOf
    var due = 0
    let records = try monitoredRecords()
    for record in stride(from: 0, to: records.count, by: example.step).map({ records[$0] }) {
      let adherence = record.adherence(query)
      var weeks: [Week: Counts] = [:]
      for (task, series) in zip(record.tasks, adherence.tasks) {
        for (span, counts) in zip(adherence.spans, series.periods) {
          let row = Counts(
            due: counts.due, done: counts.done, missed: counts.missed,
            onHold: counts.onHold, pending: counts.pending)
          if row != Counts() { weeks[Week(task: task.id, name: span.name)] = row }
        }
      }
      let naive = try NaivePatient(record)
      #expect(weeks == naive.weeks(asOf: Double(asOf.seconds)), "\(record.patient.id)")
      due += weeks.values.map(\.due).reduce(0, +)
      #expect(
        try events(of: record, query) == naive.filtered(asOf: Double(asOf.seconds)).counts,
        "\(record.patient.id)")
    }
    #expect((due > 0) == example.hasDue)
  }

  private func events(of record: CareRecord, _ query: AdherenceQuery) throws -> Events {
    let task = try #require(record.tasks.first { $0.id == "med" })
    var events = Events()
    for disposition in try record.evaluate(task, query).dispositions {
      switch disposition {
      case .matched, .extra: events.kept += 1
      case .tooSoon: events.tooSoon += 1
      case .held: events.held += 1
      case .unmatched, .notYetKnown: events.outside += 1
      default: Issue.record("\(record.patient.id): \(disposition)")
      }
    }
    return events
  }
}

/// One patient, by the letter of `golden/mems/DEFINITIONS.md`.
private struct NaivePatient {
  /// The planned times of doses, in seconds.
  var doses: [Double]
  /// The openings of the container, in order.
  var openings: [Double]
  /// For each linked task, when it is planned and when it was done.
  var linked: [String: [(planned: Double, done: [Double])]] = [:]
  /// The adherence dates of excused periods, as days since 1970.
  var excused: [Range<Int>]

  init(_ record: CareRecord) throws {
    #expect(record.patient.zone.id == "America/New_York")
    var planned: [String: [Double]] = [:]
    for task in record.tasks {
      planned[task.id] = try NaivePatient.expand(
        try #require(task.schedule.elements.first), on: NaivePatient.weekdays[task.id])
    }
    doses = planned["med", default: []]
    openings = record.outcomes.filter { $0.task == "med" }.compactMap(\.time).map {
      Double($0.seconds)
    }.sorted()
    for id in ["walk", "survey"] {
      var done: [Double: [Double]] = [:]
      for outcome in record.outcomes where outcome.task == id {
        let planned = NaivePatient.instant(try #require(outcome.key).nominal)
        done[planned, default: []].append(Double(try #require(outcome.time).seconds))
      }
      linked[id] = planned[id, default: []].map { ($0, done[$0, default: []]) }
    }
    excused = try record.holds.map { hold in
      let to = try #require(hold.to)
      return hold.from.civil(in: .utc).date.dayNumber..<to.civil(in: .utc).date.dayNumber
    }
  }

  // Monday is 1.
  private static let weekdays: [String: Set<Int>] = ["walk": [1, 3, 5], "survey": [7]]
  private static let newYork = TimeZone(identifier: "America/New_York") ?? .gmt

  /// For each local date in [start, end), each time of day.
  private static func expand(_ element: ScheduleElement, on weekdays: Set<Int>?) throws -> [Double]
  {
    let start = element.start.civil(in: .utc)
    let end = try #require(element.end).civil(in: .utc)
    let times = element.times.isEmpty ? [start.time] : element.times
    return (start.date.dayNumber..<end.date.dayNumber).filter { day in
      weekdays?.contains((day + 3) % 7 + 1) ?? true
    }.flatMap { day in times.map { instant(day: day, second: $0.secondOfDay) } }
  }

  private static func instant(_ local: CivilDateTime) -> Double {
    instant(day: local.date.dayNumber, second: local.time.secondOfDay)
  }

  /// The instant of a wall time: in a gap by the offset before it, in an overlap the first.
  private static func instant(day: Int, second: Int) -> Double {
    let local = Double(day * 86_400 + second)
    let candidates = [-86_400, 86_400].map { shift in
      local - offset(at: local + shift)
    }
    return candidates.first { $0 + offset(at: $0) == local } ?? candidates[0]
  }

  private static func offset(at instant: Double) -> Double {
    Double(newYork.secondsFromGMT(for: Date(timeIntervalSince1970: instant)))
  }

  /// The wall date if the wall hour is 3 or more, else the date before; as days since 1970.
  private static func adherenceDate(_ instant: Double) -> Int {
    Int(((instant + offset(at: instant) - 3 * 3600) / 86_400).rounded(.down))
  }

  private static func week(_ day: Int) -> String {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    let week = calendar.dateComponents(
      [.yearForWeekOfYear, .weekOfYear],
      from: Date(timeIntervalSince1970: Double(day) * 86_400))
    let number = week.weekOfYear ?? 0
    return "\(week.yearForWeekOfYear ?? 0)-W\(number < 10 ? "0" : "")\(number)"
  }

  private func isExcused(_ day: Int) -> Bool { excused.contains { $0.contains(day) } }
}

extension NaivePatient {
  /// The bounds of the intervals between doses.
  private var bounds: [Double] {
    let inner = zip(doses, doses.dropFirst()).map { ($0 + $1) / 2 }
    let last = doses.count - 1
    return [doses[0] - (doses[1] - doses[0]) / 2] + inner
      + [doses[last] + (doses[last] - doses[last - 1]) / 2]
  }

  /// The openings that remain after each filter, in the order of the definitions.
  func filtered(asOf: Double) -> (kept: [Double], counts: NaiveRestatementTests.Events) {
    let bounds = bounds
    var kept: [Double] = []
    var counts = NaiveRestatementTests.Events()
    for opening in openings {
      if opening < bounds[0] || opening >= bounds[doses.count] || opening > asOf {
        counts.outside += 1
      } else if isExcused(NaivePatient.adherenceDate(opening)) {
        counts.held += 1
      } else if let last = kept.last, opening - last < 900 {
        counts.tooSoon += 1
      } else {
        kept.append(opening)
      }
    }
    counts.kept = kept.count
    return (kept, counts)
  }

  func weeks(asOf: Double) -> [NaiveRestatementTests.Week: NaiveRestatementTests.Counts] {
    var weeks: [NaiveRestatementTests.Week: NaiveRestatementTests.Counts] = [:]
    func count(_ task: String, _ planned: Double, end: Double, isDone: Bool) {
      let day = NaivePatient.adherenceDate(planned)
      let week = NaiveRestatementTests.Week(task: task, name: NaivePatient.week(day))
      var counts = weeks[week, default: NaiveRestatementTests.Counts()]
      if isExcused(day) {
        counts.onHold += 1
      } else if end > asOf {
        counts.pending += 1
      } else {
        counts.due += 1
        if isDone { counts.done += 1 } else { counts.missed += 1 }
      }
      weeks[week] = counts
    }
    let kept = filtered(asOf: asOf).kept
    let bounds = bounds
    for (index, dose) in doses.enumerated() {
      let own = bounds[index]..<bounds[index + 1]
      count("med", dose, end: own.upperBound, isDone: kept.contains(where: own.contains))
    }
    for (task, plans) in linked {
      for plan in plans {
        let closing = NaivePatient.instant(
          day: NaivePatient.adherenceDate(plan.planned) + 1, second: 3 * 3600)
        count(task, plan.planned, end: closing, isDone: plan.done.contains { $0 <= asOf })
      }
    }
    return weeks
  }
}
