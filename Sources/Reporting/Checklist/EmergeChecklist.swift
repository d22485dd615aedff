import AdherenceAnalytics
import AdherenceStatistics

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
        ReportFile("emerge.html", PageTemplates.render(self, as: "emerge")),
        ReportFile("emerge.json", Array(try indentedJSON().utf8)),
      ]
    }
  }
}

extension EmergeChecklist.Item {
  private enum CodingKeys: CodingKey {
    case number, section, topic, asks, status, answers, authors
  }

  private struct Answer: Encodable {
    var name, value: String
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(item.number, forKey: .number)
    try fields.encode(item.section, forKey: .section)
    try fields.encode(item.topic, forKey: .topic)
    try fields.encode(item.asks, forKey: .asks)
    try fields.encode(status, forKey: .status)
    try fields.encode(
      answers.map { Answer(name: $0.name, value: $0.value) }, forKey: .answers)
    try fields.encodeIfPresent(item.authors, forKey: .authors)
  }
}

extension EmergeChecklist: PageObject {
  func child(named name: String) -> PageValue? {
    switch name {
    case "title": .text("EMERGE checklist")
    case "citation": .text("\(guideline.name). \(guideline.citation). doi:\(guideline.doi)")
    case "answer": .text(answer)
    case "note": .text(note)
    case "sections": .list(sections)
    case "style": .text(PageTemplates.css)
    default: nil
    }
  }

  private var answer: String {
    let open = items.count { $0.item.authors != nil }
    return "\(items.count) items, of which \(open) need the authors."
  }

  private var sections: [EmergeSection] {
    items.reduce(into: []) { sections, item in
      if sections.last?.name != item.item.section {
        sections.append(EmergeSection(name: item.item.section))
      }
      sections[sections.count - 1].items.append(item)
    }
  }
}

/// The items for one section of a manuscript.
private struct EmergeSection: PageObject {
  var name: String
  var items: [EmergeChecklist.Item] = []

  func child(named name: String) -> PageValue? {
    switch name {
    case "name": .text(self.name)
    case "items": .list(items)
    default: nil
    }
  }
}

extension EmergeChecklist.Item: PageObject {
  func child(named name: String) -> PageValue? {
    switch name {
    case "number": .text(item.number)
    case "topic": .text(item.topic)
    case "asks": .text(item.asks)
    case "answers": .list(answers)
    case "hasAnswers": .truth(!answers.isEmpty)
    case "authors": .optional(item.authors.map { $0 + "." })
    default: nil
    }
  }
}
