import AdherenceAnalytics
import Formats
import Interchange
import Scheduling

/// The time of an event.
enum EventTime {
  case moment(Instant)
  /// A closed interval.
  case period(Instant, Instant)

  /// Creates the time of an outcome.
  ///
  /// If only its occurrence is known, the time is the interval from the planned time to the end of
  /// that day; `nil` if that is unknown too.
  init?(_ outcome: Outcome, in zone: Zone) {
    if let time = outcome.time {
      self = .moment(time)
      return
    }
    guard let nominal = outcome.key?.nominal else { return nil }
    let start = zone.firstInstant(atOrAfter: nominal)
    let next = zone.firstInstant(atOrAfter: CivilDateTime(date: nominal.date.adding(days: 1)))
    self = .period(start, max(start, next.adding(seconds: -1)))
  }
}

extension JSONBytes {
  /// Writes a time as an element of a choice of types, such as `effective[x]`.
  mutating func time(_ name: String, _ time: EventTime) {
    switch time {
    case .moment(let moment): property("\(name)DateTime", moment.description)
    case .period(let start, let end):
      property(
        "\(name)Period",
        object: { json in
          json.property("start", start.description)
          json.property("end", end.description)
        })
    }
  }
}
