/// One direction of a chart: what its positions mean.
public struct ChartAxis: Hashable, Sendable {
  /// What it says, in a word or two.
  public var title: String
  /// What its positions are.
  public var scale: Scale
  /// The unit of its positions, such as `doses` or `h`; `nil` where the scale says it.
  public var unit: String?
  /// What is to be seen; `nil` leaves it to the positions.
  public var range: ClosedRange<Double>?
  /// The positions to label; empty leaves it to the renderer.
  public var ticks: [ChartTick] = []
  /// The names of a ``Scale/category`` axis, in order.
  public var categories: [String] = []
  /// The id of the zone whose clock or calendar it shows; `nil` where patients have their own.
  public var zone: String?

  /// What the positions of an axis are.
  public enum Scale: String, CaseIterable, Hashable, Sendable, Codable {
    /// A number in the axis's unit.
    case number
    /// A share, from 0 to 1.
    case share
    /// A day by its number, `CivilDate.dayNumber`; written as a date.
    case day
    /// Seconds since midnight by the wall clock; written as a time. Beyond 86,400 they belong to the
    /// next morning.
    case clock
    /// The place of a name in ``ChartAxis/categories``; written as the name.
    case category
  }

  /// Creates an axis.
  package init(
    _ title: String, _ scale: Scale, unit: String? = nil, range: ClosedRange<Double>? = nil,
    ticks: [ChartTick] = [], categories: [String] = [], zone: String? = nil
  ) {
    self.title = title
    self.scale = scale
    self.unit = unit
    self.range = range
    self.ticks = ticks
    self.categories = categories
    self.zone = zone
  }

  /// An axis of shares from 0 to 1.
  package static func share(_ title: String) -> ChartAxis {
    ChartAxis(title, .share, range: 0...1)
  }
}

/// A position of an axis with its label.
public struct ChartTick: Hashable, Sendable {
  /// The position.
  public var at: Double
  /// What stands beside it.
  public var label: String

  /// Creates a tick.
  package init(_ at: Double, _ label: String) {
    self.at = at
    self.label = label
  }
}
