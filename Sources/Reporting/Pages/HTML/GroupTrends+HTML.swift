import Charts
import Scheduling

extension MarkupWriter {
  /// Writes groups over time as a table: a line by period, the ratio, and that of the last 28 days
  /// against the 28 before.
  mutating func trends(_ groups: GroupTrends) {
    line("h3", ["id": "groups-h"], text: "Groups over time: \(groups.task.isolated)")
    line("p", ["class": "sub"], text: groups.explanation)
    let recent: [PageColumn] =
      groups.days == nil ? [] : [.number("Last 28 days"), .number("Change")]
    table(
      labelledBy: "groups-h", hiddenCaption: "Groups over time",
      columns: ["Group", .number("Patients"), PageColumn("By period", hasText: false)]
        + [.number("Pooled ratio")] + recent
    ) { html in
      for own in groups.lines { html.trend(own, hasChange: groups.days != nil) }
    }
  }

  private mutating func trend(_ own: GroupTrends.Line, hasChange: Bool) {
    row(own.group) { html in
      html.cell(PageWords.amount(own.patients), class: "n")
      html.element("td") { $0.append(own.sparkline.svg()) }
      html.cell(TextTable.percent(own.ratio), class: "n")
      guard hasChange else { return }
      html.cell(TextTable.percent(own.change?.ratio), class: "n")
      html.cell(own.change.map(\.pointsText) ?? PageText.none, class: "n")
    }
  }
}

extension GroupTrends {
  /// The meaning of the columns, and the groups that are left out.
  fileprivate var explanation: String {
    let left =
      lines.count < count
      ? "The \(lines.count.grouped) of \(count.grouped) groups with the most patients. " : ""
    let change = days.map { days in
      let last = days.upperBound.adding(days: -1)
      return " The last 28 days are \(days.lowerBound.words) to \(last.words); "
        + "the change is in percentage points from the 28 days before."
    }
    return left + "Each line is the pooled ratio of each whole period, from 0 to 100 %."
      + (change ?? "")
  }
}

extension RecentChange {
  /// The change in points with its sign.
  fileprivate var pointsText: String {
    points == 0 ? "±0" : "\(points > 0 ? "+" : "−")\(abs(points))"
  }
}
