import Scheduling

/// How many days had as many doses as were planned, as electronic monitoring counts them.
///
/// A day can be judged where something was due, all of it has come to an end and none was on hold;
/// the other counts are of such days.
public struct DosingDays: Hashable, Sendable {
  /// The days that can be judged.
  public internal(set) var evaluable = 0
  /// Those with exactly as many events of their own date as were due.
  public internal(set) var correctByDate = 0
  /// Those whose occurrences own exactly as many events as were due, on whichever date; a dose just
  /// after the day boundary does not spoil two days.
  public internal(set) var correct = 0
  /// Those on which every occurrence was done.
  public internal(set) var perfect = 0
  /// Those with at least as many events of their own date as were due.
  public internal(set) var atLeastDue = 0
  /// Those with more.
  public internal(set) var overuse = 0
  /// Those with fewer, though some.
  public internal(set) var underuse = 0
  /// Those without any.
  public internal(set) var zero = 0

  /// Creates the counts of no days.
  package init() {}

  /// The share of the days that can be judged; `nil` without any.
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
  /// The days of the query by how many doses they had.
  ///
  /// An event is anything recorded as done that was kept: not dropped as too soon, not in a hold. Under
  /// ``Matching/nearest`` it also lies in the time of some occurrence. An event with a key is of its
  /// occurrence's date. Events that make one dose together are one.
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

/// One day's doses.
private struct DosingDay {
  var adherence = Adherence()
  /// The events whose date it is.
  var events = 0
  /// The events that its occurrences own.
  var owned = 0

  mutating func add(_ occurrence: ScoredOccurrence, _ query: AdherenceQuery, asOf: Instant) {
    adherence.add(occurrence, query, asOf: asOf)
    // An outcome with a key is no event in the occurrence's time.
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
