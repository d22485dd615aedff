public import Scheduling

/// What became of the elements of a task that name no times: quotas, and what is used as needed.
public struct FlexibleEvaluation: Sendable {
  /// The periods of quotas that are attributed to the days of the query; by element, in order.
  public let quotas: [QuotaPeriod]
  /// The uses of the whole record, in order of time; limits are broken by uses outside the query too.
  public let uses: [Use]
  /// The days of the query on which something could be used as needed, one entry for each element.
  let openDays: [CivilDate]
}

extension FlexibleEvaluation {
  /// Evaluates the elements, and says what became of the outcomes that were left over for them.
  ///
  /// - Parameters:
  ///   - elements: The elements; at least one.
  ///   - matching: The outcomes, with what became of them so far.
  ///   - held: When the plan rests.
  ///   - query: The days that are asked for.
  init(
    of elements: [FlexibleElement], _ matching: UseMatching, held: [Range<CivilDate>],
    _ query: AdherenceQuery
  ) {
    var uses = matching.uses
    var quotas: [QuotaPeriod] = []
    var openDays: [CivilDate] = []
    for element in elements {
      switch element.element.recurrence {
      case .quota(let quota):
        let evaluation = QuotaEvaluation(quota, element, held: held, uses, matching.moments)
        quotas += evaluation.periods(in: query.range, weekStart: query.weekStart)
      case .asNeeded(let caps):
        caps.mark(&uses, of: element)
        openDays += element.days.all(in: query.range)
      case .once, .every, .cycle, .rule: break
      }
    }
    self.quotas = quotas
    self.uses = uses
    self.openDays = openDays
  }
}

extension Adherence {
  /// Counts one period of a quota.
  mutating func add(_ period: QuotaPeriod, denominator: Denominator, asOf: Instant) {
    quota.add(period, isInDenominator: denominator.includes(period.window, asOf: asOf))
  }
}

extension AdherenceSeries {
  /// Counts what became of elements that name no times; `position` finds the period of a day.
  mutating func add(
    _ flexible: FlexibleEvaluation, _ query: AdherenceQuery, asOf: Instant,
    position: (CivilDate) -> Int?
  ) {
    for period in flexible.quotas {
      guard let index = position(period.day) else { continue }
      periods[index].add(period, denominator: query.denominator, asOf: asOf)
    }
    for use in flexible.uses {
      if let index = position(use.day) { periods[index].uses.add(use) }
    }
    for day in flexible.openDays {
      if let index = position(day) { periods[index].uses.openDays += 1 }
    }
  }
}

extension CareRecord {
  /// Evaluates the elements of a plan that name no times; `nil` where there are none.
  func evaluateFlexible(
    _ plan: TaskPlan, _ outcomes: [Outcome], _ dispositions: inout [Disposition],
    held: [Range<Instant>], _ query: AdherenceQuery, _ moments: QueryMoments
  ) -> FlexibleEvaluation? {
    let elements = plan.flexibleElements
    if elements.isEmpty { return nil }
    let days = held.map {
      moments.zone.civil(at: $0.lowerBound).date..<moments.zone.civil(at: $0.upperBound).date
    }
    let matching = UseMatching(
      outcomes, dispositions, of: plan.task, to: elements, held: days, moments,
      scoring: query.scoring)
    dispositions = matching.dispositions
    return FlexibleEvaluation(of: elements, matching, held: days, query)
  }
}
