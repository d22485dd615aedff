import AdherenceAnalytics
import AdherenceStatistics
import Charts

/// The EMERGE checklist, filled in from a report.
///
/// Items that a report cannot answer, such as the design of the study, are left to the authors.
/// Counts are those of `report.json`, with the same ones withheld.
struct EmergeChecklist: Encodable {
  /// The file names.
  static let names = ["emerge.html", "emerge.json"]

  private let guideline = Guideline()
  private let note = """
    The items are in this program's own words and numbers: minimum criteria M1 to M4, best practice 1 to 17 in \
    the order of a manuscript. Hold them against the published checklist before submission.
    """
  private let engine: Engine.Name
  private let records: ReportSummary.Records
  private let result: [String: Double]
  let items: [Item]

  /// The guideline that the checklist follows.
  private struct Guideline: Encodable {
    let name = "ESPACOMP Medication Adherence Reporting Guideline (EMERGE)"
    let citation = """
      De Geest S, Zullig LL, Dunbar-Jacob J, Helmy R, Hughes DA, Wilson IB, Vrijens B. Annals of Internal \
      Medicine 2018;169:30–35
      """
    let doi = "10.7326/M18-0543"
  }

  /// An item with its answers.
  struct Item: Encodable, Sendable {
    var item: EmergeItem
    var answers: [PageFact]

    /// Whether the report answers all, part or none of the item.
    var status: String {
      if item.authors == nil { return "filled" }
      return answers.isEmpty ? "authors" : "partial"
    }
  }

  init(
    _ summary: ReportSummary, _ report: CohortReport, _ statistics: CohortStatistics?,
    _ contents: ReportContents
  ) {
    (engine, records, result) = (summary.engine, summary.records, summary.result)
    let answers = EmergeAnswers(summary, report, statistics, contents)
    items = EmergeItem.all.map { Item(item: $0, answers: answers.answers(to: $0.number)) }
  }

  /// The checklist as HTML and JSON files.
  var files: [ReportFile] {
    get throws {
      [
        ReportFile("emerge.html", page),
        ReportFile("emerge.json", Array(try indentedJSON().utf8)),
      ]
    }
  }
}

extension EmergeChecklist.Item {
  private enum CodingKeys: CodingKey {
    case number, section, topic, asks, status, answers, authors
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(item.number, forKey: .number)
    try fields.encode(item.section, forKey: .section)
    try fields.encode(item.topic, forKey: .topic)
    try fields.encode(item.asks, forKey: .asks)
    try fields.encode(status, forKey: .status)
    try fields.encode(answers, forKey: .answers)
    try fields.encodeIfPresent(item.authors, forKey: .authors)
  }
}

// The checklist as a page.
extension EmergeChecklist {
  /// The checklist as HTML.
  private var page: [UInt8] {
    HTMLDocument(title: "EMERGE checklist", style: PageAssets.plainStyle).bytes {
      $0.line("h1", text: "EMERGE checklist")
      $0.line(
        "p", ["class": "sub"],
        text: "\(guideline.name). \(guideline.citation). doi:\(guideline.doi)")
    } main: { html in
      let open = items.count { $0.item.authors != nil }
      html.line(
        "p", ["class": "answer"], text: "\(items.count) items, of which \(open) need the authors.")
      html.line("p", text: note)
      for section in sections { html.section(section, items.filter { $0.item.section == section }) }
    } footer: {
      $0.footer("The same as a file: ", [PageFile("emerge.json", "emerge.json")])
    }
  }

  /// The sections of a manuscript, in order.
  private var sections: [String] {
    items.map(\.item.section).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}

extension MarkupWriter {
  fileprivate mutating func section(_ name: String, _ items: [EmergeChecklist.Item]) {
    block("section", ["aria-label": .text(name)]) { html in
      html.line("h2", text: name)
      for item in items { html.item(item) }
    }
  }

  private mutating func item(_ item: EmergeChecklist.Item) {
    let (id, number) = ("item-\(item.item.number)", item.item.number)
    block("section", ["id": .text(id), "aria-labelledby": .text("\(id)-h")]) {
      $0.line("h3", ["id": .text("\(id)-h")], text: "\(number). \(item.item.topic)")
      $0.line("p", text: item.item.asks)
      if !item.answers.isEmpty { $0.facts(item.answers) }
      if let authors = item.item.authors { $0.request(to: authors) }
    }
  }

