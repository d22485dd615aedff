/// A series of points: one entry of the legend.
public struct ChartSeries: Hashable, Sendable {
  /// The legend text; unique within a chart.
  public var name: String
  /// The mark.
  public var mark: Mark
  /// The meaning, which determines the colour.
  public var role: ChartRole
  /// The key of the number or state that its points show, such as `median`; the same for all charts
  /// of a kind.
  public var statistic: String
  /// The task and the group.
  public var subject: ChartSubject
  /// The points, sorted by position.
  public var points: [ChartPoint]

  /// The mark with which points are drawn.
  public enum Mark: String, CaseIterable, Hashable, Sendable, Codable {
    /// A bar from 0, or from `yEnd`, to `y`, with the width from `x` to `xEnd` if given.
    case bar
    /// A line through the points, broken where `y` is missing.
    case line
    /// A line that keeps each `y` until the next point.
    case step
    /// The area between `y` and `yEnd`, broken where they are missing.
    case area
    /// An area that keeps both values until the next point.
    case stepArea
    case dot
    /// A short line across the position, such as the mark of a missed occurrence.
    case tick
    /// A cell from `x` to `xEnd` and `y` to `yEnd`, or one category or day wide if no end is given.
    /// It has the colour of the role, or of `value` if the chart has a colour axis.
    case cell
    /// A bar along time, from `x` to `xEnd` at the height of `y`.
    case span
  }

  /// Creates a series, whose statistic is its role unless one is given.
  package init(
    _ name: String, _ mark: Mark, _ role: ChartRole = .primary, _ points: [ChartPoint] = [],
    statistic: String? = nil, of subject: ChartSubject = ChartSubject()
  ) {
    self.name = name
    self.mark = mark
    self.role = role
    self.statistic = statistic ?? role.rawValue
    self.subject = subject
    self.points = points
  }
}

/// A point of a series.
public struct ChartPoint: Hashable, Sendable {
  /// The horizontal position or start.
  public var x: Double
  /// The horizontal end.
  public var xEnd: Double?
  /// The vertical position or start; `nil` if missing.
  public var y: Double?
  /// The vertical end: the other limit of an area.
  public var yEnd: Double?
  /// The value shown by the colour of a cell; `nil` if missing, and of other marks.
  public var value: Double?
  /// A label for this point only.
  public var label: String?
  /// The reason for a missing value, a raw value of `MissingRatio` or `MissingStatistic`.
  public var missing: String?
  /// The values in the order of ``ChartData/fields``; empty if there are none.
  public var values: [ChartValue?] = []

  package init(
    _ x: Double, _ y: Double?, xEnd: Double? = nil, yEnd: Double? = nil, value: Double? = nil,
    label: String? = nil, missing: String? = nil
  ) {
    self.x = x
    self.xEnd = xEnd
    self.y = y
    self.yEnd = yEnd
    self.value = value
    self.label = label
    self.missing = missing
  }
}
