/// An axis of a chart: the meaning of its positions.
public struct ChartAxis: Hashable, Sendable {
  /// The title, in a word or two.
  public var title: String
  /// The scale.
  public var scale: Scale
  /// The unit, such as `doses` or `h`; `nil` if the scale implies it.
  public var unit: String?
  /// The visible range; `nil` derives it from the positions.
  public var range: ClosedRange<Double>?
  /// The positions to label; if empty, the renderer chooses.
  public var ticks: [ChartTick] = []
  /// The names of a ``Scale/category`` axis, in order.
  public var categories: [String] = []
  /// The id of the time zone of its dates and times; `nil` if patients have different ones.
  public var zone: String?

  /// The kind of positions on an axis.
  public enum Scale: String, CaseIterable, Hashable, Sendable, Codable {
    /// A number in the axis's unit.
    case number
    /// A number of things, which is labelled at whole numbers only.
    case count
    /// A share, from 0 to 1.
    case share
    /// A day number, `CivilDate.dayNumber`; encoded as a date.
    case day
    /// Seconds since midnight in local time; encoded as a time. Values above 86,400 belong to the
    /// next morning.
    case clock
    /// The index of a name in ``ChartAxis/categories``; encoded as the name.
    case category
  }

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

  /// Returns an axis of shares from 0 to 1.
  package static func share(_ title: String) -> ChartAxis {
    ChartAxis(title, .share, range: 0...1)
  }
}

/// A labelled position of an axis.
public struct ChartTick: Hashable, Sendable {
  /// The position.
  public var at: Double
  /// The label.
  public var label: String

  package init(_ at: Double, _ label: String) {
    self.at = at
    self.label = label
  }
}
