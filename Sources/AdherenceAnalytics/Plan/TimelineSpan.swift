import Scheduling

// The range in which a task's occurrences have to be listed for a report.

extension TaskPlan {
  /// An upper bound of any zone's jump, so that no occurrence of a day is lost at the edge.
  private static let margin: Int64 = 2 * 86_400

  /// Returns the range of starts of a report's occurrences, and of all others that affect their outcomes.
  func span(_ moments: QueryMoments, lastEvent: Instant?) -> Range<Instant> {
    var lower = Instant.earliest
    var upper = moments.range.upperBound.adding(seconds: TaskPlan.margin)
    if let lastEvent {
      upper = max(upper, lastEvent.adding(seconds: TaskPlan.margin + longestWait))
    } else if last.task.matching != .nearest {
      lower = moments.range.lowerBound.adding(seconds: -TaskPlan.margin)
    }
    upper = max(lower, upper)
    // The last event may belong to an occurrence far ahead.
    if last.task.matching == .nearest, let next = first(startingAtOrAfter: upper) {
      upper = next.start.adding(seconds: 1)
    }
    return hasOverrides ? spanWithMoves(lower..<upper) : lower..<upper
  }

  /// Returns the range of starts of those occurrences in a query's range that may expire last.
  func lastSpan(_ moments: QueryMoments) -> Range<Instant> {
    let end = moments.range.upperBound
    var length = reach.after + TaskPlan.margin
    var lower = end.adding(seconds: -length)
    if last.task.matching == .nearest {
      // The last window depends on the previous occurrence, which may be long before.
      while lower > .earliest, count(startingIn: lower..<end) < 2 {
        length *= 4
        lower = end.adding(seconds: -length)
      }
    }
    let span = lower..<end.adding(seconds: TaskPlan.margin)
    return hasOverrides ? spanWithMoves(span) : span
  }

  /// Extends the range to moved occurrences, which are attributed to the days they were planned for.
  private func spanWithMoves(_ span: Range<Instant>) -> Range<Instant> {
    let starts = parts.flatMap { part in
      part.occurrences.schedule.overrides.values.compactMap {
        $0.start?.instant(in: part.occurrences.zone)
      }
    }
    guard let first = starts.min(), let last = starts.max() else { return span }
    return min(span.lowerBound, first)..<max(span.upperBound, last.adding(seconds: 1))
  }

  /// The longest time from the opening of a window to its occurrence.
  private var longestWait: Int64 { reach.before }

  /// The maximum extent of explicit windows before and after the starts of occurrences, in seconds.
  var reach: (before: Int64, after: Int64) {
    var reach: (before: Int64, after: Int64) = (0, 0)
    for part in parts {
      let schedule = part.occurrences.schedule
      for window in schedule.elements.map(\.window) + schedule.overrides.values.map(\.window) {
        guard let window else { continue }
        reach.before = max(reach.before, window.opensBefore.mostSeconds)
        reach.after = max(
          reach.after, window.closesAfter.mostSeconds, window.lateUntil.mostSeconds)
      }
      let lengths =
        schedule.elements.map(\.duration) + schedule.overrides.values.compactMap(\.duration)
      for length in lengths { reach.after = max(reach.after, length.mostSeconds) }
    }
    return reach
  }
}

extension ISODuration {
  /// An upper bound of the length in seconds, apart from changes of offset.
  fileprivate var mostSeconds: Int64 { Int64(months * 31 + days) * 86_400 + Int64(seconds) }
}
