public import AdherenceAnalytics
public import Interchange
public import Scheduling

/// A cohort's adherence, by period and over the whole range, with what could not be evaluated.
public struct CohortReport: Sendable {
  /// By the query's periods.
  public private(set) var byPeriod: CohortAdherence
  /// Over the whole range.
  public private(set) var whole: CohortAdherence
  /// The tasks that could not be evaluated.
  public private(set) var problems: [InputError] = []

  /// Evaluates the records of a dataset, one by one.
  ///
  /// - Parameters:
  ///   - dataset: The records.
  ///   - query: What is asked of each.
  ///   - body: What else is done with each record and its result.
  /// - Throws: What `body` throws.
  public init(
    of dataset: Dataset, _ query: AdherenceQuery,
    _ body: (CareRecord, PatientAdherence) throws(InputError) -> Void = { _, _ in }
  ) throws(InputError) {
    byPeriod = CohortAdherence(spans: query.spans, numerator: query.numerator)
    whole = CohortAdherence(
      spans: CalendarPeriod.all.spans(of: query.range), numerator: query.numerator)
    var evaluator = AdherenceEvaluator(query)
    for record in dataset.records {
      let patient = evaluator.adherence(of: record)
      byPeriod.add(patient)
      whole.add(patient.merged)
      problems += patient.problems
      try body(record, patient)
    }
  }
}
