public import Scheduling

/// A task with its scored occurrences and the disposition of each outcome.
public struct TaskEvaluation: Sendable {
  /// The latest effective version of the task.
  public let task: CareTask
  /// The query.
  public let query: AdherenceQuery
  /// The time of the report.
  public let asOf: Instant
  /// The compiled plan, which derives ends, nominal times and keys.
  package let plan: TaskPlan
  /// The occurrences attributed to the days of the query, in order.
  public let scored: [ScoredOccurrence]
  /// The occurrences that overrides have moved into the days of the query from others, to which they are
  /// attributed, in order.
  package let moved: [ScoredOccurrence]
  /// The task's outcomes, without deleted and not yet known ones.
  public let outcomes: TaskOutcomes
  /// The evaluation of its elements without planned times; `nil` if there are none.
  package let flexible: FlexibleEvaluation?
  /// The disposition of each outcome, in the order of ``outcomes``.
  public let dispositions: [Disposition]
  /// The occurrence that each outcome was assigned to, in the order of ``outcomes``; `nil` for none.
  package let occurrences: [Occurrence?]
  /// The outcomes that are merged into another one to form one dose.
  let parts: DoseParts
  /// The query in the patient's zone.
  package let moments: QueryMoments

  /// Every occurrence in the days of the query, in order: those attributed to them, and those moved into
  /// them.
  public var found: [ScoredOccurrence] {
    moved.isEmpty ? scored : (scored + moved).sorted { $0.occurrence < $1.occurrence }
  }

  /// The day to which each outcome itself is attributed.
  var outcomeDays: [CivilDate] {
    outcomes.rows.map { CivilDate(dayNumber: moments.dayNumber(of: $0)) }
  }
}

extension TaskEvaluation {
  /// The recorded values of each occurrence that has any, in the order of the record.
  ///
  /// They include those of outcomes added to its sum.
  package var recordedValues: [Occurrence: [OutcomeValue]] {
    var values: [Occurrence: [OutcomeValue]] = [:]
    let some: OutcomeTable.Marks = [.number, .boolean, .detailed]
    for (index, row) in outcomes.rows.enumerated() where !row.marks.isDisjoint(with: some) {
      guard let occurrence = occurrences[index] else { continue }
      let own = outcomes[index].values
      if !own.isEmpty { values[occurrence, default: []] += own }
    }
    return values
  }
}
