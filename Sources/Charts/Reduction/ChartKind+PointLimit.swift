extension ChartKind {
  /// The maximum number of points for a chart of this kind: about as many as are distinguishable at
  /// page width.
  ///
  /// Lines are reduced by ``ChartData/reduced(to:)``. Builders of charts of counts use wider
  /// periods and bins, or draw a subset and note it.
  public var pointLimit: Int {
    switch self {
    case .clock: 24
    case .sparkline: 60
    case .weekdayHours: 168
    case .interdose, .distribution, .groups, .comparison: 200
    case .bars, .covered: 400
    case .streaks, .values: 500
    case .swimmer, .dailySums: 1_000
    case .calendar: 1_100
    case .rolling, .survival, .ribbon, .slidingWindows: 1_200
    case .chronology, .funnel: 2_000
    case .fills: 3_000
    case .lasagna: 6_000
    }
  }
}
