import Charts

extension PatientPage {
  /// The page as HTML.
  var bytes: [UInt8] {
    HTMLDocument(title: name, stylePath: style, bodyClass: "patient").bytes(header: writeHeader) {
      $0.section("glance", "At a glance", isTarget: false, isHeadingHidden: true, writeGlance)
      if !tasks.isEmpty { $0.section("tasks", "Tasks", isTarget: false, writeTasks) }
      for section in sections { $0.block("section", content: section.write) }
      $0.section("holds", "Holds", isTarget: false, writeHolds)
      if problems.isEmpty { return }
      $0.section("problems", "Doubts about the records", isTarget: false) {
        $0.problems(problems)
      }
    }
  }

  private func writeHeader(to html: inout MarkupWriter) {
    html.line("nav", ["aria-label": "Patients"]) {
      $0.element("a", ["href": .link(to: index)], text: "← All patients")
    }
    html.line("h1") { $0.isolated(name) }
    html.line("p", ["class": "sub"], text: subtitle)
    if !facts.isEmpty { html.facts(facts, class: "line", isIsolated: true) }
  }

  private func writeGlance(to html: inout MarkupWriter) {
    if flags.isEmpty {
      html.line("p", text: "No flags.")
    } else {
      html.block("ul", ["class": "why"]) { html in
        for flag in flags { html.line("li") { $0.explained(flag) } }
      }
    }
    html.figures(figures)
  }

  private func writeTasks(to html: inout MarkupWriter) {
    let columns: [PageColumn] = [
      "Task", "Done", .number("Ratio"), PageColumn(.markup("95&nbsp;% interval")),
      .number("Streak, due days"),
      .number("Longest, due days"), "Last event", "Flags",
    ]
    html.table(
      labelledBy: "tasks-h", hiddenCaption: "Each task over the whole range", columns: columns
    ) { html in
      for task in tasks { html.line("tr", content: task.write) }
    }
  }

  private func writeHolds(to html: inout MarkupWriter) {
    if holds.isEmpty { return html.line("p", text: "None.") }
    html.table(
      labelledBy: "holds-h", hiddenCaption: "Times in which treatment was suspended",
      columns: ["Task", "From", "To", "What becomes of what was due", "Reason"]
    ) { html in
      for hold in holds {
        html.row(hold.task.isEmpty ? "All tasks" : hold.task) { hold.writeCells(to: &$0) }
      }
    }
  }
}

extension TaskLine {
  /// Writes the cells of the row.
  fileprivate func write(to html: inout MarkupWriter) {
    html.element("th", ["scope": "row"], content: writeName)
    html.cell(counts.isEmpty ? PageText.none : counts)
    html.cell(PageText.share(ratio, missing: missing), class: "n")
    html.element("td") { $0.interval(ratio, lower, upper) }
    html.cell(PageText.count(streak), class: "n")
    html.cell(PageText.count(longestStreak), class: "n")
    html.cell(lastEvent ?? PageText.none)
    html.element("td") { $0.flags(flags) }
  }

  private func writeName(to html: inout MarkupWriter) {
    html.isolated(name)
    if !plan.isEmpty {
      html.markup(" ")
      html.element("small", ["class": "plan", "dir": "auto"], text: plan)
    }
    html.small(notes)
  }
}

extension HoldLine {
  fileprivate func writeCells(to html: inout MarkupWriter) {
    html.cell(from)
    html.cell(to.isEmpty ? "goes on" : to)
    html.cell(mode)
    html.cell(reason, class: "w")
  }
}

extension PageSection {
  fileprivate func write(to html: inout MarkupWriter) {
    html.line("h2") { $0.isolated(heading) }
    if !text.isEmpty { html.line("p", ["dir": "auto"], text: text) }
    html.pictures(pictures)
  }
}
