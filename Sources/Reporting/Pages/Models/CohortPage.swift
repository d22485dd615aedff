/// The contents of a cohort's `index.html`, ready for display.
///
/// The page keeps the order of the patients, which is by urgency.
struct CohortPage: Sendable {
  var overview: PageOverview
  /// The patients in the table, the most urgent first.
  var patients: [PatientLine] = []
  /// The titles of the tasks whose ratios are in the table.
  var tasks: [String] = []
  /// The number of patients in the report; more than ``patients`` if the table is truncated.
  var patientCount = 0
  /// The number of patients with a flag.
  var flaggedCount = 0
  /// A sentence on the patients in the table, and on those with a page.
  var coverage = ""
  /// The definition of each flag shown.
  var flags: [PageFlag] = []
  /// The path of the style sheet, relative to this page; `nil` to embed it.
  var style: String?
}
