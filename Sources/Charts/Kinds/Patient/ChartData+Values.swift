public import AdherenceAnalytics
public import Diagnostics
import Scheduling

extension ChartData {
  /// Returns the recorded numbers of a task in one unit; several kinds, such as systolic and
  /// diastolic pressure, share the axis.
  ///
  /// Each number is a dot at its day; an occurrence without a number is a missing point with the
  /// reason. Above the limit, neighbouring days are drawn as their mean with the range from minimum
  /// to maximum. The background shows the range of the latest target of each kind, and holds.
  ///
  /// - Parameters:
  ///   - evaluation: The task.
  ///   - values: The kind and unit of the values; by default all, if they share one unit.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of points.
  /// - Returns: A series for each kind, two for means.
  /// - Throws: `InputError` if there are numbers in several units or none that match; the error
  ///   lists the available ones.
  public static func values(
    of evaluation: TaskEvaluation, _ values: SummedValues = SummedValues(), title: String,
    subtitle: String = "", limit: Int = ChartKind.values.pointLimit
  ) throws(InputError) -> ChartData {
    let drawing = ValueDrawing(
      try values.numbers(of: evaluation), of: evaluation.query.range, limit: limit)
    var chart = ChartData(
      .values, title: title, subtitle: subtitle, summary: drawing.summary,
      x: ChartAxis(
        "Date", .day, range: evaluation.query.range.positions, zone: evaluation.moments.zone.id),
      y: ChartAxis("Value", .number, unit: drawing.units, range: drawing.range))
    chart.series = drawing.series(named: evaluation.task.title ?? evaluation.task.id)
    chart.fields = drawing.fields
    chart.bands = drawing.targets + evaluation.holdBands
    if drawing.step > 1 {
      chart.reduction = ChartReduction(.bins, points: drawing.count, limit: limit)
      chart.note = "Each mean is of \(drawing.step) days together, with the least and the greatest."
    }
    return chart
  }

  /// Returns the distinct units of a task's recorded numbers.
  package static func unitsOfValues(of evaluation: TaskEvaluation) -> [String?] {
    var units: [String?] = []
    for series in evaluation.values.numbers where !units.contains(series.scope.units) {
      let own = series.summary
      if own.min != own.max { units.append(series.scope.units) }
    }
    return units
  }
}

extension [ValueSeries] {
  /// The nonempty series of numbers of the whole task.
  fileprivate var numbers: [ValueSeries] {
    filter {
      $0.scope.element == nil && $0.scope.type == .number && $0.values.contains { $0.amount != nil }
    }
  }
}

extension SummedValues {
  /// Returns the matching series among those of a task; `nil` if there are none.
  ///
  /// - Throws: `InputError` if several or none of them match; the error lists them.
  package func chosen(_ scopes: [ValueScope]) throws(InputError) -> ValueScope? {
    try meant(scopes, ofOneKind: true).first
  }

  /// Returns the matching series of numbers in one unit; an empty name matches values without one.
  fileprivate func numbers(of evaluation: TaskEvaluation) throws(InputError) -> [ValueSeries] {
    let all = evaluation.values.numbers
    let meant = Set(try meant(all.map(\.scope), ofOneKind: false))
    return all.filter { meant.contains($0.scope) }
  }

  /// Returns the scopes with the given kind and unit, which must share one unit and optionally one
  /// kind.
  private func meant(_ scopes: [ValueScope], ofOneKind: Bool) throws(InputError) -> [ValueScope] {
    let ofKind = scopes.filter { kind == nil || ($0.kind ?? "") == kind }
    let kinds = scopes.map { $0.kind ?? "" }
    let own = ofOneKind ? ofKind.map { $0.kind ?? "" } : []
    try check(kind, own, of: kinds, found: ofKind.isEmpty, "kind")
    let meant = ofKind.filter { units == nil || ($0.units ?? "") == units }
    let names = meant.map { $0.units ?? "" }
    try check(units, names, of: ofKind.map { $0.units ?? "" }, found: meant.isEmpty, "units")
    return meant
  }

  private func check(
    _ name: String?, _ meant: [String], of all: [String], found isNone: Bool, _ field: String
  ) throws(InputError) {
    guard Set(meant).count > 1 || name != nil && isNone && !all.isEmpty else { return }
    throw .severalValues(name, of: Set(all), field)
  }
}

/// The numbers of one unit while they are drawn.
private struct ValueDrawing {
  private let all: [ValueSeries]
  private let days: Range<CivilDate>
  /// The number of days per point; 0 for dots.
  let step: Int

  init(_ series: [ValueSeries], of days: Range<CivilDate>, limit: Int) {
    (all, self.days) = (series, days)
    let length = days.upperBound - days.lowerBound
    let points = series.reduce(0) { $0 + $1.values.count }
    step = points <= limit ? 1 : max(2, length.step(to: max(1, limit / (2 * max(1, series.count)))))
  }

  /// The number of values.
  var count: Int { all.reduce(0) { $0 + $1.summary.count } }

  /// The unit of the axis.
  var units: String? { all.lazy.compactMap(\.scope.units).first }

  private var numbers: [Double] { all.flatMap { $0.values.compactMap(\.amount) } }

