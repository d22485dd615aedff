public import AdherenceAnalytics
public import Scheduling

extension ChartData {
  /// The numbers that were recorded for a task, of one unit: those of several kinds, such as systolic and diastolic
  /// pressure, share its axis.
  ///
  /// Each number is a dot at its day, and an occurrence without one a missing point with its reason. Where there
  /// are more than the limit, neighbouring days have their mean, and around it what lies between the least and
  /// the greatest. Behind them lie the range that the latest target of each kind allows, and holds.
  ///
  /// - Parameters:
  ///   - evaluation: The task.
  ///   - values: Which of the recorded values are meant; all where their unit is one.
  ///   - title: What it shows.
  ///   - subtitle: Whose, and of which days.
  ///   - limit: The most points.
  /// - Returns: A series for each kind, of means two.
  /// - Throws: `InputError` where numbers of several units are meant, or there are none of those that are; it
  ///   names those that there are.
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

  /// The units of the numbers that were recorded for a task, of each of which there is something to see: not
  /// all of them are the same.
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
  /// Those of numbers of the whole task, of which there are some.
  fileprivate var numbers: [ValueSeries] {
    filter {
      $0.scope.element == nil && $0.scope.type == .number && $0.values.contains { $0.amount != nil }
    }
  }
}

extension SummedValues {
  /// The series that is meant among some of a task; `nil` where there are none.
  ///
  /// - Throws: `InputError` where several are, or none of those; it names these.
  package func chosen(_ scopes: [ValueScope]) throws(InputError) -> ValueScope? {
    try meant(scopes, ofOneKind: true).first
  }

  /// The series of numbers that are meant, of one unit; an empty name means those that say none.
  fileprivate func numbers(of evaluation: TaskEvaluation) throws(InputError) -> [ValueSeries] {
    let all = evaluation.values.numbers
    let meant = Set(try meant(all.map(\.scope), ofOneKind: false))
    return all.filter { meant.contains($0.scope) }
  }

  /// The scopes of the kind and unit that are named, of one unit, and where that is asked for of one kind.
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

/// The numbers of one unit on their way into a chart.
private struct ValueDrawing {
  private let all: [ValueSeries]
  private let days: Range<CivilDate>
  /// How many days a point is of; dots are of none.
  let step: Int

  init(_ series: [ValueSeries], of days: Range<CivilDate>, limit: Int) {
    (all, self.days) = (series, days)
    let length = days.upperBound - days.lowerBound
    let points = series.reduce(0) { $0 + $1.values.count }
    step = points <= limit ? 1 : max(2, length.step(to: max(1, limit / (2 * max(1, series.count)))))
  }

  /// How many numbers there are.
  var count: Int { all.reduce(0) { $0 + $1.summary.count } }

  /// The unit of the axis.
  var units: String? { all.lazy.compactMap(\.scope.units).first }

  private var numbers: [Double] { all.flatMap { $0.values.compactMap(\.amount) } }

  /// From below the least to above the greatest number or end of a target.
  var range: ClosedRange<Double>? {
    ClosedRange.around(numbers, all.compactMap(\.band))
  }

  private func role(_ place: Int) -> ChartRole { all.count == 1 ? .primary : .nth(place) }

  private func name(_ series: ValueSeries, _ title: String) -> String { series.scope.kind ?? title }

  /// What the latest targets allow.
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
      }.with(ValueDrawing.moments(of: series), of: series.values))
  }

  /// When a value was recorded; of a gap when it was to be.
  private static func moments(of series: ValueSeries?) -> PointFields<RecordedValue> {
    PointFields([.instant("instant") { value in series?.zone.value(value.time) }])
  }

  private static var days: PointFields<ValueSeries.Bin> {
    PointFields([
      .date("from") { $0.days.lowerBound }, .date("to") { $0.days.upperBound },
      .count("n", \.summary.count),
    ])
  }

  var fields: [ChartField] {
    step == 1 ? ValueDrawing.moments(of: all.first).fields : ValueDrawing.days.fields
  }

  /// What lies between the least and the greatest, and the means.
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
      ChartSeries("\(name), least to greatest", .area, role.behind, points.map(\.0)),
      ChartSeries(name, .line, role, points.map(\.1).with(ValueDrawing.days, of: bins)),
    ]
  }

  /// How many there are of each kind, their mean and ends.
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
  /// The role of what lies behind a line of this role.
  fileprivate var behind: ChartRole { self == .primary ? .interval : self }
}

extension ChartBand {
  /// What a target allows, as far as it is to be seen.
  init(
    target: ClosedRange<Double>, of kind: String?, in range: ClosedRange<Double>, _ role: ChartRole
  ) {
    let words = ["Target", kind, target.words].compactMap(\.self).joined(separator: " ")
    self.init(
      .y, from: max(target.lowerBound, range.lowerBound),
      to: min(target.upperBound, range.upperBound), words, role)
  }
}

extension ClosedRange<Double> {
  /// From below the least to above the greatest number or end of a target; `nil` without any.
  static func around(_ numbers: [Double], _ targets: [ClosedRange<Double>]) -> Self? {
    let ends = targets.flatMap { [$0.lowerBound, $0.upperBound] }.filter(\.isFinite)
    guard let low = (numbers + ends).min(), let high = (numbers + ends).max() else { return nil }
    let margin = low == high ? Swift.max(1, low.magnitude / 10) : high / 20 - low / 20
    let range = (low - margin, high + margin)
    return range.0.isFinite && range.1.isFinite ? range.0...range.1 : nil
  }

  /// As `90–140`, `≥ 90` or `≤ 140`.
  fileprivate var words: String {
    switch (lowerBound.isFinite, upperBound.isFinite) {
    case (true, true): "\(lowerBound.shortText)–\(upperBound.shortText)"
    case (true, false): "≥ \(lowerBound.shortText)"
    case (false, true): "≤ \(upperBound.shortText)"
    case (false, false): ""
    }
  }
}
