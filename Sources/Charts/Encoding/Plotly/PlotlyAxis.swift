import Formats
import Scheduling

/// A Plotly axis: of dates, or of numbers with optional tick labels.
struct PlotlyAxis {
  let axis: ChartAxis
  private let range: ClosedRange<Double>
  /// The tick labels; `nil` leaves them to Plotly.
  private let ticks: [ChartTick]?

  /// Creates an axis with an approximate length in pixels.
  init(_ axis: ChartAxis, _ range: ClosedRange<Double>, length: Double) {
    (self.axis, self.range) = (axis, range)
    let isNamed = axis.scale == .category || axis.scale == .clock || !axis.ticks.isEmpty
    ticks =
      isNamed
      ? AxisTicks.ticks(
        of: axis, range, length: max(40, length), room: axis.scale == .clock ? 40 : 18) : nil
  }

  /// Returns the position of a limit.
  func edge(_ value: Double) -> JSONValue {
    switch axis.scale {
    case .day: DayMoment(value).map { .text($0.description) } ?? .null
    case .clock: .number(ChartAxis.hours(value))
    case .number, .share, .category: .number(value)
    }
  }

  /// Returns the position of a point: the middle of its category, or the start of its day.
  func place(_ value: Double) -> JSONValue { edge(axis.scale == .category ? value + 0.5 : value) }

  /// Returns the end of an interval; without one, a day or category is one wide.
  func end(_ value: Double, _ end: Double?) -> Double {
    end ?? (axis.scale.isDiscrete ? value + 1 : value)
  }

  /// Returns the length of an interval in axis units: milliseconds for dates.
  func length(_ value: Double) -> Double {
    switch axis.scale {
    case .day: value * 86_400_000
    case .clock: ChartAxis.hours(value)
    case .number, .share, .category: value
    }
  }

  /// Returns the layout of the axis.
  func layout(_ theme: ChartTheme, isDrawn: Bool, isDown: Bool) -> JSONValue {
    let limits = [edge(range.lowerBound), edge(range.upperBound)]
    return .properties([
      ("type", axis.scale == .day ? "date" : "linear"), ("visible", .bool(isDrawn)),
      ("range", .list(isDown ? limits.reversed() : limits)),
      ("title", ["text": PlotlyFigure.text(axis.scale == .day ? "" : axis.fullTitle)]),
      ("tickvals", ticks.map { .list($0.map { place($0.at) }) }),
      ("ticktext", ticks.map { .list($0.map { PlotlyFigure.text($0.label) }) }),
      ("tickformat", axis.scale == .share ? ".0%" : nil),
      ("gridcolor", .text(theme.line)), ("linecolor", .text(theme.soft)),
      ("showgrid", .bool(axis.scale != .category)), ("zeroline", false), ("automargin", true),
    ])
  }
}
