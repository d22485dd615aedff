public import Scheduling

/// An additional field of points: a column of the rows.
public struct ChartField: Hashable, Sendable, Codable {
  /// The column name; unique within a chart and distinct from the fixed columns.
  public var name: String
  /// The type of its values.
  public var type: ValueType

  /// The type of a field's values.
  public enum ValueType: String, CaseIterable, Hashable, Sendable, Codable {
    /// Numbers, such as counts and shares.
    case number
    /// Dates, encoded as `2025-03-09`.
    case date
    /// Instants, encoded as `2025-03-09T08:10:00-04:00`.
    case instant
    /// Text.
    case text
  }

  package init(_ name: String, _ type: ValueType) {
    self.name = name
    self.type = type
  }
}

/// A value of a ``ChartField``.
public enum ChartValue: Hashable, Sendable {
  case number(Double)
  case date(CivilDate)
  /// An instant, and the offset of local time from UTC in seconds.
  case instant(Instant, offset: Int)
  case text(String)

  /// The number; `nil` for other types.
  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }
}

extension ChartData {
  /// Returns the value of a point in a field.
  ///
  ///     let weeks = record.adherence(AdherenceQuery(monday..<monday.adding(days: 14), by: .week))
  ///     let chart = ChartData.bars(of: weeks.total, over: weeks.spans, title: "Tablet")
  ///     let first = chart.series[1].points[0]
  ///     print(chart.value("missed", of: first)?.number ?? 0)  // 5.0
  ///
  /// - Parameters:
  ///   - field: The name of the field.
  ///   - point: A point of the chart.
  /// - Returns: The value; `nil` if the point has none.
  /// - Complexity: O(*n*) for *n* fields.
  public func value(_ field: String, of point: ChartPoint) -> ChartValue? {
    guard let place = fields.firstIndex(where: { $0.name == field }),
      point.values.indices.contains(place)
    else { return nil }
    return point.values[place]
  }
}
