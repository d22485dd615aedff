import Charts

extension ChartKind {
  /// What a chart of the kind shows, for its title.
  private var subject: String {
    switch self {
    case .bars: "done and due"
    case .rolling: "rolling ratio"
    case .sparkline: "ratio by period"
    case .calendar: "calendar"
    case .chronology: "date and time of day"
    case .weekdayHours: "weekday and hour"
    case .interdose: "intervals between doses"
    case .clock: "events by hour"
    case .swimmer: "treatment"
    case .lasagna: "ratio of each patient by period"
    case .survival: "persistence"
    case .covered: "patients covered by day of treatment"
    case .ribbon: "patients' ratios by period"
    case .funnel: "adherent patients by group size"
    case .streaks: "streaks"
    case .dailySums: "daily sums"
    case .values: "recorded values"
    case .distribution: "patients by ratio"
    case .groups: "ratios by group"
    case .fills: "fills"
    case .slidingWindows: "sliding windows"
    case .comparison: "before and since"
    }
  }

  /// Returns a title, such as that of a task, with the subject of the chart.
  func title(_ title: String) -> String {
    title.lowercased().hasSuffix(subject) ? title : "\(title), \(subject)"
  }
}
