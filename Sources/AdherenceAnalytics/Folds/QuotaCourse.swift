import Scheduling

/// The periods of a quota over a range of days, as plain numbers for statistics.
package struct QuotaCourse: Sendable {
  /// The days of the query on which the plan is effective, by number, as ranges in order; including those of
  /// a period that ends later.
  package let planned: [Range<Int>]
  /// The days of the periods on which the plan is effective and not on hold, by number, as ranges in order.
  package let active: [Range<Int>]
  /// The mean time between its uses in seconds.
  package let interval: Int
  /// The periods that end on the days of the query, in order of their last days.
  package let periods: [Span]

  /// A period with something due.
  package struct Span: Sendable {
    /// The range from the first to the last day on which the plan is effective, by number.
    package let days: Range<Int>
    /// The start and end, in seconds since 1970.
    package let seconds: Range<Int64>
    /// Whether it is in the denominator.
    package let isDue: Bool
    /// The uses due.
    package let required: Double
    /// The uses due that were done.
    package let credited: Double
  }
}

extension PlanCourse {
  /// Appends the quotas of a task.
  mutating func append(
    _ flexible: FlexibleEvaluation, _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    for days in flexible.quotaDays {
      let own = QuotaCourse(days, flexible.quotas, query, moments)
      for range in own.planned { note(range) }
      for period in own.periods { note(period.days) }
      quotas.append(own)
    }
  }

  private mutating func note(_ days: Range<Int>) {
    note(days.lowerBound)
    note(days.upperBound - 1)
  }

  /// The first day on which a quota is planned, by number; `nil` without any.
  package var firstQuotaDay: Int? {
    quotas.flatMap { own in
      [own.planned.first?.lowerBound, own.periods.first?.days.lowerBound].compactMap(\.self)
    }.min()
  }

  /// The last day on which a quota is planned, by number; `nil` without any.
  package var lastQuotaDay: Int? {
    quotas.compactMap { $0.planned.last?.upperBound }.max().map { $0 - 1 }
  }
}

extension QuotaCourse {
  /// Creates the course of one quota from the periods of all, which are not copied, as a rolling quota has one
  /// for each day.
  fileprivate init(
    _ days: QuotaDays, _ periods: [QuotaPeriod], _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    let own = periods.lazy.filter { $0.element == days.element && query.range.contains($0.day) }
    let first = min(own.first?.days.lowerBound ?? query.range.lowerBound, query.range.lowerBound)
    planned = days.planned.parts(in: query.range).map(\.numbers)
    active = days.active.parts(in: first..<query.range.upperBound).map(\.numbers)
    interval = days.quota.interval
    self.periods = own.compactMap { period in
      guard period.required > 0 else { return nil }
      return Span(
        days: period.days.numbers,
        seconds: period.window.open.seconds..<period.window.expiry.seconds,
        isDue: query.denominator.includes(period.window, asOf: moments.asOf),
        required: period.required, credited: period.credited)
    }
  }
}

extension Range<CivilDate> {
  /// The numbers of the days.
  fileprivate var numbers: Range<Int> { lowerBound.dayNumber..<upperBound.dayNumber }
}
