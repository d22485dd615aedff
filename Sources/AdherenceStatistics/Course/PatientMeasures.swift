public import AdherenceAnalytics

/// A patient with the measures of each task.
public struct PatientMeasures: Sendable {
  /// What was counted.
  public let summary: PatientSummary
  /// The measures, in the order of the summary's tasks.
  public let tasks: [TaskMeasures]
}
