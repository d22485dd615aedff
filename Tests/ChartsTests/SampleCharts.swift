import AdherenceAnalytics
import Charts
import Scheduling
import TestSupport

/// A chart of each kind with every optional part, written by hand.
enum SampleCharts {
  static let all = ChartKind.allCases.map(chart)

  static let day0 = 20_100.0

  static func chart(_ kind: ChartKind) -> ChartData {
    switch kind {
    case .bars: bars
    case .rolling: rolling
    case .sparkline: sparkline
    case .calendar: calendar
    case .chronology: chronology
    case .weekdayHours: weekdayHours
    case .interdose: interdose
    case .clock: clock
    case .swimmer: swimmer
    case .lasagna: lasagna
    case .survival: survival
    case .covered: covered
    case .ribbon: ribbon
    case .funnel: funnel
    case .streaks: streaks
    case .dailySums: dailySums
    case .values: values
    case .distribution: distribution
    case .groups: groups
    case .fills: fills
    case .slidingWindows: slidingWindows
    case .comparison: comparison
    }
  }

  /// A fixed pseudo-random sequence, from 0 to 1.
  static func wave(_ place: Int) -> Double {
    var mixed = UInt64(truncatingIfNeeded: place + 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return Double((mixed ^ (mixed >> 32)) >> 40 & 0xFF_FFFF) / Double(1 << 24)
  }

  static let days = ChartAxis("Day", .day)

  static var bars: ChartData {
    let weeks = (0..<24).map { day0 + Double($0) * 7 }
    var chart = ChartData(
      .bars, title: "Tablet, by week", subtitle: "Patient \"=ann, 1\"",
      summary: "24 weeks, 78 % of 168 due done.", x: days,
      y: ChartAxis("Doses", .count, range: 0...7))
    chart.series = [
      ChartSeries("Due", .bar, .due, weeks.map { ChartPoint($0, 7, xEnd: $0 + 7) }),
      ChartSeries(
        "Done", .bar, .done,
        weeks.enumerated().map { place, week in
          place == 9
            ? ChartPoint(week, nil, xEnd: week + 7, missing: "allOnHold")
            : ChartPoint(week, (wave(place) * 8).rounded(.down), xEnd: week + 7)
        }),
    ]
    chart.bands = [ChartBand(.x, from: day0 + 63, to: day0 + 70, "Hold: surgery", .onHold)]
    return chart
  }

  static var rolling: ChartData {
    let ratios = (0..<200).map { 0.8 + 0.15 * (wave($0 / 9) - 0.5) - 0.001 * Double($0) }
    func at(_ place: Int) -> Double { day0 + Double(place) }
    var chart = ChartData(
      .rolling, title: "Ratio of the last 28 days", subtitle: "With a marked day",
      summary: "Falls from 80 % to 60 %; marked on day 150.", x: days, y: .share("Ratio"))
    chart.series = [
      ChartSeries(
        "95 % interval", .area, .interval,
        ratios.enumerated().map { place, ratio in
          70..<90 ~= place
            ? ChartPoint(at(place), nil, missing: "allOnHold")
            : ChartPoint(at(place), max(0, ratio - 0.1), yEnd: min(1, ratio + 0.1))
        }),
      ChartSeries(
        "Ratio", .line, .primary,
        ratios.enumerated().map { place, ratio in
          70..<90 ~= place
            ? ChartPoint(at(place), nil, missing: "allOnHold") : ChartPoint(at(place), ratio)
        }),
      ChartSeries(
        "Marked", .dot, .signal, [ChartPoint(at(150), ratios[150], label: "The lowest ratio")]),
    ]
    chart.bands = [ChartBand(.x, from: at(70), to: at(90), "Hold", .onHold)]
    chart.references = [ReferenceLine(.y, at: 0.8, "80 %")]
    chart.annotations = [ChartAnnotation(x: at(150), y: ratios[150], "Falling", .signal)]
    return chart
  }

  static var sparkline: ChartData {
    let points = (0..<24).map { place in
      place == 9
        ? ChartPoint(day0 + Double(place * 7), nil, missing: "noOccurrences")
        : ChartPoint(day0 + Double(place * 7), wave(place))
    }
    return ChartData(
      .sparkline, title: "ann", summary: "24 weeks.", x: days, y: .share("Ratio"),
      series: [
        ChartSeries("Ratio", .line, .primary, points),
        ChartSeries("Last", .dot, .primary, [points[23]]),
      ])
  }

  static var calendar: ChartData {
    let states: [ChartRole] = [.done, .late, .partial, .missed, .onHold, .nothingDue]
    let names = ["Done", "Late", "In part", "Missed", "In a hold", "Nothing due"]
    var chart = ChartData(
      .calendar, title: "Calendar", summary: "180 days.",
      x: ChartAxis("Week", .day, range: day0...day0 + 182),
      y: ChartAxis(
        "Weekday", .category, categories: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]))
    chart.series = zip(names, states).enumerated().map { state, pair in
      let places = (0..<180).filter { Int(wave($0 * $0) * 6) == state }
      return ChartSeries(
        pair.0, .cell, pair.1,
        places.map { place in
          let (date, week) = (CivilDate(dayNumber: Int(day0) + place), day0 + Double(place / 7 * 7))
          return ChartPoint(week, Double(place % 7), xEnd: week + 7, label: "\(date)")
        })
    }
    return chart
  }

