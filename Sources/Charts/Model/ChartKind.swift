/// The kinds of charts.
///
///     print(ChartKind.allCases.count, ChartKind.bars.pointLimit)  // 22 400
public enum ChartKind: String, CaseIterable, Hashable, Sendable, Codable {
  /// Done by period, with due in the background.
  case bars
  /// The rolling ratio.
  case rolling
  /// The ratios by period as a line without axes.
  case sparkline
  /// A cell per day, by week and weekday, with the state of the day.
  case calendar
  /// A dot per event by date and local time, and a mark per missed occurrence.
  case chronology
  /// The events by weekday and hour.
  case weekdayHours
  /// The intervals between consecutive doses.
  case interdose
  /// The events by hour, on a clock face.
  case clock
  /// The treatment of each task along time: episodes, gaps, holds, and its end.
  case swimmer
  /// Patients sorted by ratio, each a row of periods.
  case lasagna
  /// Persistence by time since the first dose, with numbers at risk.
  case survival
  /// The share of patients covered on each day of treatment.
  case covered
  /// The quantiles of the patients' ratios, by period.
  case ribbon
  /// The share of adherent patients by number of patients, with control limits.
  case funnel
  /// The runs of days with everything done, and of days with something missed.
  case streaks
  /// CareKit's chart: one sum per day and task.
  case dailySums
  /// The recorded numbers of a task, or their means, with the target range.
  case values
  /// The distribution of patients by ratio.
  case distribution
  /// The mean ratio of each group, with its interval.
  case groups
  /// The supplied days of each fill, carried-over supply, and days without supply.
  case fills
  /// A measure of fills in sliding windows.
  case slidingWindows
  /// The ratios of two date ranges side by side, with the interval of their difference.
  case comparison
}

extension ChartKind {
  /// How charts of a kind are drawn.
  struct Traits {
    /// The maximum number of points.
    var pointLimit: Int
    /// Whether it needs the full page width.
    var isWide = false
    /// Whether its rows are patients, of which there may be more than a plot has room for.
    var hasRowPerPatient = false
    /// The maximum length of a row label; labels with numbers after the name need more.
    var nameLimit = 20
    /// Whether it has axes and a title; a sparkline, set within text, has neither.
    var hasAxes = true
    /// Whether the horizontal axis is drawn as a circle.
    var isCircular = false
    /// Whether its cells are squares.
    var hasSquareCells = false
    /// Whether the bars of its series are side by side instead of behind each other.
    var hasBarsSideBySide = false
    /// Whether a legend explains a single series too, as it represents a state.
    var explainsOneSeries = false
    /// Whether its values are numbers of events by hour, which are 0 rather than missing.
    var countsEvents = false
    /// Whether shapes distinguish series of the same role.
    var hasSignPerSeries = false
    /// The axis of the numbers; `nil` if marks show states.
    var valueAxis: ChartDirection? = .y
  }

  var traits: Traits {
    switch self {
    case .bars: Traits(pointLimit: 400)
    case .rolling: Traits(pointLimit: 1_200)
    case .sparkline: Traits(pointLimit: 60, hasAxes: false)
    case .calendar:
      Traits(
        pointLimit: 1_100, isWide: true, hasSquareCells: true, explainsOneSeries: true,
        valueAxis: nil)
    case .chronology: Traits(pointLimit: 2_000, isWide: true, explainsOneSeries: true)
    case .weekdayHours: Traits(pointLimit: 168, countsEvents: true)
    case .interdose: Traits(pointLimit: 200)
    case .clock: Traits(pointLimit: 24, isCircular: true, countsEvents: true)
    case .swimmer: Traits(pointLimit: 1_000, isWide: true, explainsOneSeries: true, valueAxis: nil)
    case .lasagna: Traits(pointLimit: 6_000, isWide: true, hasRowPerPatient: true)
    case .survival: Traits(pointLimit: 1_200)
    case .covered: Traits(pointLimit: 400)
    case .ribbon: Traits(pointLimit: 1_200)
    case .funnel: Traits(pointLimit: 2_000)
    case .streaks: Traits(pointLimit: 500, isWide: true, explainsOneSeries: true, valueAxis: nil)
    case .dailySums: Traits(pointLimit: 1_000, hasBarsSideBySide: true)
    case .values: Traits(pointLimit: 500, isWide: true, hasSignPerSeries: true)
    case .distribution: Traits(pointLimit: 200)
    case .groups: Traits(pointLimit: 200, valueAxis: .x)
    case .fills:
      Traits(
        pointLimit: 3_000, isWide: true, nameLimit: 40, explainsOneSeries: true, valueAxis: nil)
    case .slidingWindows: Traits(pointLimit: 1_200)
    case .comparison:
      Traits(pointLimit: 200, isWide: true, nameLimit: 60, valueAxis: .x)
    }
  }
}

extension ChartKind {
  /// The maximum number of points for a chart of this kind: about as many as are distinguishable at
  /// page width.
  ///
  /// Lines are reduced by ``ChartData/reduced(to:)``. Builders of charts of counts use wider
  /// periods and bins, or draw a subset and note it.
  public var pointLimit: Int { traits.pointLimit }

  /// Whether it needs the full page width.
  package var isWide: Bool { traits.isWide }
}
