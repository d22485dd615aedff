import Diagnostics
import Formats
import Interchange
import Scheduling

/// The bounds of a course, from `bounds[x]`.
enum TimingBounds: Hashable, Sendable {
  case period(start: FHIRDateTime?, end: FHIRDateTime?)
  /// A length from the start; for a range its lower end.
  case length(TimingLength)
}

extension DosageFindings {
  /// Parses the bounds of a `repeat`.
  mutating func bounds(_ node: JSONNode) throws(InputError) -> TimingBounds? {
    let (period, duration, range) = (
      node["boundsPeriod"], node["boundsDuration"], node["boundsRange"]
    )
    if let second = duration ?? range, period != nil || duration != nil && range != nil {
      throw malformed(second, "cannot be combined with other bounds (keep one of them)")
    }
    if let period {
      try object(period)
      let start = try dateTime(period["start"])
      if let start, start.isPartial { note(.partialDate, at: period["start"]) }
      let end = try dateTime(period["end"])
      if let end, end.isPartial { note(.partialDate, at: period["end"]) }
      return .period(start: start, end: end)
    }
    if let length = try length(duration) { return .length(length) }
    guard let range else { return nil }
    try object(range)
    let (low, high) = (try length(range["low"]), try length(range["high"]))
    return (low ?? high).map(TimingBounds.length)
  }

  /// Checks that a range's low is not above its high.
  func checkRange(_ node: JSONNode?) throws(InputError) {
    guard let node, let low = try length(node["low"]), let high = try length(node["high"]) else {
      return
    }
    let (least, most) = (
      try period(low, at: node["low"]), try period(high, at: node["high"])
    )
    if least.usualSeconds > most.usualSeconds { throw error(.rangeReversed, at: node) }
  }
}
