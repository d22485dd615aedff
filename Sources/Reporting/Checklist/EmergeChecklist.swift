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
