import Scheduling

/// A component with RECURRENCE-ID: what is otherwise about an occurrence, or about all from one on.
struct Change {
  let component: Component
  /// RECURRENCE-ID.
  let line: ContentLine
  /// The occurrence by its original time on the clock of the series.
  let original: CivilDateTime
  /// Whether it is about all occurrences from that one on.
  let isRange: Bool
  /// Whether it takes the occurrence back.
  let isCancelled: Bool

  /// Which of several changes are of one thing.
  struct Identity: Hashable {
    var original: CivilDateTime
    var isRange: Bool
  }

  var identity: Identity { Identity(original: original, isRange: isRange) }
}

extension ContentLine {
  /// Whether a RECURRENCE-ID means all occurrences from one on.
  var isOfFuture: Bool { parameters["RANGE"]?.uppercased() == "THISANDFUTURE" }
}

/// The occurrences of a series as changes name them.
struct OriginalOccurrences {
  private let series: Series
  private let occurrences: Occurrences

  init(_ series: Series, _ patientZone: Zone) throws(InputError) {
    self.series = series
    occurrences = try Occurrences(of: series.schedule, in: patientZone)
  }

  /// The ids of the elements that name a local time, in order.
  func elements(at nominal: CivilDateTime) -> [String] {
    series.schedule.elements.map(\.id).filter { id in
      occurrences.occurrence(for: OccurrenceKey(element: id, nominal: nominal)) != nil
    }
  }

  /// The local time of the occurrence that starts at a moment.
  func nominal(startingAt instant: Instant) -> CivilDateTime? {
    occurrences.starting(in: instant..<instant.adding(seconds: 1), limit: 1).first
      .map(occurrences.nominal)
  }

  /// The local times of the occurrences of a day; no more than two are looked for.
  func nominals(on date: CivilDate, clock: Zone) -> [CivilDateTime] {
    let day = clock.firstInstant(atOrAfter: CivilDateTime(date: date))
    let margin: Int64 = 86_400
    let range = day.adding(seconds: -margin)..<day.adding(seconds: 3 * margin)
    return occurrences.starting(in: range, limit: Limits.moves).map(occurrences.nominal)
      .filter { $0.date == date }
  }

  /// The occurrences from one on and before another; `nil` where there are more than ``Limits/moves``.
  func keys(from first: CivilDateTime, to end: CivilDateTime?, clock: Zone) -> [OccurrenceKey]? {
    let margin: Int64 = 2 * 86_400
    let from = clock.firstInstant(atOrAfter: first).adding(seconds: -margin)
    let to = end.map { clock.firstInstant(atOrAfter: $0).adding(seconds: margin) } ?? .latest
    var rows: [Occurrence] = []
    let limit = 2 * Limits.moves
    let hasMore = occurrences.append(
      startingIn: from..<max(from, to), to: &rows, limit: limit)
    let keys = rows.map(occurrences.key).filter { key in
      first <= key.nominal && end.map { key.nominal < $0 } ?? true
    }
    return hasMore || keys.count > Limits.moves ? nil : keys
  }
}
