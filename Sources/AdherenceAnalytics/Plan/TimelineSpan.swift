import Scheduling

// How far a task's occurrences must be listed for a report.

extension TaskPlan {
  /// More than any zone's clocks ever jumped, so that no occurrence of a day is lost at the edge.
  private static let margin: Int64 = 2 * 86_400

  /// The stretch in which a report's occurrences, and all that decides their outcomes, start.
  func span(_ moments: QueryMoments, lastEvent: Instant?) -> Range<Instant> {
    var lower = Instant.earliest
    var upper = moments.range.upperBound.adding(seconds: TaskPlan.margin)
    if let lastEvent {
      upper = max(upper, lastEvent.adding(seconds: TaskPlan.margin + longestWait))
    } else if last.task.matching != .nearest {
      lower = moments.range.lowerBound.adding(seconds: -TaskPlan.margin)
    }
    upper = max(lower, upper)
    // The last event may lie in the half-interval of an occurrence far ahead.
    if last.task.matching == .nearest, let next = first(startingAtOrAfter: upper) {
      upper = next.start.adding(seconds: 1)
    }
    return hasOverrides ? spanWithMoves(lower..<upper) : lower..<upper
  }

  /// The stretch in which the occurrences of a query's days start that may last longest.
  func lastSpan(_ moments: QueryMoments) -> Range<Instant> {
    let end = moments.range.upperBound
    var length = reach.after + TaskPlan.margin
    var lower = end.adding(seconds: -length)
    if last.task.matching == .nearest {
      // The last window depends on the occurrence before, which may be long ago.
      while lower > .earliest, count(startingIn: lower..<end) < 2 {
        length *= 4
        lower = end.adding(seconds: -length)
      }
    }
    let span = lower..<end.adding(seconds: TaskPlan.margin)
    return hasOverrides ? spanWithMoves(span) : span
  }

  /// Reaches out to the occurrences that overrides move, which count on the days they were planned for.
  private func spanWithMoves(_ span: Range<Instant>) -> Range<Instant> {
    let starts = parts.flatMap { part in
      part.occurrences.schedule.overrides.values.compactMap {
        $0.start?.instant(in: part.occurrences.zone)
      }
    }
    guard let first = starts.min(), let last = starts.max() else { return span }
    return min(span.lowerBound, first)..<max(span.upperBound, last.adding(seconds: 1))
  }

  /// The longest time that any window opens before its occurrence.
  private var longestWait: Int64 { reach.before }

  /// How many seconds at the most windows reach out before and behind the starts of occurrences, but for
  /// those of neighbours and whole days.
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

extension Period {
  /// The most seconds that it can take, but for changes of clocks.
  fileprivate var mostSeconds: Int64 { Int64(months * 31 + days) * 86_400 + Int64(seconds) }
}
