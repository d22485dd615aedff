import AdherenceAnalytics

/// What the page of one patient says.
struct PatientPage: Sendable {
  /// The patient's id.
  var id: String
  /// What the patient is called; the id where there is no name.
  var name: String
  /// Which days the page covers, in a line.
  var subtitle: String
  /// Where `index.html` lies, seen from this page.
  var index: String
  /// What is known of the patient, such as group and zone.
  var facts: [PageFact] = []
  /// Why the patient needs attention, the most urgent first.
  var flags: [PageFlag] = []
  /// The figures at the top.
  var figures: [PageFigure] = []
  /// The tasks.
  var tasks: [TaskLine] = []
  /// The charts, by task or across tasks.
  var sections: [PageSection] = []
  /// The times in which treatment was on hold.
  var holds: [HoldLine] = []
  /// What is doubtful in this patient's records, each in a line.
  var problems: [String] = []
  /// By which definitions all of it was computed.
  var definitions: [PageFact] = []

  /// Creates a page without figures.
  init(id: String, name: String, subtitle: String, index: String = "../index.html") {
    self.id = id
    self.name = name
    self.subtitle = subtitle
    self.index = index
  }
}
