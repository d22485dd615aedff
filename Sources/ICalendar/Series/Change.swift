import Diagnostics
import ScheduleFormats
import Scheduling

/// A component with RECURRENCE-ID: a changed occurrence, or a change of all later occurrences.
struct Change {
  let component: Component
  /// The RECURRENCE-ID property.
  let line: ContentLine
  /// The original local time of the occurrence on the clock of the series.
  let original: CivilDateTime
  /// Whether it changes all later occurrences too.
  let isRange: Bool
  /// Whether it cancels the occurrence.
  let isCancelled: Bool

  /// The identity of a change, shared by its revisions.
  struct Identity: Hashable {
    var original: CivilDateTime
    var isRange: Bool
  }

  var identity: Identity { Identity(original: original, isRange: isRange) }
}

extension ContentLine {
  /// Whether a RECURRENCE-ID has RANGE=THISANDFUTURE.
  var isOfFuture: Bool { parameters["RANGE"]?.uppercased() == "THISANDFUTURE" }
}

/// The occurrences of a series by original time.
struct OriginalOccurrences {
  private let series: Series
  private let occurrences: Occurrences

  init(_ series: Series, _ patientZone: Zone) throws(InputError) {
    self.series = series
    occurrences = try Occurrences(of: series.schedule, in: patientZone)
  }

  /// Returns the ids of the elements with an occurrence at a local time, in order.
  func elements(at nominal: CivilDateTime) -> [String] {
    series.schedule.elements.map(\.id).filter { id in
      occurrences.occurrence(for: OccurrenceKey(element: id, nominal: nominal)) != nil
    }
  }

  /// Returns the local time of the occurrence that starts at an instant.
  func nominal(startingAt instant: Instant) -> CivilDateTime? {
    occurrences.starting(in: instant..<instant.adding(seconds: 1), limit: 1).first
      .map(occurrences.nominal)
  }

  /// Returns the local times of at most two occurrences on a date.
  func nominals(on date: CivilDate, clock: Zone) -> [CivilDateTime] {
    let day = clock.firstInstant(atOrAfter: CivilDateTime(date: date))
    let margin: Int64 = 86_400
    let range = day.adding(seconds: -margin)..<day.adding(seconds: 3 * margin)
    return occurrences.starting(in: range, limit: Limits.moves).map(occurrences.nominal)
      .filter { $0.date == date }
  }

  /// Returns the occurrences in a range of local times; `nil` if there are more than
  /// ``Limits/moves``.
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
