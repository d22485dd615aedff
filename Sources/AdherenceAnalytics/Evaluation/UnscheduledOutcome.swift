public import Scheduling

/// An outcome without an occurrence: an extra one, one too soon after another, a use as needed or for a
/// quota, or one orphaned by an edit.
public struct UnscheduledOutcome: Hashable, Sendable {
  /// The outcome, with its original key.
  public let outcome: Outcome
  /// The disposition of the outcome.
  public let disposition: Disposition
  /// The day of attribution: that of its key, or of its time.
  public let day: CivilDate
}

extension TaskEvaluation {
  /// The outcomes without an occurrence on the query's days, in the order of the record.
  public var unscheduled: [UnscheduledOutcome] {
    zip(outcomes.indices, outcomeDays).compactMap { index, day in
      let isUse = dispositions[index] == .used
      guard isUse || dispositions[index].isCounted, query.range.contains(day) else { return nil }
      return UnscheduledOutcome(
        outcome: outcomes[index], disposition: dispositions[index], day: day)
    }
  }
}
