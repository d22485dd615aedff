import AdherenceAnalytics
import Scheduling

/// The fields of a chart and the functions that compute their values.
struct PointFields<Source>: Sendable {
  /// The fields in the chart's header.
  let fields: [ChartField]
  /// Appends the values of all fields.
  private let append: @Sendable (Source, inout [ChartValue?]) -> Void

  /// A field and the function that computes its value.
  struct FieldColumn: Sendable {
    var field: ChartField
    var value: @Sendable (Source) -> ChartValue?
  }

  init(_ columns: [FieldColumn]) {
    self.init(columns.map(\.field)) { source, values in
      for column in columns { values.append(column.value(source)) }
    }
  }

  private init(
    _ fields: [ChartField], _ append: @escaping @Sendable (Source, inout [ChartValue?]) -> Void
  ) {
    (self.fields, self.append) = (fields, append)
  }

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
    let (first, last) = (PointFields(first), PointFields(last))
    self.init(first.fields + CountField.fields + last.fields) { source, values in
      first.append(source, &values)
      let shown = counts(source)
      CountField.append(shown, details.map { $0(source) } ?? shown, to: &values)
      last.append(source, &values)
    }
  }

  /// The same fields, of which only the period and the number of patients have values: those that
  /// every series has.
  var ofPeriods: PointFields {
    let shared: Set<String> = ["period", "periodStart", "periodEnd", "n"]
    let (fields, append) = (fields, append)
    return PointFields(fields) { source, values in
      append(source, &values)
      for (place, field) in fields.enumerated() where !shared.contains(field.name) {
        values[place] = nil
      }
    }
  }

  /// Returns the values of a point; empty if all are `nil`.
  func values(of source: Source) -> [ChartValue?] {
    var values: [ChartValue?] = []
    values.reserveCapacity(fields.count)
    append(source, &values)
    return values.contains { $0 != nil } ? values : []
  }
}

/// A count of a day or period: the column of the table `adherence` with this name.
private struct CountField {
  var name: String
  var value: @Sendable (Adherence) -> Double

  private static let details = [
    CountField(name: "partial") { Double($0.partial) },
    CountField(name: "missed") { $0.missedWithQuotas },
    CountField(name: "declined") { $0.declinedWithQuotas },
    CountField(name: "excused") { Double($0.excused) },
    CountField(name: "outstanding") { $0.outstandingWithQuotas },
    CountField(name: "onHold") { Double($0.onHold) },
    CountField(name: "pending") { Double($0.pending) },
    CountField(name: "late") { Double($0.timings.late) },
    CountField(name: "doneAfterExpiry") { Double($0.timings.doneAfterExpiry) },
    CountField(name: "uses") { Double($0.uses.count) },
  ]

  static let fields = (["due", "done"] + details.map(\.name)).map { ChartField($0, .number) }

  /// Appends due and done, and the details.
  static func append(
    _ counts: Adherence?, _ details: Adherence?, to values: inout [ChartValue?]
  ) {
    values.append((counts?.dueWithQuotas).map(ChartValue.number))
    values.append((counts?.doneWithQuotas).map(ChartValue.number))
    for field in self.details { values.append(details.map { .number(field.value($0)) }) }
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
