import AdherenceAnalytics

/// The contents of one patient's page.
struct PatientPage: Sendable {
  /// The patient's id.
  var id: String
  /// The patient's name; the id if there is no name.
  var name: String
  /// The days, in one line.
  var subtitle: String
  /// The path of `index.html`, relative to this page.
  var index: String
  /// The path of the style sheet, relative to this page; `nil` to embed it.
  var style: String?
  /// The known attributes of the patient, such as group and zone.
  var facts: [PageFact] = []
  /// The flags, the most urgent first.
  var flags: [PageFlag] = []
  /// The figures at the top.
  var figures: [PageFigure] = []
  /// The tasks.
  var tasks: [TaskLine] = []
  /// The charts, by task or of all tasks.
  var sections: [PageSection] = []
  /// The times in which treatment was on hold.
  var holds: [HoldLine] = []
  /// The problems in this patient's records, one per line.
  var problems: [String] = []
  /// The definitions used.
  var definitions: [PageFact] = []

  /// Creates a page without figures.
  init(
    id: String, name: String, subtitle: String, index: String = "../index.html",
    style: String? = nil
  ) {
    self.id = id
    self.name = name
    self.subtitle = subtitle
    self.index = index
    self.style = style
  }
}
