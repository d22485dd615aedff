public import Scheduling

/// A time range for queries, as instants or in each patient's local time.
public enum DateRange: Hashable, Sendable {
  /// A range of instants.
  case instants(Range<Instant>)
  /// Whole days in the patient's zone.
  case days(Range<CivilDate>)

  /// Returns one day in the patient's zone.
  public static func day(_ day: CivilDate) -> DateRange { .days(day..<day.adding(days: 1)) }

  /// Returns the range of instants in a zone.
  package func instants(in zone: Zone) -> Range<Instant> {
    switch self {
    case .instants(let range): return range
    case .days(let days):
      let begin = zone.firstInstant(atOrAfter: CivilDateTime(date: days.lowerBound))
      let end = zone.firstInstant(atOrAfter: CivilDateTime(date: days.upperBound))
      return begin..<end
    }
  }
}
