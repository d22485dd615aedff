import AdherenceAnalytics

/// What is asked of every patient, and what is written of each.
struct ReportTask: Sendable {
  var query: AdherenceQuery
  var contents: ReportContents
  /// How rows are written; `nil` writes none.
  var encoding: RowEncoding?
  /// Whether blocks say how much was written of each patient.
  var measuresPatients = false
  var options: ReportOptions
  /// Which patients have pages, where there is a page of the cohort.
  var patientPages = PatientPages.none

  init(
    _ query: AdherenceQuery, _ contents: ReportContents = ReportContents([]),
    _ encoding: RowEncoding? = nil, options: ReportOptions
  ) {
    self.query = query
    self.contents = contents
    self.encoding = encoding
    self.options = options
  }
}

extension ReportTask {
  /// What a store is asked for.
  func query(of patients: PatientQuery) -> CareQuery {
    var query = CareQuery(
      patients: patients, kinds: [.task, .outcome, .hold, .carePlan, .contact])
    query.partition = options.partition
    return query
  }

  /// Whether a patient is in the report: known at its moment, and one who is meant.
  func takes(_ record: CareRecord) -> Bool {
    record.isKnown(at: query.asKnownAt) && options.filter?.passes(record, query) != false
  }
}
