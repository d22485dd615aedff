public import Scheduling

/// A stretch of time to ask for, the same for all patients or by each one's own clock.
public enum DateRange: Hashable, Sendable {
  /// From one moment to another, which is not included.
  case instants(Range<Instant>)
  /// Whole days of the patient's zone; the upper one is not included.
  case days(Range<CivilDate>)

  /// One day of the patient's zone.
  public static func day(_ day: CivilDate) -> DateRange { .days(day..<day.adding(days: 1)) }

  /// The moments that are meant in a zone.
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
