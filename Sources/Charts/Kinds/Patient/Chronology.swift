import AdherenceAnalytics
import Scheduling

/// The events and misses of a task, each at its day and its time of the wall clock.
struct Chronology {
  /// A dot or a mark.
  struct EventDot: Hashable, Comparable {
    /// The number of the attribution day.
    var day: Int
    /// The seconds since midnight of that day, from the day boundary to the next one.
    var second: Int
    /// When it was; of a miss when it was planned, and `nil` where that is not known.
    var instant: Instant?
    /// For when it was planned; `nil` of what belongs to nothing that was.
    var planned: Instant?

    static func < (a: EventDot, b: EventDot) -> Bool { (a.day, a.second) < (b.day, b.second) }
  }

  /// By `EventKind`, each in order.
  private(set) var dots: [[EventDot]] = Array(repeating: [], count: EventKind.allCases.count)
  private let boundary: Int64

  /// Finds the events of the occurrences of the query's days, the other events of these days, and the
  /// occurrences that were missed.
  init(_ evaluation: TaskEvaluation) {
    boundary = Int64(evaluation.query.dayBoundary.secondOfDay)
    var place = 0
    for index in evaluation.dispositions.indices {
      guard let kind = evaluation.kind(ofOutcome: index, near: &place) else { continue }
      let row = evaluation.outcomes.rows[index]
      append(
        kind, at: evaluation.moments.localSeconds(of: row),
        row.time == OutcomeTable.Row.none ? nil : Instant(seconds: row.time),
        planned: evaluation.occurrences[index]?.start)
    }
    for occurrence in evaluation.scored where occurrence.state == .missed {
      append(miss: occurrence, of: evaluation)
    }
    for kind in dots.indices { dots[kind].sortUnlessSorted() }
  }

  private mutating func append(
    _ kind: EventKind, at local: Int64, _ instant: Instant?, planned: Instant?
  ) {
    let day = DayNumber.of(local, boundary: boundary)
    dots[kind.rawValue].append(
      EventDot(
        day: day, second: Int(local - Int64(day) * 86_400), instant: instant, planned: planned))
  }

  /// Marks a miss at its nominal time; an all-day one at the beginning of its day.
  private mutating func append(miss: ScoredOccurrence, of evaluation: TaskEvaluation) {
    let local = evaluation.localStart(of: miss.occurrence)
    let second = local - Int64(miss.day.dayNumber) * 86_400
    let bounded = min(max(second, boundary), boundary + 86_399)
    let start = miss.occurrence.start
    dots[EventKind.missed.rawValue].append(
      EventDot(day: miss.day.dayNumber, second: Int(bounded), instant: start, planned: start))
  }
}

extension Chronology.EventDot {
  /// When it was and was planned, by the clock of a zone.
  static func fields(in zone: Zone) -> PointFields<Self> {
    PointFields([
      .instant("instant") { $0.instant.map(zone.value) },
      .instant("planned") { $0.planned.map(zone.value) },
    ])
  }
}

extension [Chronology.EventDot] {
  fileprivate mutating func sortUnlessSorted() {
    if !zip(self, dropFirst()).allSatisfy({ $0 <= $1 }) { sort() }
  }
}

extension QueryMoments {
  /// What the patient's clock showed; of an outcome without a time, what its key says.
  fileprivate func localSeconds(of row: OutcomeTable.Row) -> Int64 {
    row.time == OutcomeTable.Row.none
      ? row.nominal : zone.civil(at: Instant(seconds: row.time)).localSeconds
  }
}

extension TaskEvaluation {
  /// What the outcome at an index is in a chronology; `nil` where it is not shown.
  ///
  /// - Parameters:
  ///   - index: The outcome.
  ///   - place: Where the occurrence of the last one was found; the next is mostly near.
  /// - Returns: The kind of event.
  fileprivate func kind(ofOutcome index: Int, near place: inout Int) -> EventKind? {
    let row = outcomes.rows[index]
    let isRefusal = !row.marks.isDisjoint(with: .refused)
    if let occurrence = occurrences[index] {
      guard let found = self.place(of: occurrence, near: place) else { return nil }
      place = found
      if isRefusal { return .declined }
      // A denial leaves its occurrence missed, which is marked by itself.
      if row.isNegative, scored[found].timing == nil { return nil }
      let time = row.time == OutcomeTable.Row.none ? nil : Instant(seconds: row.time)
      return EventKind(scored[found].window.timing(of: time))
    }
    guard let kind = EventKind(dispositions[index]),
      query.range.contains(CivilDate(dayNumber: moments.dayNumber(of: row)))
    else { return nil }
    return row.isNegative ? .declined : kind
  }

  /// The place of an occurrence among the scored ones; `nil` where it is of no day of the query.
  func place(of occurrence: Occurrence, near last: Int) -> Int? {
    for place in last..<min(last + 3, scored.count)
    where scored[place].occurrence == occurrence { return place }
    let place = scored.partitionPoint { $0.occurrence < occurrence }
    return place < scored.count && scored[place].occurrence == occurrence ? place : nil
  }

  /// For when an occurrence is planned by the patient's clock: the nominal time, or where the plan
  /// follows the clock of another zone what the patient's then shows.
  fileprivate func localStart(of occurrence: Occurrence) -> Int64 {
    plan.zone(of: occurrence) == moments.zone
      ? plan.nominal(of: occurrence).localSeconds
      : moments.zone.civil(at: occurrence.start).localSeconds
  }
}
