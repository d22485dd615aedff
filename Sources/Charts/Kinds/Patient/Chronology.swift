import AdherenceAnalytics
import Scheduling

/// The events and missed occurrences of a task by date and local time.
struct Chronology {
  /// A dot or a mark.
  struct EventDot: Hashable, Comparable {
    /// The number of the attribution day.
    var day: Int
    /// The seconds since midnight of that day, from the day boundary to the next one.
    var second: Int
    /// The time; for a missed occurrence the planned time, and `nil` if it is unknown.
    var instant: Instant?
    /// The planned time; `nil` without an occurrence.
    var planned: Instant?
    /// Whether it is a missed occurrence.
    var isMiss = false

    static func < (a: EventDot, b: EventDot) -> Bool { (a.day, a.second) < (b.day, b.second) }
  }

  /// By `EventKind`, each in order.
  private(set) var dots: [[EventDot]] = Array(repeating: [], count: EventKind.allCases.count)
  private let boundary: Int64

  /// Collects the events of the occurrences in the query range, other events in the range, and
  /// missed occurrences.
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

  /// Adds a missed occurrence at its nominal time, or the start of the day if it is all-day.
  private mutating func append(miss: ScoredOccurrence, of evaluation: TaskEvaluation) {
    let local = evaluation.localStart(of: miss.occurrence)
    let second = local - Int64(miss.day.dayNumber) * 86_400
    let bounded = min(max(second, boundary), boundary + 86_399)
    let start = miss.occurrence.start
    dots[EventKind.missed.rawValue].append(
      EventDot(
        day: miss.day.dayNumber, second: Int(bounded), instant: start, planned: start,
        isMiss: true))
  }
}

extension Chronology.EventDot {
  /// The minutes from the planned time, negative before it; `nil` if either is unknown, and of a miss.
  private var minutesFromPlanned: Double? {
    guard let instant, let planned, !isMiss else { return nil }
    return (Double(instant.seconds - planned.seconds) / 60).rounded()
  }

  /// Returns the fields for the actual and planned time in a time zone.
  static func fields(in zone: Zone) -> PointFields<Self> {
    PointFields([
      .instant("instant") { $0.instant.map(zone.value) },
      .instant("planned") { $0.planned.map(zone.value) },
      .number("minutesFromPlanned", \.minutesFromPlanned),
    ])
  }
}

extension [Chronology.EventDot] {
  fileprivate mutating func sortUnlessSorted() {
    if !zip(self, dropFirst()).allSatisfy({ $0 <= $1 }) { sort() }
  }
}

extension QueryMoments {
  /// Returns the local time of an outcome; without a time, that of its key.
  fileprivate func localSeconds(of row: OutcomeTable.Row) -> Int64 {
    row.time == OutcomeTable.Row.none
      ? row.nominal : zone.civil(at: Instant(seconds: row.time)).localSeconds
  }
}

extension TaskEvaluation {
  /// Returns the kind of the outcome at an index; `nil` if it is not shown.
  ///
  /// - Parameters:
  ///   - index: The index of the outcome.
  ///   - place: The index of the last occurrence found; the next one is usually near.
  /// - Returns: The kind of event.
  fileprivate func kind(ofOutcome index: Int, near place: inout Int) -> EventKind? {
    let row = outcomes.rows[index]
    let isRefusal = !row.marks.isDisjoint(with: .refused)
    if let occurrence = occurrences[index] {
      guard let found = self.place(of: occurrence, near: place) else { return nil }
      place = found
      if isRefusal { return .declined }
      // A recorded denial leaves its occurrence missed, which has its own mark.
      if row.isNegative, scored[found].timing == nil { return nil }
      let time = row.time == OutcomeTable.Row.none ? nil : Instant(seconds: row.time)
      return EventKind(scored[found].window.timing(of: time))
    }
    guard let kind = EventKind(dispositions[index]),
      query.range.contains(CivilDate(dayNumber: moments.dayNumber(of: row)))
    else { return nil }
    return row.isNegative ? .declined : kind
  }

  /// Returns the index of an occurrence among the scored ones; `nil` if it is outside the query
  /// range.
  func place(of occurrence: Occurrence, near last: Int) -> Int? {
    for place in last..<min(last + 3, scored.count)
    where scored[place].occurrence == occurrence { return place }
    let place = scored.partitionPoint { $0.occurrence < occurrence }
    return place < scored.count && scored[place].occurrence == occurrence ? place : nil
  }

  /// Returns the planned local time of an occurrence: the nominal time, converted if the plan
  /// follows another time zone.
  fileprivate func localStart(of occurrence: Occurrence) -> Int64 {
    plan.zone(of: occurrence) == moments.zone
      ? plan.nominal(of: occurrence).localSeconds
      : moments.zone.civil(at: occurrence.start).localSeconds
  }
}

/// The kind of an event in a chronology.
enum EventKind: Int, CaseIterable {
  // Drawn in this order: misses, at one time each day, below the events around them.
  case missed, inWindow, early, late, expired, untimed, used, unscheduled, held, unobserved,
    tooSoon,
    declined

  /// The legend text.
  var name: String {
    switch self {
    case .inWindow: "In the window"
    case .early: "Early"
    case .late: "Late"
    case .expired: "After its time"
    case .untimed: "Time not known"
    case .used: "Used"
    case .unscheduled: "Unscheduled"
    case .held: "In a hold"
    case .unobserved: "Outside observation"
    case .tooSoon: "Too soon"
    case .declined: "Declined"
    case .missed: "Missed"
    }
  }

  /// The key of the kind.
  var statistic: String {
    switch self {
    case .expired: "doneAfterExpiry"
    case .untimed: "timeUnknown"
    case .held: "onHold"
    case .inWindow, .early, .late, .used, .unscheduled, .unobserved, .tooSoon, .declined, .missed:
      "\(self)"
    }
  }

  var role: ChartRole {
    switch self {
    case .inWindow: .done
    case .early: .early
    case .late: .late
    case .expired: .secondary
    case .used: .primary
    case .untimed: .eighth
    case .unscheduled: .unscheduled
    case .held: .onHold
    case .unobserved: .sixth
    case .tooSoon: .pending
    case .declined: .declined
    case .missed: .missed
    }
  }

  init(_ timing: Timing) {
    switch timing {
    case .early: self = .early
    case .inWindow: self = .inWindow
    case .late: self = .late
    case .expired: self = .expired
    case .untimed: self = .untimed
    }
  }

  /// Classifies an outcome without an occurrence; `nil` if it is not shown.
  init?(_ disposition: Disposition) {
    switch disposition {
    case .used: self = .used
    case .extra, .unmatched, .orphaned: self = .unscheduled
    case .held: self = .held
    case .unobserved: self = .unobserved
    case .tooSoon: self = .tooSoon
    case .matched, .joined, .notYetKnown, .elsewhere: return nil
    }
  }
}
