public import Scheduling

/// All that a query asks of one patient, of which each task was matched once.
public struct EvaluatedRecord: Sendable {
  /// The patient by task and period.
  public let adherence: PatientAdherence
  /// The patient over the whole range.
  public let summary: PatientSummary
}

/// What is read off a task beside its counts, while its occurrences and outcomes are at hand.
public struct TaskReading: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The course of the query's days, which statistics read.
  public static let course = TaskReading(rawValue: 1)
  /// That of the plan from its first day up to the moment of the report, which is matched once more where
  /// it is longer than the query's days.
  public static let wholePlan = TaskReading(rawValue: 2)
  /// Every occurrence and outcome one by one, which charts, events and breakdowns show.
  public static let evaluation = TaskReading(rawValue: 4)
}
