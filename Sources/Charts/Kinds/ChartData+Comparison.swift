package import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
package import Scheduling

extension ChartData {
  /// Returns a comparison of two date ranges, such as before and since a visit: a row for each task
  /// or group with both ratios.
  ///
  /// For one patient the difference has no interval, because doses are not independent. For a
  /// cohort the ratios are the means of the patients with a ratio in both ranges, and the interval
  /// is that of the mean of their differences; if no patient has both, the means are of the
  /// patients with one.
  ///
  /// - Parameters:
  ///   - rows: The rows; those with nothing due in either range are omitted.
  ///   - days: The earlier and the later range.
  ///   - numerator: The numerator of the ratios.
  ///   - level: The confidence level of the intervals.
  ///   - threshold: The ratio to reach.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of rows; the first ones are drawn.
  /// - Returns: A span between the ratios in each row, and a dot for each.
  package static func comparison(
    of rows: [ComparedAdherence], over days: (before: Range<CivilDate>, after: Range<CivilDate>),
    _ numerator: Numerator = .done, level: Double = 0.95, threshold: Share, title: String,
    subtitle: String = "", limit: Int = 60
  ) -> ChartData {
    let due = rows.filter { !$0.isEmpty }
    let shown = due.prefix(max(1, limit)).map { ComparedRow($0, numerator, level) }
    var chart = ChartData(
      .comparison, title: title, subtitle: subtitle, summary: shown.summary(days),
      x: .share(numerator.seriesName),
      y: ChartAxis(
        "Change, with its \(ChartText.level(level)) interval", .category,
        categories: shown.map(\.label)),
      series: shown.series(days))
    chart.fields = ComparedRow.fields.fields
    chart.references = [threshold.line(.x)]
    if shown.count < due.count {
      chart.reduction = ChartReduction(.latest, points: due.count, limit: limit)
      chart.note = "The first \(shown.count.grouped) of \(due.count.grouped) rows."
    }
    if rows.contains(where: { $0.after.isUnderway || $0.before.isUnderway }) {
      let underway = "The days are not over yet: the ratios are of the part that is over."
      chart.note = [chart.note, underway].joinedNotes
    }
    return chart
  }
}

/// A row with its ratios.
private struct ComparedRow {
  var compared: ComparedAdherence
  var ratios: RatioComparison

  init(_ compared: ComparedAdherence, _ numerator: Numerator, _ level: Double) {
    self.compared = compared
    ratios = compared.ratios(numerator, level: level)
  }

  static let fields = PointFields<ComparedRow>([
    .text("task", \.compared.task), .text("group", \.compared.group),
    .number("n") { $0.ratios.pairs.map { Double($0) } },
    .number("dueBefore") { $0.compared.before.dueWithQuotas },
    .number("due") { $0.compared.after.dueWithQuotas },
    .number("doneBefore") { $0.compared.before.doneWithQuotas },
    .number("done") { $0.compared.after.doneWithQuotas }, .number("ratioBefore", \.ratios.before),
    .number("ratio", \.ratios.after), .number("difference", \.ratios.difference),
    .number("differenceLower") { $0.ratios.interval?.lower },
    .number("differenceUpper") { $0.ratios.interval?.upper },
  ])

  /// The row label: the name, shortened if necessary, and the change of the ratio.
  var label: String { "\(ChartLayout.shortened(name, to: 28).isolated): \(change)" }

  var name: String { compared.group ?? compared.title }

  private var change: String {
    guard let difference = ratios.difference else {
      return ratios.after == nil
        ? "nothing due since"
        : ratios.before == nil ? "nothing due before" : "no patient has both"
    }
    return "\(points(difference)) points"
      + (ratios.interval.map { " (\(points($0.lower)) to \(points($0.upper)))" } ?? "")
  }

  /// Returns a difference of shares in percentage points, with its sign.
  private func points(_ share: Double) -> String {
    let number = (share * 100).shortText
    return share > 0 && number != "0" ? "+\(number)" : number.replacing("-", with: "−")
  }

  /// The row as text.
  var words: String {
    let texts = [ratios.before, ratios.after].map { $0?.percentText ?? "nothing due" }
    let change = ratios.difference == nil ? "" : ", \(change)"
    return "\(name.isolated) from \(texts[0]) to \(texts[1])\(change)"
  }
}

extension [ComparedRow] {
  fileprivate func series(_ days: (before: Range<CivilDate>, after: Range<CivilDate>))
    -> [ChartSeries]
  {
    let spans = enumerated().compactMap { row, own -> ChartPoint? in
      guard let before = own.ratios.before, let after = own.ratios.after else { return nil }
      var span = ChartPoint(Swift.min(before, after), Double(row), xEnd: Swift.max(before, after))
      span.values = ComparedRow.fields.values(of: own)
      return span
    }
    return [
      ChartSeries("Change", .span, .interval, spans, statistic: "change"),
      ChartSeries(
        "\(days.before.text), before", .dot, .secondary, dots(\.before), statistic: "ratioBefore"),
      ChartSeries(days.after.text, .dot, .primary, dots(\.after), statistic: "ratio"),
    ]
  }

  /// Returns the dots of one of the ratios.
  private func dots(_ ratio: KeyPath<RatioComparison, Double?>) -> [ChartPoint] {
    enumerated().compactMap { row, own in
      guard let share = own.ratios[keyPath: ratio] else { return nil }
      var point = ChartPoint(share, Double(row))
      point.values = ComparedRow.fields.values(of: own)
      return point
    }
  }

  fileprivate func summary(_ days: (before: Range<CivilDate>, after: Range<CivilDate>)) -> String {
    if isEmpty { return "Nothing was due at either time." }
    let words = prefix(6).map(\.words).joined(separator: "; ")
    let more = count > 6 ? "; and \((count - 6).counted("more row"))" : ""
    return "\(days.before.text) beside \(days.after.text): \(words)\(more)."
  }
}
