/// A direction of a chart.
public enum ChartDirection: String, Hashable, Sendable, Codable {
  case x, y
}

/// A marked interval of an axis across the whole chart, such as a hold.
public struct ChartBand: Hashable, Sendable {
  /// The axis of the interval.
  public var axis: ChartDirection
  /// The start.
  public var from: Double
  /// The end.
  public var to: Double
  /// The label.
  public var label: String
  /// The meaning.
  public var role: ChartRole
  /// The key of the interval, such as `target`.
  public var statistic: String

  /// Creates a band, whose statistic is its role unless one is given.
  package init(
    _ axis: ChartDirection, from: Double, to: Double, _ label: String, _ role: ChartRole,
    statistic: String? = nil
  ) {
    self.axis = axis
    self.from = from
    self.to = to
    self.label = label
    self.role = role
    self.statistic = statistic ?? role.rawValue
  }
}

/// A reference value of an axis: a line across the chart.
public struct ReferenceLine: Hashable, Sendable {
  /// The axis of the value; a line at a `y` is horizontal.
  public var axis: ChartDirection
  /// The position on the axis.
  public var at: Double
  /// The label.
  public var label: String
  /// The meaning.
  public var role: ChartRole
  /// The key of the value, such as `threshold`.
  public var statistic: String
  /// The name of the series that it belongs to; `nil` for the whole chart.
  public var series: String?

  /// Creates a line, whose statistic is its role unless one is given.
  package init(
    _ axis: ChartDirection, at: Double, _ label: String, _ role: ChartRole = .reference,
    statistic: String? = nil, of series: String? = nil
  ) {
    self.axis = axis
    self.at = at
    self.label = label
    self.role = role
    self.statistic = statistic ?? role.rawValue
    self.series = series
  }
}

/// Text at a position of a chart.
public struct ChartAnnotation: Hashable, Sendable {
  /// The horizontal position.
  public var x: Double
  /// The vertical position; `nil` for the upper edge.
  public var y: Double?
  /// The text.
  public var text: String
  /// The meaning.
  public var role: ChartRole
  /// The key of the text, such as `longestRun`.
  public var statistic: String

  /// Creates a text, whose statistic is its role unless one is given.
  package init(
    x: Double, y: Double? = nil, _ text: String, _ role: ChartRole = .signal,
    statistic: String? = nil
  ) {
    self.x = x
    self.y = y
    self.text = text
    self.role = role
    self.statistic = statistic ?? role.rawValue
  }
}

/// Numbers below positions of the horizontal axis, such as numbers at risk.
public struct ChartTable: Hashable, Sendable {
  /// The title.
  public var title: String
  /// The key of the numbers, such as `atRisk`.
  public var statistic: String
  /// The positions.
  public var columns: [Double]
  /// The rows, in order.
  public var rows: [CountRow]

  /// A row of numbers.
  public struct CountRow: Hashable, Sendable {
    /// The name of the row, that of its series.
    public var name: String
    /// A number for each position.
    public var counts: [Int]

    package init(_ name: String, _ counts: [Int]) {
      self.name = name
      self.counts = counts
    }
  }

  package init(_ title: String, statistic: String, columns: [Double], rows: [CountRow]) {
    self.title = title
    self.statistic = statistic
    self.columns = columns
    self.rows = rows
  }
}

/// The reduction of a series that was too long to be drawn.
public struct ChartReduction: Hashable, Sendable, Codable {
  /// The method.
  public var method: Method
  /// The original number of points.
  public var points: Int
  /// The maximum number of points.
  public var limit: Int
  /// The maximum vertical deviation of the reduced series; `nil` if the method gives no bound.
  public var tolerance: Double?

  /// The method of reduction.
  public enum Method: String, CaseIterable, Hashable, Sendable, Codable {
    /// Keeps the point of each bucket that preserves the shape best (largest triangle three
    /// buckets, Steinarsson 2013).
    case largestTriangle
    /// Merges the counts of neighbouring points.
    case bins
    /// Keeps one of every *k* neighbouring points.
    case sample
    /// Keeps the latest points.
    case latest
    /// Keeps the steps at which a curve has changed by the tolerance since the last one.
    case steps
  }

  package init(_ method: Method, points: Int, limit: Int, tolerance: Double? = nil) {
    self.method = method
    self.points = points
    self.limit = limit
    self.tolerance = tolerance
  }
}
