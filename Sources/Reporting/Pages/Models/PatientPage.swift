import AdherenceAnalytics

/// The contents of one patient's page.
struct PatientPage: Sendable {
  /// The patient's name; the id if there is no name.
  var name: String
  /// The days, in one line.
  var subtitle: String
  /// The path of `index.html`, relative to this page.
  var index = "../index.html"
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
}
