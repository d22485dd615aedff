package import Scheduling

/// The evaluation of the elements of a task without planned times: quotas and as-needed use.
package struct FlexibleEvaluation: Sendable {
  /// The periods of quotas attributed to the days of the query, in order by element.
  package let quotas: [QuotaPeriod]
  /// The uses in the whole record, in order of time; caps are also exceeded by uses outside the query's
  /// range.
  package let uses: [Use]
  /// The days of refused uses, by the id of the quota's element.
  let refused: [String: [CivilDate]]
  /// The days of the query with as-needed use, one entry for each element.
  let openDays: [CivilDate]
  /// The days of each quota, in the order of the elements.
  let quotaDays: [QuotaDays]
}

extension FlexibleEvaluation {
  /// Evaluates a plan's elements with the outcomes without an occurrence, and sets their dispositions; `nil`
  /// if the plan has no such elements.
  init?(
    of plan: TaskPlan, _ matching: inout OutcomeMatching, _ scoring: Scoring,
    _ query: AdherenceQuery, _ moments: QueryMoments
  ) {
    let elements = plan.flexibleElements
    if elements.isEmpty { return nil }
    let held = plan.heldDays(in: moments.zone)
    let matched = UseMatching(
      matching, of: plan.task, to: elements, held: held, moments, scoring: scoring)
    matching.dispositions = matched.dispositions
    var uses = matched.uses
    var quotas: [QuotaPeriod] = []
    var active: [QuotaDays] = []
    var openDays: [CivilDate] = []
    for element in elements {
      switch element.element.recurrence {
      case .quota(let quota):
        let evaluation = QuotaEvaluation(
          quota, element, held: held, uses,
          refused: matched.refusals[element.element.id] ?? [],
          excusesDeclined: query.excusesDeclined, moments)
        active.append(QuotaDays(evaluation))
        let periods = evaluation.periods(in: query.range, weekStart: query.weekStart)
        if quotas.isEmpty { quotas = periods } else { quotas += periods }
      case .asNeeded(let caps):
        caps.mark(&uses, of: element, weekStart: query.weekStart)
        openDays += element.days.all(in: query.range)
      case .once, .every, .cycle, .rule: break
      }
    }
    self.quotas = quotas
    self.uses = uses
    refused = matched.refusals
    quotaDays = active
    self.openDays = openDays
  }

  /// Returns the evaluation restricted to some days.
  func on(_ days: Range<CivilDate>) -> FlexibleEvaluation {
    // Usually these are all days.
    if quotas.allSatisfy({ days.contains($0.day) }), openDays.allSatisfy(days.contains) {
      return self
    }
    return FlexibleEvaluation(
      quotas: quotas.filter { days.contains($0.day) }, uses: uses, refused: refused,
      openDays: openDays.filter(days.contains), quotaDays: quotaDays)
  }
}

extension TaskPlan {
  /// Returns the days on which elements without planned times are on hold.
  func heldDays(in zone: Zone) -> [Range<CivilDate>] {
    suspensions.map { hold in
      let first = zone.civil(at: hold.lowerBound).date
      // A journey west can end a hold on the day before it began.
      return first..<max(first, zone.civil(at: hold.upperBound).date)
    }
  }
}

extension Adherence {
  /// Counts one period of a quota.
  package mutating func add(_ period: QuotaPeriod, denominator: Denominator, asOf: Instant) {
    quota.add(period, denominator, asOf: asOf)
  }
}

extension FlexibleEvaluation {
  /// Counts the uses on some days.
  ///
  /// Amounts are summed day by day, so that their sum equals that of the days exactly.
  func addUses(to counts: inout UseCounts, on days: Range<CivilDate>) {
    var byDay: [CivilDate: UseCounts] = [:]
    for use in uses where days.contains(use.day) { byDay[use.day, default: UseCounts()].add(use) }
    for (_, uses) in byDay.sorted(by: { $0.key < $1.key }) { counts.merge(uses) }
    counts.openDays += openDays.count(where: days.contains)
  }

  /// Adds the counts of the elements by period.
  func add(
    to periods: inout [Adherence], _ spans: PeriodSpans, _ query: AdherenceQuery, asOf: Instant
  ) {
    var cursor = PeriodCursor(spans, within: query.range)
    for period in quotas {
      guard let index = cursor.position(of: period.day.dayNumber) else { continue }
      periods[index].add(period, denominator: query.denominator, asOf: asOf)
    }
    for use in uses {
      if let index = cursor.position(of: use.day.dayNumber) { periods[index].uses.add(use) }
    }
    for day in openDays {
      if let index = cursor.position(of: day.dayNumber) { periods[index].uses.openDays += 1 }
    }
  }
}