  static var chronology: ChartData {
    var chart = ChartData(
      .chronology, title: "Events by day and time", subtitle: "Europe/Berlin",
      summary: "90 days.", x: ChartAxis("Day", .day, zone: "Europe/Berlin"),
      y: ChartAxis("Time", .clock, range: 10_800...97_200, zone: "Europe/Berlin"))
    let doses = (0..<90).map { place in
      ChartPoint(
        day0 + Double(place), 28_800 + (wave(place) * 14_400).rounded() + (place > 40 ? 50_000 : 0))
    }
    chart.series = [
      ChartSeries("Done", .dot, .done, doses.enumerated().filter { $0.0 % 7 > 1 }.map(\.1)),
      ChartSeries("Late", .dot, .late, doses.enumerated().filter { $0.0 % 7 == 0 }.map(\.1)),
      ChartSeries(
        "Missed", .tick, .missed,
        doses.enumerated().filter { $0.0 % 7 == 1 }.map { ChartPoint($0.1.x, 30_600) }),
    ]
    chart.references = [ReferenceLine(.x, at: day0 + 45, "Clocks forward 1 h")]
    return chart
  }

  static var weekdayHours: ChartData {
    let points = (0..<168).map { place in
      ChartPoint(
        Double(place % 24) * 3600, Double(place / 24), xEnd: Double(place % 24 + 1) * 3600,
        value: (wave(place) * (6...9 ~= place % 24 ? 30 : 3)).rounded(.down))
    }
    return ChartData(
      .weekdayHours, title: "Events by weekday and hour", summary: "Most at 8:00.",
      x: ChartAxis("Time", .clock, range: 0...86_400),
      y: ChartAxis(
        "Weekday", .category, categories: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]),
      color: ChartAxis("Events", .count), series: [ChartSeries("Events", .cell, .primary, points)])
  }

  static var interdose: ChartData {
    var chart = ChartData(
      .interdose, title: "From one dose to the next", summary: "Most after 24 h.",
      x: ChartAxis("Interval", .number, unit: "h", range: 0...72), y: ChartAxis("Doses", .count),
      series: [
        ChartSeries(
          "Doses", .bar, .primary,
          (0..<36).map { place in
            let distance = abs(Double(place) - 12)
            return ChartPoint(
              Double(place * 2), (wave(place) * 100 / (1 + distance * distance)).rounded(),
              xEnd: Double(place * 2 + 2))
          })
      ])
    chart.bands = [ChartBand(.x, from: 18, to: 30, "24 h ± 25 %", .done)]
    return chart
  }

  static var clock: ChartData {
    let points = (0..<24).map { hour in
      ChartPoint(
        Double(hour) * 3600, (wave(hour) * (7...9 ~= hour ? 90 : 12)).rounded(),
        xEnd: Double(hour + 1) * 3600)
    }
    return ChartData(
      .clock, title: "Events around the clock", summary: "Most at 8:00.",
      x: ChartAxis("Time", .clock, range: 0...86_400), y: ChartAxis("Events", .count),
      series: [ChartSeries("Events", .bar, .primary, points)])
  }

  static var swimmer: ChartData {
    let tasks = ["Metformin", "Ramipril <5 mg>", "Statin"]
    var chart = ChartData(
      .swimmer, title: "Treatment", subtitle: "Episodes, gaps, holds", summary: "3 tasks.", x: days,
      y: ChartAxis("", .category, categories: tasks))
    chart.series = [
      ChartSeries(
        "Episode", .span, .done,
        [
          ChartPoint(day0, 0, xEnd: day0 + 80), ChartPoint(day0 + 110, 0, xEnd: day0 + 180),
          ChartPoint(day0 + 10, 1, xEnd: day0 + 120), ChartPoint(day0, 2, xEnd: day0 + 180),
        ]),
      ChartSeries("Gap", .span, .missed, [ChartPoint(day0 + 80, 0, xEnd: day0 + 110)]),
      ChartSeries("Hold", .span, .onHold, [ChartPoint(day0 + 60, 2, xEnd: day0 + 75)]),
      ChartSeries(
        "Discontinued", .tick, .signal, [ChartPoint(day0 + 120, 1, label: "discontinued")]),
      ChartSeries(
        "Still treated", .dot, .done,
        [ChartPoint(day0 + 180, 0), ChartPoint(day0 + 180, 2)]),
    ]
    return chart
  }

  static var streaks: ChartData {
    let runs: [(Double, Double)] = [(0, 20), (24, 60), (61, 90), (100, 180)]
    return ChartData(
      .streaks, title: "Streaks", summary: "Longest 80 days.", x: days,
      y: ChartAxis("", .category, categories: ["Days"]),
      series: [
        ChartSeries(
          "All done", .span, .done,
          runs.map { ChartPoint(day0 + $0.0, 0, xEnd: day0 + $0.1, label: "\($0.1 - $0.0) days") }),
        ChartSeries(
          "Something left out", .span, .missed,
          [(20, 24), (60, 61), (90, 100)].map {
            ChartPoint(day0 + $0.0, 0, xEnd: day0 + $0.1)
          }),
      ])
  }

  static var values: ChartData {
    var chart = ChartData(
      .values, title: "Pressure", summary: "14 days.", x: days,
      y: ChartAxis("Value", .number, unit: "mmHg", range: 40...180),
      series: ["systolic", "diastolic"].enumerated().map { place, name in
        ChartSeries(
          name, .dot, .nth(place),
          (0..<14).map { day in
            day % 5 == 3
              ? ChartPoint(day0 + Double(day), nil, missing: "missed")
              : ChartPoint(
                day0 + Double(day), 130 - Double(place) * 50 + (wave(day) * 20).rounded(),
                label: "2025-01-06T08:05:00")
          })
      })
    chart.bands = [
      ChartBand(.y, from: 90, to: 140, "Target systolic 90–140", .first),
      ChartBand(.x, from: day0 + 5, to: day0 + 7, "in hospital", .onHold),
    ]
    return chart
  }

  static var dailySums: ChartData {
    ChartData(
      .dailySums, title: "Sums", summary: "7 days.", x: days, y: ChartAxis("Sum", .number),
      series: ["doxylamine", "nausea"].enumerated().map { place, name in
        ChartSeries(
          name, .bar, .nth(place),
          (0..<7).map { day in
            day == 3 && place == 1
              ? ChartPoint(
                day0 + Double(day), nil, xEnd: day0 + Double(day + 1), missing: "noOccurrences")
              : ChartPoint(
                day0 + Double(day), (wave(day + place * 7) * 5).rounded(),
                xEnd: day0 + Double(day + 1))
          })
      })
  }
}
