package import AdherenceAnalytics
import AdherenceStatistics
package import Scheduling

extension ChartData {
  /// Two stretches of days beside each other, such as those before and since a visit: a row for each task or
  /// group with both ratios.
  ///
  /// Of one patient the difference has no interval, as doses depend on each other. Of a cohort they are the means of the patients who have a ratio in both, and the interval
  /// is that of the mean of their own differences; where nobody has both they are the means of those who have one.
  ///
  /// - Parameters:
  ///   - rows: What is compared; what was due at neither time is left out.
  ///   - days: The earlier and the later days.
  ///   - numerator: What is counted of those due.
  ///   - level: The level of the intervals.
  ///   - threshold: The ratio to reach.
  ///   - title: What it shows.
  ///   - subtitle: Whose.
  ///   - limit: The most rows; of more the first.
  /// - Returns: A span from one ratio to the other in each row, and a dot for each.
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
      chart.note = "The first \(shown.count) of \(due.count) rows."
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
    .number("patients") { $0.ratios.pairs.map { Double($0) } },
    .number("dueBefore") { $0.compared.before.dueWithQuotas },
    .number("due") { $0.compared.after.dueWithQuotas },
    .number("doneBefore") { $0.compared.before.doneWithQuotas },
    .number("done") { $0.compared.after.doneWithQuotas }, .number("ratioBefore", \.ratios.before),
    .number("ratio", \.ratios.after), .number("difference", \.ratios.difference),
    .number("lower") { $0.ratios.interval?.lower },
    .number("upper") { $0.ratios.interval?.upper },
  ])

  /// What stands beside the row: its name, of a long one the beginning, and by how much the ratio changed.
  var label: String { "\(ChartLayout.shortened(name, to: 28).isolated): \(change)" }

  var name: String { compared.group ?? compared.title }

  private var change: String {
    guard let difference = ratios.difference else {
      return ratios.after == nil
        ? "nothing due since"
        : ratios.before == nil ? "nothing due before" : "nobody has both"
    }
    return "\(points(difference)) points"
      + (ratios.interval.map { " (\(points($0.lower)) to \(points($0.upper)))" } ?? "")
  }

  /// A difference of shares in points of one per cent, with its sign.
  private func points(_ share: Double) -> String {
    let number = (share * 100).shortText
    return share > 0 && number != "0" ? "+\(number)" : number.replacing("-", with: "−")
  }

  /// The row in words.
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
      return ChartPoint(Swift.min(before, after), Double(row), xEnd: Swift.max(before, after))
    }
    return [
      ChartSeries("Change", .span, .interval, spans),
      ChartSeries(
        "\(days.before.text), before", .dot, .secondary, dots(\.before) { $0.after == nil }),
      ChartSeries(days.after.text, .dot, .primary, dots(\.after) { _ in true }),
    ]
  }

  /// The dots of one of the ratios; fields stand with the later one, where there is one.
  private func dots(
    _ ratio: KeyPath<RatioComparison, Double?>, _ hasFields: (RatioComparison) -> Bool
  ) -> [ChartPoint] {
    enumerated().compactMap { row, own in
      guard let share = own.ratios[keyPath: ratio] else { return nil }
      var point = ChartPoint(share, Double(row))
      if hasFields(own.ratios) { point.values = ComparedRow.fields.values(of: own) }
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
