/// Points that belong together: one entry of the legend.
public struct ChartSeries: Hashable, Sendable {
  /// What the legend says; unique within a chart.
  public var name: String
  /// How its points are drawn.
  public var mark: Mark
  /// What they mean, from which a renderer takes the colour.
  public var role: ChartRole
  /// The points, in order of their positions.
  public var points: [ChartPoint]

  /// How points are drawn.
  public enum Mark: String, CaseIterable, Hashable, Sendable, Codable {
    /// A bar from 0, or from `yEnd`, to `y`; as wide as from `x` to `xEnd`, where that is given.
    case bar
    /// A line from point to point, broken where `y` is missing.
    case line
    /// A line that keeps each `y` until the next point.
    case step
    /// What lies between `y` and `yEnd`, broken where they are missing.
    case area
    /// The same, where both keep their values until the next point.
    case stepArea
    /// A dot.
    case dot
    /// A short line across the point's place, such as the mark of a miss.
    case tick
    /// A cell from `x` to `xEnd` and `y` to `yEnd`; a category or day where no end is given. Its colour
    /// is that of the role, or follows `value` where the chart has a colour axis.
    case cell
    /// A bar along time, from `x` to `xEnd` at the height of `y`.
    case span
  }

  /// Creates a series.
  package init(
    _ name: String, _ mark: Mark, _ role: ChartRole = .primary, _ points: [ChartPoint] = []
  ) {
    self.name = name
    self.mark = mark
    self.role = role
    self.points = points
  }
}

/// One position of a series, and what is to be seen there.
public struct ChartPoint: Hashable, Sendable {
  /// Where it is, or begins.
  public var x: Double
  /// Where it ends.
  public var xEnd: Double?
  /// How high it is, or begins; `nil` where that is missing.
  public var y: Double?
  /// How high it ends: the other limit of an area.
  public var yEnd: Double?
  /// What the colour of a cell says; `nil` where that is missing.
  public var value: Double?
  /// Words for this point alone.
  public var label: String?
  /// Why something is missing, in the words of `MissingRatio` or of a statistic.
  public var missing: String?
  /// Its values by the place of their ``ChartData/fields``; empty where it has none.
  public var values: [ChartValue?] = []

  /// Creates a point.
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
