import AdherenceAnalytics

/// The contents of a cohort's `index.html`, ready for display.
///
/// The page keeps the order of the patients, which is by urgency.
struct CohortPage: Sendable {
  /// The title, such as `Monitoring`.
  var title: String
  /// The patients and days, in one line.
  var subtitle: String
  /// The summary sentence: the state of the cohort, and the number of patients with a flag.
  var answer: String
  /// The figures at the top.
  var figures: [PageFigure] = []
  /// The charts, in order.
  var pictures: [PagePicture] = []
  /// The patients in the table, the most urgent first.
  var patients: [PatientLine] = []
  /// The number of patients in the report; more than ``patients`` if the table is truncated.
  var patientCount = 0
  /// The number of patients with a flag.
  var flaggedCount = 0
  /// A sentence on the patients in the table, and on those with a page.
  var coverage = ""
  /// The definition of each flag shown.
  var flags: [PageFlag] = []
  /// The counts of rejected and questionable data.
  var quality: [QualityLine] = []
  /// The first problems, each in a line.
  var problems: [String] = []
  /// The total number of problems.
  var problemCount = 0
  /// The definitions used.
  var definitions: [PageFact] = []
  /// The tables of the report beside the page.
  var files: [PageFile] = []
  /// The path of the style sheet, relative to this page; `nil` to embed it.
  var style: String?

  /// Creates an empty page.
  init(title: String, subtitle: String, answer: String) {
    self.title = title
    self.subtitle = subtitle
    self.answer = answer
  }
}
