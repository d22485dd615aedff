import AdherenceAnalytics
import Charts
import Scheduling

extension CohortPage {
  /// The maximum number of patients in the call list.
  static let calls = 20

  /// The page as HTML.
  var bytes: [UInt8] {
    let calls = LinkedSection(id: "calls", heading: "Who needs a call", content: writeCalls)
    let patients = LinkedSection(id: "patients", heading: "Patients", content: writePatients)
    return HTMLDocument(title: overview.title, stylePath: style, hasScript: true).bytes(
      overview, attention.isEmpty ? nil : calls, patients, footer: "The same numbers as tables: ")
  }

  /// The patients with a flag above the lowest severity.
  private var attention: [PatientLine] {
    patients.filter { $0.flags.contains { $0.severity > .notice } }
  }
}

// The patients who need a call.
extension CohortPage {
  private func writeCalls(to html: inout MarkupWriter) {
    html.block("ol", ["class": "calls"]) { html in
      for patient in attention.prefix(CohortPage.calls) {
        html.line("li", content: patient.writeCall)
      }
    }
    let rest = flaggedCount - min(attention.count, CohortPage.calls)
    guard rest > 0 else { return }
    html.line("p", ["class": "sub"]) {
      $0.text("And \(PageWords.count(rest, "more patient")) with a flag: ")
      $0.element("a", ["href": "#patients"], text: "all patients")
      $0.markup(".")
    }
  }
}

extension PatientLine {
  /// Writes the patient and the reasons for a call.
  fileprivate func writeCall(to html: inout MarkupWriter) {
    html.line("div", ["class": "who"], content: writeSummary)
    html.element("ul") { html in
      for flag in flags { html.element("li") { $0.explained(flag) } }
    }
  }

  private func writeSummary(to html: inout MarkupWriter) {
    page == nil ? html.element("b", content: writeName) : writeName(to: &html)
    if !group.isEmpty {
      html.markup(" ")
      html.isolated(group, class: "group")
    }
    for (label, day) in [("last event", lastEvent), ("plan ended", planEnd)] {
      html.markup(" ")
      if let day {
        html.element("span", ["class": "group"], text: "\(label) \(CivilDate(day)?.words ?? day)")
      }
    }
    html.markup(" ")
    html.element("span", ["class": "ratio"], text: ratioText)
  }

  /// Writes the name, as a link if there is a page.
  fileprivate func writeName(to html: inout MarkupWriter) {
    guard let page else { return html.isolated(name) }
    html.element("a", ["href": .link(to: page)]) { $0.isolated(name) }
  }

  private var ratioText: String { PageText.share(ratio, missing: missing) }
}

// The table of patients.
extension CohortPage {
  private func writePatients(to html: inout MarkupWriter) {
    let total = max(patientCount, patients.count)
    let note =
      patients.count == total
      ? "\(PageWords.count(total, "patient"))."
      : "\(patients.count.grouped) of \(PageWords.count(total, "patient")) are shown."
    html.line("p", text: coverage.isEmpty ? note : "\(note) \(coverage)")
    html.table(
      labelledBy: "patients-h", class: "patients", columns: columns,
      caption: writeCaption
    ) { html in
      for patient in patients { patient.writeRow(to: &html) }
    }
    if !flags.isEmpty { html.explanations(of: flags) }
  }

  private var columns: [PageColumn] {
    let first = [
      "Patient", PageColumn("Flags", sort: "order", filter: "Flag"),
      PageColumn("Group", filter: "Group"), PageColumn("By period", sort: "no", hasText: false),
      .number("Ratio"), PageColumn(.markup("95&nbsp;% interval"), sort: "no"),
    ]
    let tasks = tasks.map { PageColumn.number(.text($0)) }
    return first + tasks + [.number("Streak, due days"), "Last event"]
  }

  private func writeCaption(to html: inout MarkupWriter) {
    html.line("caption") {
      let none = flaggedCount > 0 ? "" : "; no patient has a flag"
      $0.text("The most urgent first\(none). ")
      $0.element(
        "span", ["class": "js", "hidden": .empty],
        text: "The names of columns sort.")
    }
  }
}

extension PatientLine {
  /// Writes a row without the end tags that may be omitted, which keeps a long table short.
  fileprivate func writeRow(to html: inout MarkupWriter) {
    html.tag("tr")
    html.tag("th", ["scope": "row"])
    writeName(to: &html)
    html.openCell { $0.flags(flags) }
    html.openCell { $0.isolated(group) }
    html.openCell { $0.append(sparkline?.svg() ?? []) }
    html.openCell(class: "n") { $0.text(ratioText) }
    html.openCell { $0.interval(ratio, lower, upper) }
    for ratio in taskRatios {
      html.openCell(class: "n") { $0.text(PageText.share(ratio)) }
    }
    html.openCell(class: "n") { $0.text(PageText.count(streak)) }
    html.openCell {
      $0.text(lastEvent ?? PageText.none)
      $0.small(planEnd.map { "plan ended \($0)" } ?? "")
    }
    html.markup("\n")
  }
}

extension MarkupWriter {
  /// Writes a cell without its end tag.
  fileprivate mutating func openCell(
    class name: Value = .absent, _ content: (inout MarkupWriter) -> Void
  ) {
    tag("td", ["class": name])
    content(&self)
  }
}
