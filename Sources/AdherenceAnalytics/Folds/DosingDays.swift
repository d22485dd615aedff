import Scheduling

/// The numbers of days with as many doses as planned, as in electronic monitoring.
///
/// A day can be judged where something was due, all of it has come to an end and none was on hold;
/// the other counts are of such days.
public struct DosingDays: Hashable, Sendable {
  /// The number of days that can be evaluated.
  public internal(set) var evaluable = 0
  /// Those with exactly as many events on their own date as were due.
  public internal(set) var correctByDate = 0
  /// Those whose occurrences own exactly as many events as were due, on any date; a dose just after the day
  /// boundary does not affect two days.
  public internal(set) var correct = 0
  /// Those on which every occurrence was done.
  public internal(set) var perfect = 0
  /// Those with at least as many events on their own date as were due.
  public internal(set) var atLeastDue = 0
  /// Those with more.
  public internal(set) var overuse = 0
  /// Those with fewer, but at least one.
  public internal(set) var underuse = 0
  /// Those without any.
  public internal(set) var zero = 0

  package init() {}

  /// Returns the share of the days that can be evaluated; `nil` if there are none.
  ///
  ///     let days = record.summary(AdherenceQuery(monday..<monday.adding(days: 4))).dosingDays
  ///     print(days.share(\.correctByDate)!)  // 0.5
  public func share(_ count: KeyPath<DosingDays, Int>) -> Double? {
    evaluable == 0 ? nil : Double(self[keyPath: count]) / Double(evaluable)
  }

  /// Adds the counts of another part.
  package mutating func merge(_ other: DosingDays) {
    evaluable += other.evaluable
    correctByDate += other.correctByDate
    correct += other.correct
    perfect += other.perfect
    atLeastDue += other.atLeastDue
    overuse += other.overuse
    underuse += other.underuse
    zero += other.zero
  }
}

extension TaskEvaluation {
  /// The days of the query by number of doses.
  ///
  /// An event is an outcome recorded as done that was kept: not dropped as too soon, and not in a hold. With
  /// ``Matching/nearest`` it is also in the time of some occurrence. An event with a key has its occurrence's
  /// date. Events merged into one dose count as one.
  public var dosingDays: DosingDays {
    var table: [CivilDate: DosingDay] = [:]
    for occurrence in scored {
      table[occurrence.day, default: DosingDay()].add(occurrence, query, asOf: asOf)
    }
    for (index, day) in outcomeDays.enumerated() where isKeptEvent(index) {
      table[day]?.events += 1
    }
    return table.values.reduce(into: DosingDays()) { $0.add($1) }
  }

  private func isKeptEvent(_ index: Int) -> Bool {
    if outcomes.rows[index].isNegative || parts.contains(index) { return false }
    return switch dispositions[index] {
    case .matched, .joined, .extra: true
    case .unmatched: task.matching != .nearest
    default: false
    }
  }
}

/// The doses of one day.
private struct DosingDay {
  var adherence = Adherence()
  /// The events on this date.
  var events = 0
  /// The events owned by its occurrences.
  var owned = 0

  mutating func add(_ occurrence: ScoredOccurrence, _ query: AdherenceQuery, asOf: Instant) {
    adherence.add(occurrence, query, asOf: asOf)
    // An outcome with a key is not an event in the occurrence's time.
    owned += max(occurrence.events, occurrence.state == .done ? 1 : 0)
  }
}

extension DosingDays {
  fileprivate mutating func add(_ day: DosingDay) {
    let due = day.adherence.due
    guard day.adherence.isEvaluable else { return }
    evaluable += 1
    if day.events == due { correctByDate += 1 }
    if day.owned == due { correct += 1 }
    if day.adherence.done == due { perfect += 1 }
    if day.events >= due { atLeastDue += 1 }
    if day.events > due { overuse += 1 }
    if 0 < day.events, day.events < due { underuse += 1 }
    if day.events == 0 { zero += 1 }
  }
}
