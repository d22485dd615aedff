extension ChartKind {
  /// The most points that a chart of this kind should have: about as many as can be told apart at the
  /// width of a page.
  ///
  /// Lines keep to it by ``ChartData/reduced(to:)``. Builders of charts of counts keep to it by wider
  /// periods and bins, or show the first so many and say so.
  public var pointLimit: Int {
    switch self {
    case .sparkline: 60
    case .clock: 96
    case .interdose, .distribution, .groups: 200
    case .weekdayHours: 336
    case .covered: 400
    case .bars, .streaks, .swimmer: 1_000
    case .rolling, .survival, .ribbon, .dailySums: 1_200
    case .funnel: 2_000
    case .calendar, .chronology: 4_000
    case .lasagna: 12_000
    }
  }
}