  /// The padded range of the numbers and targets.
  var range: ClosedRange<Double>? {
    ClosedRange.around(numbers, all.compactMap(\.band))
  }

  private func role(_ place: Int) -> ChartRole { all.count == 1 ? .primary : .nth(place) }

  private func name(_ series: ValueSeries, _ title: String) -> String { series.scope.kind ?? title }

  /// The ranges of the latest targets.
  var targets: [ChartBand] {
    guard let range else { return [] }
    return all.enumerated().compactMap { place, series in
      series.band.map { ChartBand(target: $0, of: series.scope.kind, in: range, role(place)) }
    }
  }

  func series(named title: String) -> [ChartSeries] {
    all.enumerated().flatMap { place, series in
      step == 1
        ? [dots(series, name(series, title), role(place))]
        : means(series, name(series, title), role(place))
    }
  }

  private func dots(_ series: ValueSeries, _ name: String, _ role: ChartRole) -> ChartSeries {
    ChartSeries(
      name, .dot, role,
      series.values.map { value in
        ChartPoint(
          value.day.position, value.amount, label: value.amount == nil ? nil : series.clock(value),
          missing: value.gap?.rawValue)
      }.with(ValueDrawing.moments(of: series), of: series.values), statistic: "value")
  }

  /// Returns the time of a value; for a missing one, the planned time.
  private static func moments(of series: ValueSeries?) -> PointFields<RecordedValue> {
    PointFields([.instant("instant") { value in series?.zone.value(value.time) }])
  }

  private static var days: PointFields<ValueSeries.Bin> {
    PointFields([
      .date("periodStart") { $0.days.lowerBound }, .date("periodEnd") { $0.days.upperBound },
      .count("n", \.summary.count),
    ])
  }

  var fields: [ChartField] {
    step == 1 ? ValueDrawing.moments(of: all.first).fields : ValueDrawing.days.fields
  }

  /// Returns the range from minimum to maximum, and the means.
  private func means(_ series: ValueSeries, _ name: String, _ role: ChartRole) -> [ChartSeries] {
    let bins = series.summaries(of: days, step: step)
    let points = bins.map { bin in
      let summary = bin.summary
      let (day, reason) = (bin.middle.position, summary.reason?.rawValue)
      return (
        ChartPoint(day, summary.min, yEnd: summary.max, missing: reason),
        ChartPoint(day, summary.mean, label: bin.words, missing: reason)
      )
    }
    return [
      ChartSeries(
        "\(name), least to greatest", .area, role.behind,
        points.map(\.0).with(ValueDrawing.days, of: bins), statistic: "leastToGreatest"),
      ChartSeries(
        name, .line, role, points.map(\.1).with(ValueDrawing.days, of: bins), statistic: "mean"),
    ]
  }

  /// The number of values of each kind, their mean and range.
  var summary: String {
    let texts = all.map { series in
      let (own, units) = (series.summary, series.scope.units.map { " \($0)" } ?? "")
      let ends = [own.mean, own.min, own.max].map { ($0 ?? 0).shortText }
      let share = own.shareInRange.map { ", \($0.percentText) in range" } ?? ""
      return "\(series.scope.kind.map { "\($0.isolated): " } ?? "")\(own.count.counted("value"))"
        + ", mean \(ends[0])\(units), from \(ends[1]) to \(ends[2])\(share)"
    }
    return texts.isEmpty ? "No number was recorded." : texts.joined(separator: "; ") + "."
  }
}

extension ChartRole {
  /// The role of the range behind a line of this role.
  fileprivate var behind: ChartRole { self == .primary ? .interval : self }
}

extension ChartBand {
  /// Creates a band for the visible part of a target range.
  init(
    target: ClosedRange<Double>, of kind: String?, in range: ClosedRange<Double>, _ role: ChartRole
  ) {
    let words = ["Target", kind, target.words].compactMap(\.self).joined(separator: " ")
    self.init(
      .y, from: max(target.lowerBound, range.lowerBound),
      to: min(target.upperBound, range.upperBound), words, role, statistic: "target")
  }
}

extension ClosedRange<Double> {
  /// Returns the padded range of numbers and targets; `nil` if there are none.
  static func around(_ numbers: [Double], _ targets: [ClosedRange<Double>]) -> Self? {
    let ends = targets.flatMap { [$0.lowerBound, $0.upperBound] }.filter(\.isFinite)
    guard let low = (numbers + ends).min(), let high = (numbers + ends).max() else { return nil }
    let margin = low == high ? Swift.max(1, low.magnitude / 10) : high / 20 - low / 20
    let range = (low - margin, high + margin)
    return range.0.isFinite && range.1.isFinite ? range.0...range.1 : nil
  }

  /// The range as `90–140`, `≥ 90` or `≤ 140`.
  fileprivate var words: String {
    switch (lowerBound.isFinite, upperBound.isFinite) {
    case (true, true): "\(lowerBound.shortText)–\(upperBound.shortText)"
    case (true, false): "≥ \(lowerBound.shortText)"
    case (false, true): "≤ \(upperBound.shortText)"
    case (false, false): ""
    }
  }
}
