/// A direction of a chart.
public enum ChartDirection: String, Hashable, Sendable, Codable {
  case x, y
}

/// A stretch of an axis that is marked across the whole chart, such as a hold.
public struct ChartBand: Hashable, Sendable {
  /// The axis on which it lies.
  public var axis: ChartDirection
  /// Where it begins.
  public var from: Double
  /// Where it ends.
  public var to: Double
  /// What it is.
  public var label: String
  /// What it means.
  public var role: ChartRole

  /// Creates a band.
  package init(
    _ axis: ChartDirection, from: Double, to: Double, _ label: String, _ role: ChartRole
  ) {
    self.axis = axis
    self.from = from
    self.to = to
    self.label = label
    self.role = role
  }
}

/// A value of an axis that others are held against: a line across the chart.
public struct ReferenceLine: Hashable, Sendable {
  /// The axis on which the value lies: a line at a `y` is horizontal.
  public var axis: ChartDirection
  /// The value.
  public var at: Double
  /// What it is.
  public var label: String
  /// What it means.
  public var role: ChartRole

  /// Creates a line.
  package init(
    _ axis: ChartDirection, at: Double, _ label: String, _ role: ChartRole = .reference
  ) {
    self.axis = axis
    self.at = at
    self.label = label
    self.role = role
  }
}

/// Words at a place of a chart.
public struct ChartAnnotation: Hashable, Sendable {
  /// Where.
  public var x: Double
  /// How high; `nil` for the upper edge.
  public var y: Double?
  /// The words.
  public var text: String
  /// What it means.
  public var role: ChartRole

  /// Creates an annotation.
  package init(x: Double, y: Double? = nil, _ text: String, _ role: ChartRole = .signal) {
    self.x = x
    self.y = y
    self.text = text
    self.role = role
  }
}

/// Numbers below positions of the horizontal axis, such as those still at risk.
public struct ChartTable: Hashable, Sendable {
  /// What the numbers are.
  public var title: String
  /// The positions.
  public var columns: [Double]
  /// The rows, in order.
  public var rows: [CountRow]

  /// A row of numbers.
  public struct CountRow: Hashable, Sendable {
    /// Whose numbers they are.
    public var name: String
    /// A number for each position.
    public var counts: [Int]

    /// Creates a row.
    package init(_ name: String, _ counts: [Int]) {
      self.name = name
      self.counts = counts
    }
  }

  /// Creates a table.
  package init(_ title: String, columns: [Double], rows: [CountRow]) {
    self.title = title
    self.columns = columns
    self.rows = rows
  }
}

/// How a series that was too long became short enough to be drawn.
public struct ChartReduction: Hashable, Sendable, Codable {
  /// How it was done.
  public var method: Method
  /// How many points there were.
  public var points: Int
  /// The most that are kept.
  public var limit: Int
  /// By how much of the vertical axis what is drawn may differ from all of it; `nil` where nothing
  /// is said of that.
  public var tolerance: Double?

  /// How points are left out or put together.
  public enum Method: String, CaseIterable, Hashable, Sendable, Codable {
    /// Of each stretch of points the one that keeps the shape best is kept
    /// (largest triangle, three buckets: Steinarsson 2013).
    case largestTriangle
    /// Neighbours are put together, in counts.
    case bins
    /// Of each so many neighbours one is kept.
    case sample
    /// The latest are kept.
    case latest
    /// The steps are kept at which a curve has changed by the tolerance since the last one.
    case steps
  }

  /// Creates the account of a reduction.
  package init(_ method: Method, points: Int, limit: Int, tolerance: Double? = nil) {
    self.method = method
    self.points = points
    self.limit = limit
    self.tolerance = tolerance
  }
}
