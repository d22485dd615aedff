import AdherenceAnalytics
import Scheduling

/// The fields of a chart and the functions that compute their values.
struct PointFields<Source>: Sendable {
  private let columns: [FieldColumn]

  /// A field and the function that computes its value.
  struct FieldColumn: Sendable {
    var field: ChartField
    var value: @Sendable (Source) -> ChartValue?
  }

  init(_ columns: [FieldColumn]) { self.columns = columns }

  /// Creates fields with the counts of a day or period between others.
  ///
  /// - Parameters:
  ///   - first: The fields before the counts.
  ///   - counts: Returns the counts.
  ///   - details: Returns the counts, or `nil` if only due and done may be shown; `nil` shows
  ///     all.
  ///   - last: The fields after the counts.
  init(
    _ first: [FieldColumn] = [], counts: @escaping @Sendable (Source) -> Adherence?,
    details: (@Sendable (Source) -> Adherence?)? = nil, _ last: [FieldColumn] = []
  ) {
    self.init(first + FieldColumn.counts(counts, details ?? counts) + last)
  }

  /// The same fields, of which only the period and the number of patients have values: those that
  /// every series has.
  var ofPeriods: PointFields {
    let shared: Set<String> = ["period", "periodStart", "periodEnd", "n"]
    return PointFields(
      columns.map { column in
        shared.contains(column.field.name)
          ? column : FieldColumn(field: column.field) { _ in nil }
      })
  }

  /// The fields in the chart's header.
  var fields: [ChartField] { columns.map(\.field) }

  /// Returns the values of a point; empty if all are `nil`.
  func values(of source: Source) -> [ChartValue?] {
    let values = columns.map { $0.value(source) }
    return values.contains { $0 != nil } ? values : []
  }
}

extension PointFields.FieldColumn {
  static func count(_ name: String, _ value: @escaping @Sendable (Source) -> Int) -> Self {
    .number(name) { Double(value($0)) }
  }

  static func number(_ name: String, _ value: @escaping @Sendable (Source) -> Double?) -> Self {
    Self(field: ChartField(name, .number)) { value($0).map(ChartValue.number) }
  }

  static func date(_ name: String, _ value: @escaping @Sendable (Source) -> CivilDate?) -> Self {
    Self(field: ChartField(name, .date)) { value($0).map(ChartValue.date) }
  }

  static func instant(_ name: String, _ value: @escaping @Sendable (Source) -> ChartValue?) -> Self
  {
    Self(field: ChartField(name, .instant), value: value)
  }

  static func text(_ name: String, _ value: @escaping @Sendable (Source) -> String?) -> Self {
    Self(field: ChartField(name, .text)) { value($0).map(ChartValue.text) }
  }
}

extension PointFields.FieldColumn {
  /// Returns the fields of the counts of a day or period: the columns of the table `adherence` with
  /// these names.
  fileprivate static func counts(
    _ counts: @escaping @Sendable (Source) -> Adherence?,
    _ details: @escaping @Sendable (Source) -> Adherence?
  ) -> [Self] {
    func sum(_ name: String, _ value: @escaping @Sendable (Adherence) -> Double) -> Self {
      .number(name) { details($0).map(value) }
    }
    let columns: [(String, any KeyPath<Adherence, Int> & Sendable)] = [
      ("onHold", \.onHold), ("pending", \.pending), ("late", \.timings.late),
      ("doneAfterExpiry", \.timings.doneAfterExpiry), ("uses", \.uses.count),
    ]
    return [
      .number("due") { counts($0)?.dueWithQuotas }, .number("done") { counts($0)?.doneWithQuotas },
      sum("partial") { Double($0.partial) }, sum("missed") { $0.missedWithQuotas },
      sum("declined") { $0.declinedWithQuotas }, sum("excused") { Double($0.excused) },
      sum("outstanding") { $0.outstandingWithQuotas },
    ] + columns.map { name, path in sum(name) { Double($0[keyPath: path]) } }
  }
}

extension Zone {
  /// Returns an instant in the local time of the zone.
  func value(_ instant: Instant) -> ChartValue { .instant(instant, offset: offset(at: instant)) }
}

extension ChartSeries {
  /// Returns the series with values of its points computed from their sources, in the same order.
  func with<Source>(_ fields: PointFields<Source>, of sources: some Sequence<Source>) -> Self {
    var series = self
    series.points = points.with(fields, of: sources)
    return series
  }
}

extension [ChartPoint] {
  /// Returns the points with values computed from their sources, which are in the same order.
  func with<Source>(_ fields: PointFields<Source>, of sources: some Sequence<Source>) -> Self {
    zip(self, sources).map { point, source in
      var point = point
      point.values = fields.values(of: source)
      return point
    }
  }
}
