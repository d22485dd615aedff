public import Scheduling

/// A task with everything that became of it: each occurrence scored, each outcome accounted for.
public struct TaskEvaluation: Sendable {
  /// The version of the task that is in force last.
  public let task: CareTask
  /// What was asked.
  public let query: AdherenceQuery
  /// The moment of the report.
  public let asOf: Instant
  /// The compiled plan, which derives ends, nominal times and keys.
  package let plan: TaskPlan
  /// The occurrences attributed to the days of the query, in order.
  public let scored: [ScoredOccurrence]
  /// The occurrences that overrides have moved into the days of the query from others, on which they
  /// still count, in order.
  package let moved: [ScoredOccurrence]
  /// The task's outcomes, those that were taken back or not yet known left out.
  public let outcomes: TaskOutcomes
  /// What became of its elements that name no times; `nil` where there are none.
  package let flexible: FlexibleEvaluation?
  /// What became of each outcome, in the order of ``outcomes``.
  public let dispositions: [Disposition]
  /// The occurrence that each outcome was given to, in the order of ``outcomes``; `nil` without one.
  package let occurrences: [Occurrence?]
  /// The outcomes that are merged into another outcome, with which they make one dose.
  let parts: DoseParts
  /// The query by the patient's clock.
  package let moments: QueryMoments

  /// Every occurrence that is found in the days of the query, in order: those attributed to them, and
  /// those moved into them.
  public var found: [ScoredOccurrence] {
    moved.isEmpty ? scored : (scored + moved).sorted { $0.occurrence < $1.occurrence }
  }

  /// The day that each outcome is attributed to by itself.
  var outcomeDays: [CivilDate] {
    outcomes.rows.map { CivilDate(dayNumber: moments.dayNumber(of: $0)) }
  }
}
