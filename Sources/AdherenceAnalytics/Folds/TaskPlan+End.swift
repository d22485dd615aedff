public import Scheduling

extension TaskPlan {
  /// Returns the last planned day, if it is past and nothing more is planned.
  ///
  /// - Parameters:
  ///   - moments: The query, whose last known instant separates the past from the future.
  ///   - day: The day of the last occurrence, if known.
  /// - Returns: The day; `nil` if the plan continues, or is empty.
  /// - Complexity: O(*e* log *d*) for *e* elements and *d* days of the calendar, and O(*e*) if the day is
  ///   known.
  func end(asOf moments: QueryMoments, lastOccurrenceOn day: Int? = nil) -> CivilDate? {
    let now = min(moments.asOf, moments.range.upperBound)
    if first(startingAtOrAfter: now) != nil { return nil }
    let flexible = flexibleElements.compactMap { $0.days.last }.max()
    let fixed = day.map { CivilDate(dayNumber: $0) } ?? lastOccurrenceDay(before: now, moments)
    guard let last = [fixed, flexible].compactMap(\.self).max(),
      last < moments.day(of: moments.zone.civil(at: now))
    else { return nil }
    return last
  }

  /// Returns the day of the last occurrence before an instant after which there is none.
  private func lastOccurrenceDay(before moment: Instant, _ moments: QueryMoments) -> CivilDate? {
    guard let first = first(startingAtOrAfter: .earliest) else { return nil }
    var (lower, upper) = (first.start.seconds, moment.seconds)
    // Binary search for the last instant that has an occurrence at or after it.
    while lower < upper {
      let middle = lower + (upper - lower) / 2 + 1
      guard let next = self.first(startingAtOrAfter: Instant(seconds: middle)) else {
        upper = middle - 1
        continue
      }
      lower = max(middle, next.start.seconds)
    }
    guard let last = self.first(startingAtOrAfter: Instant(seconds: lower)) else { return nil }
    let nominal = nominal(of: last)
    return element(at: last.element).isAllDay ? nominal.date : moments.day(of: nominal)
  }
}

extension TaskEvaluation {
  /// The last planned day, if it is past and nothing more is planned; `nil` if the plan continues, or is
  /// empty.
  public var planEnd: CivilDate? {
    plan.end(asOf: moments, lastOccurrenceOn: scored.last?.day.dayNumber)
  }
}
