public import Scheduling

/// An outcome that belongs to no occurrence: an extra one, one that came too soon after another, a use as
/// needed or for a quota, or the orphan of an edit.
public struct UnscheduledOutcome: Hashable, Sendable {
  /// What was recorded, with its old key where it has one.
  public let outcome: Outcome
  /// What became of it.
  public let disposition: Disposition
  /// The day it is attributed to: that of its key, or of its time.
  public let day: CivilDate
}

extension TaskEvaluation {
  /// The outcomes of the query's days that belong to no occurrence, in the order of the record.
  public var unscheduled: [UnscheduledOutcome] {
    zip(outcomes.indices, outcomeDays).compactMap { index, day in
      let isUse = dispositions[index] == .used
      guard isUse || dispositions[index].isCounted, query.range.contains(day) else { return nil }
      return UnscheduledOutcome(
        outcome: outcomes[index], disposition: dispositions[index], day: day)
    }
  }
}
