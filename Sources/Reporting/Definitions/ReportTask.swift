import AdherenceAnalytics

/// The evaluation and output required for each patient.
struct ReportTask: Sendable {
  var query: AdherenceQuery
  var contents: ReportContents
  /// The encoding of rows; `nil` to write none.
  var encoding: RowEncoding?
  /// Whether blocks record the size of each patient's rows.
  var measuresPatients = false
  var options: ReportOptions
  /// The patients with pages, if there is a page of the cohort.
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
  /// Returns the query sent to a store.
  func query(of patients: PatientQuery) -> CareQuery {
    var query = CareQuery(
      patients: patients, kinds: [.task, .outcome, .hold, .carePlan, .contact])
    query.partition = options.partition
    return query
  }

  /// Returns whether a patient is in the report: known at its moment and selected.
  func takes(_ record: CareRecord) -> Bool {
    record.isKnown(at: query.asKnownAt) && options.filter?.passes(record, query) != false
  }
}