  private mutating func request(to authors: String) {
    line("p") {
      $0.element("strong", text: "To be filled in by the authors:")
      $0.text(" \(authors).")
    }
  }
}

/// An item of the EMERGE checklist, in this package's wording.
struct EmergeItem: Hashable, Sendable {
  /// The item number, such as `M1` for a minimum criterion and `1` for a best-practice item.
  var number: String
  /// The section of the manuscript.
  var section: String
  var topic: String
  var asks: String
  /// What the authors must fill in; `nil` if the report answers the item completely.
  var authors: String?
}

extension EmergeItem {
  static let minimumCriteria = "Minimum reporting criteria"

  /// The 4 minimum criteria, then the 17 best-practice items in the order of a manuscript.
  static let all: [EmergeItem] = minimum + front + methods + back

  private static let minimum: [EmergeItem] = [
    item("M1", minimumCriteria, "Phases", "The phases of adherence that are studied."),
    item(
      "M2", minimumCriteria, "Operational definitions", "The definition of each phase, as computed."
    ),
    item(
      "M3", minimumCriteria, "Measurement", "How adherence was measured in each phase.",
      "which device, record or questionnaire the data come from, and how well it measures adherence"
    ),
    item("M4", minimumCriteria, "Results", "The results of each phase."),
  ]

  private static let front: [EmergeItem] = [
    item(
      "1", "Title and abstract", "Title and abstract",
      "Adherence and its phases are named, with the minimum criteria.", "title and abstract"),
    item(
      "2", "Introduction", "Background", "What is known of the phases that are studied.",
      "the background"),
    item(
      "3", "Introduction", "Framework", "The theory or hypotheses about adherence.",
      "the theoretical framework"),
    item(
      "4", "Introduction", "Objectives", "The questions, each with its phase.", "the objectives"),
  ]

  private static let methods: [EmergeItem] = [
    item("5", "Methods", "Design", "The design, and why it suits the phases.", "the study design"),
    item(
      "6", "Methods", "Setting and routine care",
      "Where patients were treated, and what care did for adherence.",
      "the setting and routine care"),
    item(
      "7", "Methods", "Participants",
      "Who was eligible, and whether earlier adherence was a criterion.",
      "eligibility, recruitment, and whether adherence was a criterion of either"),
    item(
      "8", "Methods", "Interventions",
      "What was done for adherence: the phase aimed at, the level and the provider.",
      "the interventions, or that there were none"),
    item(
      "9", "Methods", "Course of measurement", "When and for how long adherence was measured.",
      "who collected the data, and how often"),
    item(
      "10", "Methods", "Quality of measurement",
      "How valid the measure is, and whether measuring changes adherence.",
      "validity, reliability, and whether patients knew that they were monitored"),
    item(
      "11", "Methods", "Data handling",
      "How records were cleaned, and how missing, excused and censored time was handled.",
      "what was done to the data before this report"),
    item(
      "12", "Methods", "Statistical methods", "The analysis of each phase, with its parameters.",
      "models beyond this report, and which analyses were planned in advance"),
    item(
      "13", "Methods", "Ethics", "Approval, consent and privacy of monitoring.",
      "approval, consent and data protection"),
  ]

  private static let back: [EmergeItem] = [
    item(
      "14", "Results", "Flow of participants",
      "How many took part, left and were analysed, and why.",
      "non-participants and reasons for not taking part"),
    item(
      "15", "Results", "Sample",
      "Characteristics of patients and treatments that bear on adherence.",
      "characteristics of the patients and their treatments"),
    item(
      "16", "Results", "Estimates",
      "Adherence in numbers, with its uncertainty and other analyses.",
      "how adherence relates to clinical outcomes, where that was studied"),
    item(
      "17", "Discussion", "Interpretation",
      "Strengths, limits, transfer to others, and what follows for care and research.",
      "the discussion"),
  ]

  private static func item(
    _ number: String, _ section: String, _ topic: String, _ asks: String, _ authors: String? = nil
  ) -> EmergeItem {
    EmergeItem(number: number, section: section, topic: topic, asks: asks, authors: authors)
  }
}
