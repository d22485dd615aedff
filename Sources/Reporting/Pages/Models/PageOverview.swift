import AdherenceAnalytics
import Charts

/// The contents that the `index.html` of all reports have in common.
struct PageOverview: Sendable {
  var title: String
  /// The patients and days, in one line.
  var subtitle: String
  /// The summary in one or two sentences.
  var answer: String
  /// The figures at the top.
  var figures: [PageFigure] = []
  /// The groups over time; none for a cohort without groups.
  var groups = GroupTrends()
  /// The charts, in order.
  var pictures: [PagePicture] = []
  /// The counts of rejected and questionable data.
  var quality: [QualityLine] = []
  /// The first problems, one per line.
  var problems: [String] = []
  /// The total number of problems.
  var problemCount = 0
  /// The definitions used.
  var definitions: [PageFact] = []
  /// The files beside the page.
  var files: [PageFile] = []
}

extension PageOverview {
  /// Creates an overview with the first of the problems.
  init(_ title: String, _ subtitle: String, _ answer: String, _ problems: ProblemLog) {
    self.init(title: title, subtitle: subtitle, answer: answer)
    self.problems = Array(problems.texts.prefix(20))
    problemCount = problems.count
  }
}

/// A number at the top of a page, with its definition.
struct PageFigure: Hashable, Sendable {
  /// The name, in a few words.
  var name: String
  /// The formatted number with its unit; `–` if it is missing.
  var value: String
  /// The text below the number, such as an interval or the reason why it is missing.
  var note: String
  /// The definition, in a sentence.
  var definition: String

  init(_ name: String, _ value: String, note: String = "", definition: String) {
    self.name = name
    self.value = value
    self.note = note
    self.definition = definition
  }
}

/// A file that a page links to.
struct PageFile: Hashable, Sendable {
  /// The text of the link, such as `CSV`.
  var label: String
  /// The path relative to the page: names separated by `/`, not yet encoded for a URL.
  var path: String

  init(_ label: String, _ path: String) {
    self.label = label
    self.path = path
  }
}

/// A name with a value, such as a definition.
struct PageFact: Encodable, Hashable, Sendable {
  var name: String
  var value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A chart with its heading, and its summary as the caption.
struct PagePicture: Sendable {
  /// A name unique in the page; the prefix of HTML ids.
  var id: String
  /// The text above the chart.
  var heading: String
  var chart: ChartData
  /// The files with the same data, relative to the page.
  var files: [PageFile]

  init(
    _ id: String, _ heading: String, _ chart: ChartData, files: [PageFile] = []
  ) {
    self.id = id
    self.heading = heading
    self.chart = chart
    self.files = files
  }
}

/// Charts under a heading, such as those of a task.
struct PageSection: Sendable {
  /// The heading.
  var heading: String
  /// The introduction; may be empty.
  var text: String
  /// The charts, in order.
  var pictures: [PagePicture]

  init(_ heading: String, text: String = "", _ pictures: [PagePicture]) {
    self.heading = heading
    self.text = text
    self.pictures = pictures
  }
}

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

/// A reason to review a patient, as a symbol and a word, so that it does not depend on colour.
struct PageFlag: Hashable, Sendable {
  /// The symbol character.
  var symbol: String
  /// The name, in a word or two.
  var word: String
  /// The definition, or the observation, in a sentence.
  var explanation: String
  /// The severity.
  var severity: Severity

  /// The severity of a flag.
  enum Severity: Int, Comparable, Hashable, Sendable {
    /// For information.
    case notice
    /// To be observed.
    case watch
    /// A reason to call.
    case urgent

    static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
  }

  init(_ symbol: String, _ word: String, _ explanation: String, _ severity: Severity) {
    self.symbol = symbol
    self.word = word
    self.explanation = explanation
    self.severity = severity
  }
}

/// A task's row on a patient's page.
struct TaskLine: Hashable, Sendable {
  /// The task's title.
  var name: String
  /// The schedule and targets as text.
  var plan = ""
  /// Notes on the plan, such as its end; may be empty.
  var notes = ""
  /// The ratio over the whole range; `nil` if it is missing.
  var ratio: Double?
  /// The lower limit of the ratio's interval.
  var lower: Double?
  /// The upper limit of the ratio's interval.
  var upper: Double?
  /// The reason for the missing ratio, in a word or two.
  var missing = ""
  /// The completed and due counts, such as `132 of 180`.
  var counts = ""
  /// The current streak in due days, or in periods of a quota; `nil` if nothing was due.
  var streak: Int?
  /// The length of the longest streak in days.
  var longestStreak: Int?
  /// The local time of the last event.
  var lastEvent: String?
  /// The flags of the task.
  var flags: [PageFlag] = []

  /// Creates a row without results.
  init(_ name: String) { self.name = name }
}

/// A hold's row on a patient's page.
struct HoldLine: Hashable, Sendable {
  /// The task's title; empty for all tasks.
  var task: String
  /// The local start time.
  var from: String
  /// The last local time; empty if the hold has no end.
  var to: String
  /// The effect on occurrences during the hold.
  var mode: String
  /// The reason.
  var reason: String
}

/// A count of rejected or questionable data.
struct QualityLine: Hashable, Sendable {
  /// The name of the count.
  var name: String
  /// The count.
  var count: Int
  /// The definition, in a sentence.
  var explanation: String

  init(_ name: String, _ count: Int, _ explanation: String) {
    self.name = name
    self.count = count
    self.explanation = explanation
  }
}
