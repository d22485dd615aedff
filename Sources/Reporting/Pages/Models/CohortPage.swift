import AdherenceAnalytics

/// What `index.html` says of a cohort, in words, numbers and charts that are ready to be shown.
///
/// The first patients are those who most need attention; the page keeps the order that it is given.
struct CohortPage: Sendable {
  /// What the page is about, such as `Monitoring`.
  var title: String
  /// Whom and which days it covers, in a line.
  var subtitle: String
  /// The answer in a sentence: how the cohort is doing, and how many need a call.
  var answer: String
  /// The figures at the top.
  var figures: [PageFigure] = []
  /// The charts, in order.
  var pictures: [PagePicture] = []
  /// The patients of the table, the most urgent first.
  var patients: [PatientLine] = []
  /// How many patients the report covers; more than ``patients`` where the table leaves some out.
  var patientCount = 0
  /// How many patients have a flag.
  var flaggedCount = 0
  /// Which patients have a page of their own and which are in the table, in a sentence.
  var coverage = ""
  /// What the words of flags mean, each once.
  var flags: [PageFlag] = []
  /// What was set aside or doubted, with counts.
  var quality: [QualityLine] = []
  /// The first problems, each in a line.
  var problems: [String] = []
  /// How many problems there are in all.
  var problemCount = 0
  /// By which definitions all of it was computed.
  var definitions: [PageFact] = []
  /// The tables of the report that lie beside the page.
  var files: [PageFile] = []

  /// Creates a page of no patients.
  init(title: String, subtitle: String, answer: String) {
    self.title = title
    self.subtitle = subtitle
    self.answer = answer
  }
}
