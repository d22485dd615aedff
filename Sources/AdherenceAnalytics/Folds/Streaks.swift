public import Scheduling

/// An unbroken run, by its first and last day.
public struct Streak: Hashable, Sendable {
  /// The number of successes (or misses); neutral steps between them are not counted.
  public internal(set) var length: Int
  /// The day of the first, or the first day of the first period.
  public let first: CivilDate
  /// The day of the last, or the last day of the last period.
  public internal(set) var last: CivilDate
}

/// The streaks of successes and of misses.
///
/// A streak neither begins nor ends on a neutral step.
///
///     let summary = record.summary(AdherenceQuery(monday..<monday.adding(days: 3)))
///     print(summary.perfectDays.longest?.length ?? 0)  // 1
///     print(summary.perfectDays.currentMissed?.length ?? 0)  // 0
public struct Streaks: Hashable, Sendable {
  /// The unbroken streak of successes; `nil` after a miss and without a success.
  public private(set) var current: Streak?
  /// The longest streak of successes, the first of several; `nil` without a success.
  public private(set) var longest: Streak?
  /// The unbroken streak of misses; `nil` after a success and without a miss.
  public private(set) var currentMissed: Streak?
  /// The longest streak of misses, the first of several; `nil` without a miss.
  public private(set) var longestMissed: Streak?

  /// The total number of successes.
  public private(set) var successes = 0
  /// The total number of misses.
  public private(set) var misses = 0

  package init() {}

  /// Adds the next step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - first: Its first day.
  ///   - last: Its last day.
  package mutating func add(_ step: StreakStep, from first: CivilDate, through last: CivilDate) {
    switch step {
    case .neutral: break
    case .success:
      successes += 1
      Streaks.extend(&current, &longest, first, last)
      currentMissed = nil
    case .miss:
      misses += 1
      Streaks.extend(&currentMissed, &longestMissed, first, last)
      current = nil
    }
  }

  /// Adds steps in order of their last days, those with the same last day in the given order.
  ///
  /// - Complexity: O(*n* log *n*) for *n* steps.
  mutating func add(_ steps: [(step: StreakStep, days: Range<CivilDate>)]) {
    let order = steps.indices.sorted {
      (steps[$0].days.upperBound, $0) < (steps[$1].days.upperBound, $1)
    }
    for position in order {
      let (step, days) = steps[position]
      add(step, from: days.lowerBound, through: days.upperBound.adding(days: -1))
    }
  }

  private static func extend(
    _ current: inout Streak?, _ longest: inout Streak?, _ first: CivilDate, _ last: CivilDate
  ) {
    var run = current ?? Streak(length: 0, first: first, last: last)
    run.length += 1
    run.last = last
    current = run
    if run.length > longest?.length ?? 0 { longest = run }
  }
}

extension Adherence {
  /// Whether everything due has a final state, and nothing is pending.
  package var isResolved: Bool {
    pending == 0 && quota.pending == 0 && outstandingWithQuotas == 0
  }

  /// Whether a day can be judged: something was due, all of it has come to an end, and nothing of it
  /// was on hold.
  var isEvaluable: Bool { dueWithQuotas > 0 && onHold == 0 && isResolved }

  /// Returns the step of a period in a streak of those that reach a share.
  ///
  /// - Parameters:
  ///   - threshold: The share.
  ///   - numerator: The numerator of the ratio.
  /// - Returns: Neutral if nothing was due or the period is not over.
  func streakStep(_ threshold: Share, _ numerator: Numerator = .done) -> StreakStep {
    guard dueWithQuotas > 0, isResolved else { return .neutral }
    return reaches(threshold, numerator) ? .success : .miss
  }
}

extension AdherenceSeries {
  /// Returns the streaks of periods that reach a share of those due.
  ///
  /// - Parameters:
  ///   - threshold: The share.
  ///   - numerator: What is counted.
  ///   - spans: The periods of the series.
  /// - Returns: The runs; the part of a period on hold does not count against it.
  public func streaks(
    _ threshold: Share, _ numerator: Numerator = .done, over spans: PeriodSpans
  ) -> Streaks {
    var streaks = Streaks()
    for (span, period) in zip(spans, periods) {
      streaks.add(
        period.streakStep(threshold, numerator), from: span.start,
        through: span.end.adding(days: -1))
    }
    return streaks
  }

  /// Returns the streaks of perfect days, on which everything was done.
  ///
  /// Only days that can be judged count; the rest, such as days that are on hold in part, are neutral. A
  /// quota is due on the last day of its period.
  ///
  /// - Parameter spans: The periods of the series, days.
  /// - Returns: The runs of perfect days, and of days on which something was left out.
  public func perfectDayStreaks(over spans: PeriodSpans) -> Streaks {
    precondition(spans.period == .day, "perfect days are days, not \(spans.period)")
    var streaks = Streaks()
    for (span, day) in zip(spans, periods) where day.isEvaluable {
      streaks.add(
        day.reaches(Share(1, of: 1)) ? .success : .miss, from: span.start, through: span.start)
    }
    return streaks
  }
}

extension TaskEvaluation {
  /// The streaks of occurrences, and of periods of quotas, that were done and that were not.
  ///
  /// Those in the denominator count once they are done or their time is over, in the order of their last days.
  /// Under ``Denominator/elapsed`` an early success extends a streak when its time is over.
  public var streaks: Streaks {
    var streaks = Streaks()
    if flexible == nil {
      for occurrence in scored {
        streaks.add(step(of: occurrence), from: occurrence.day, through: occurrence.day)
      }
    } else {
      streaks.add(
        scored.map { (step: step(of: $0), days: $0.day..<$0.day.adding(days: 1)) }
          + quotaPeriods.map { (step: step(of: $0), days: $0.days) })
    }
    return streaks
  }

  private func step(of period: QuotaPeriod) -> StreakStep {
    var own = QuotaCounts()
    own.add(period, query.denominator, asOf: asOf)
    return own.streakStep
  }

  private func step(of occurrence: ScoredOccurrence) -> StreakStep {
    var own = Adherence()
    own.add(occurrence, query, asOf: asOf)
    return own.streakStep(Share(1, of: 1))
  }
}
