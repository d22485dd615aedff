import AdherenceAnalytics
import Interchange
import Scheduling

/// When an event was.
enum EventTime {
  case moment(Instant)
  /// Both ends are part of it.
  case period(Instant, Instant)

  /// Takes the time of an outcome.
  ///
  /// Where only its occurrence is known, it was between the time that was planned
  /// and the end of that day; `nil` where not even that is.
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
