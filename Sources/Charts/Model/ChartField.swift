public import Scheduling

/// A value that points have beside their positions: a column of the rows, by its name.
public struct ChartField: Hashable, Sendable, Codable {
  /// What the column is called; unique within a chart, and none of the columns that every table has.
  public var name: String
  /// What its values are.
  public var type: ValueType

  /// What the values of a field are.
  public enum ValueType: String, CaseIterable, Hashable, Sendable, Codable {
    /// Numbers, such as counts and shares.
    case number
    /// Days, written as `2025-03-09`.
    case date
    /// Moments, written as `2025-03-09T08:10:00-04:00`.
    case instant
    /// Names and other words.
    case text
  }

  /// Creates a field.
  package init(_ name: String, _ type: ValueType) {
    self.name = name
    self.type = type
  }
}

/// A value of a ``ChartField``.
public enum ChartValue: Hashable, Sendable {
  case number(Double)
  case date(CivilDate)
  /// A moment, and by how many seconds the clock was ahead of UTC.
  case instant(Instant, offset: Int)
  case text(String)

  /// The number; `nil` of anything else.
  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }
}

extension ChartData {
  /// Finds the value that a point has in a field.
  ///
  ///     let weeks = record.adherence(AdherenceQuery(monday..<monday.adding(days: 14), by: .week))
  ///     let chart = ChartData.bars(of: weeks.total, over: weeks.spans, title: "Tablet")
  ///     let first = chart.series[1].points[0]
  ///     print(chart.value("missed", of: first)?.number ?? 0)  // 5.0
  ///
  /// - Parameters:
  ///   - field: The name of the field.
  ///   - point: A point of the chart.
  /// - Returns: The value; `nil` where the point has none.
  /// - Complexity: O(*n*) for *n* fields.
  public func value(_ field: String, of point: ChartPoint) -> ChartValue? {
    guard let place = fields.firstIndex(where: { $0.name == field }),
      point.values.indices.contains(place)
    else { return nil }
    return point.values[place]
  }
}
