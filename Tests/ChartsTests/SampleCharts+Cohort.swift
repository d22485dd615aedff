import AdherenceAnalytics
import Charts
import Scheduling
import TestSupport

// Charts of cohorts.
extension SampleCharts {
  static var lasagna: ChartData {
    let patients = (0..<40).map { "patient-\($0)" }
    let points = (0..<40 * 24).map { place in
      let (patient, week) = (place / 24, place % 24)
      let x = day0 + Double(week * 7)
      return place % 37 == 0
        ? ChartPoint(x, Double(patient), xEnd: x + 7, missing: "allOnHold")
        : ChartPoint(
          x, Double(patient), xEnd: x + 7,
          value: (max(0, min(1, 1 - Double(patient) / 40 + 0.3 * (wave(place) - 0.5))) * 7)
            .rounded() / 7)
    }
    return ChartData(
      .lasagna, title: "Patients by week", summary: "40 patients.", x: days,
      y: ChartAxis("Patient", .category, categories: patients), color: .share("Ratio"),
      series: [ChartSeries("Ratio", .cell, .primary, points)])
  }

  static var survival: ChartData {
    let steps = (0..<30).map { ChartPoint(Double($0) * 12, max(0, 1 - Double($0) * 0.02)) }
    let other = (0..<30).map { ChartPoint(Double($0) * 12, max(0, 1 - Double($0) * 0.027)) }
    func band(_ points: [ChartPoint]) -> [ChartPoint] {
      points.map { point in
        ChartPoint(
          point.x, max(0, (point.y ?? 0) - 0.05), yEnd: min(1, (point.y ?? 0) + 0.05))
      }
    }
    var chart = ChartData(
      .survival, title: "Persistence", subtitle: "Gap of at most 30 days; 95 % bands",
      summary: "After a year 42 % go on.",
      x: ChartAxis("Time since the first dose", .number, unit: "days", range: 0...365),
      y: .share("Persistent"))
    chart.series = [
      ChartSeries("A, 95 %", .stepArea, .interval, band(steps)),
      ChartSeries("B, 95 %", .stepArea, .interval, band(other)),
      ChartSeries("A", .step, .first, steps), ChartSeries("B", .step, .second, other),
      ChartSeries("Censored", .tick, .first, [steps[7], steps[14]]),
    ]
    chart.references = [ReferenceLine(.y, at: 0.5, "Median")]
    chart.table = ChartTable(
      "At risk", statistic: "atRisk", columns: [0, 90, 180, 270, 360],
      rows: [.init("A", [40, 35, 29, 20, 9]), .init("B", [38, 30, 21, 12, 4])])
    return chart
  }

  static var covered: ChartData {
    ChartData(
      .covered, title: "Proportion covered", summary: "Falls from 100 % to 72 %.",
      x: ChartAxis("Day of treatment", .number, unit: "days"), y: .share("Covered"),
      series: [
        ChartSeries(
          "Covered", .step, .primary,
          (0..<180).map { ChartPoint(Double($0), 1 - Double($0) * 0.0015 - 0.02 * wave($0)) })
      ])
  }

  static var ribbon: ChartData {
    func weeks(_ low: Double, _ high: Double) -> [ChartPoint] {
      (0..<24).map { week in
        let shift = 0.1 * (wave(week) - 0.5)
        return ChartPoint(day0 + Double(week * 7), low + shift, yEnd: high + shift)
      }
    }
    let median = weeks(0.8, 0).map { ChartPoint($0.x, $0.y) }
    return ChartData(
      .ribbon, title: "Quantiles by week", summary: "Median near 80 %.", x: days,
      y: .share("Ratio"),
      series: [
        ChartSeries("10th to 90th", .area, .outerInterval, weeks(0.4, 0.95)),
        ChartSeries("25th to 75th", .area, .interval, weeks(0.65, 0.9)),
        ChartSeries("Median", .line, .primary, median),
      ])
  }

  static var funnel: ChartData {
    func limit(_ width: Double) -> [ChartPoint] {
      (1..<40).map { place in
        let spread = width / Double(place * 10).squareRoot()
        return ChartPoint(Double(place * 10), max(0, 0.8 - spread), yEnd: min(1, 0.8 + spread))
      }
    }
    let groups = (0..<80).map { place in
      ChartPoint(
        (10 + wave(place) * 380).rounded(), min(1, 0.8 + (wave(place + 500) - 0.5) * 0.4),
        label: "Site \(place)")
    }
    var chart = ChartData(
      .funnel, title: "Sites and chance", summary: "3 of 80 lie outside.",
      x: ChartAxis("Patients", .count, unit: "patients"), y: .share("Share"),
      series: [
        ChartSeries("99.8 %", .area, .outerInterval, limit(1.2)),
        ChartSeries("95 %", .area, .interval, limit(0.78)),
        ChartSeries("Sites", .dot, .primary, groups.filter { ($0.y ?? 0) > 0.65 }),
        ChartSeries("Outside", .dot, .signal, groups.filter { ($0.y ?? 0) <= 0.65 }),
      ])
    chart.references = [ReferenceLine(.y, at: 0.8, "All sites")]
    return chart
  }

  static var fills: ChartData {
    func spans(_ lengths: [(Double, Double)]) -> [ChartPoint] {
      (0..<3).flatMap { row in
        lengths.enumerated().map { place, stretch in
          let start = day0 + Double(place * 40 + row) + stretch.0
          return ChartPoint(start, Double(row), xEnd: start + stretch.1, label: "\(stretch.1) days")
        }
      }
    }
    var chart = ChartData(
      .fills, title: "Fills, by cma7", subtitle: "3 patients", summary: "12 fills.", x: days,
      y: ChartAxis("", .category, categories: ["Ann  64.2 %", "Ben  71 %", "Cleo  –"]),
      series: [
        ChartSeries("No supply", .span, .missed, spans([(35, 5), (30, 10), (38, 2)])),
        ChartSeries(
          "Supply of the last fill", .span, .primary, spans([(0, 35), (5, 25), (8, 30)])),
        ChartSeries("Carried over", .span, .interval, spans([(0, 0.5), (0, 5), (0, 8)])),
        ChartSeries("Fill", .dot, .secondary, spans([(0, 0), (0, 0), (0, 0)])),
      ])
    chart.bands = [
      ChartBand(.x, from: day0 + 10, to: day0 + 110, "Observation window", .reference)
    ]
    chart.references = [ReferenceLine(.x, at: day0, "follow-up")]
    chart.note = "3 of 50 rows are drawn, those with the lowest cma7."
    return chart
  }

  static var slidingWindows: ChartData {
    let values = (0..<20).map { $0 == 7 || $0 == 8 ? nil : 0.6 + 0.4 * wave($0) }
    let points = values.enumerated().map { place, value in
      ChartPoint(
        day0 + Double(place * 30) + 45.5, value, label: "window \(place + 1)",
        missing: value == nil ? "noSupply" : nil)
    }
    var chart = ChartData(
      .slidingWindows, title: "cma7 in windows", summary: "20 windows, 2 without a value.", x: days,
      y: .share("cma7"),
      series: [
        ChartSeries("cma7", .line, .primary, points),
        ChartSeries("Windows", .dot, .primary, points.filter { $0.y != nil }),
      ])
    chart.bands = [
      ChartBand(.x, from: day0 + 255.5, to: day0 + 285.5, "No value: noSupply", .nothingDue)
    ]
    chart.references = [ReferenceLine(.y, at: 0.8, "threshold 80 %")]
    return chart
  }

  static var distribution: ChartData {
    ChartData(
      .distribution, title: "Ratios", summary: "Most above 80 %.",
      x: .share("Ratio"), y: ChartAxis("Patients", .count),
      series: [
        ChartSeries(
          "Patients", .bar, .primary,
          (0..<20).map { place in
            ChartPoint(
              Double(place) / 20, (wave(place) * Double(place)).rounded(),
              xEnd: Double(place + 1) / 20)
          })
      ])
  }

  static var groups: ChartData {
    let points = (0..<4).map { ChartPoint(0.6 + wave($0) * 0.3, Double($0)) }
    return ChartData(
      .groups, title: "Groups", subtitle: "Mean ratio and 95 % interval", summary: "4 groups.",
      x: .share("Mean ratio"),
      y: ChartAxis("Arm", .category, categories: ["A, with, commas", "B", "C", "D"]),
      series: [
        ChartSeries(
          "95 % interval", .span, .interval,
          points.map { ChartPoint($0.x - 0.05, $0.y, xEnd: $0.x + 0.05) }),
        ChartSeries("Mean", .dot, .primary, points),
      ])
  }

  static var comparison: ChartData {
    let before = (0..<4).map { ChartPoint(0.5 + wave($0) * 0.3, Double($0)) }
    let after = before.map { ChartPoint($0.x + 0.15, $0.y) }
    return ChartData(
      .comparison, title: "Before and since", summary: "4 tasks.", x: .share("Done"),
      y: ChartAxis(
        "Change", .category, categories: (0..<4).map { "Task \($0): +15 points (+2 to +28)" }),
      series: [
        ChartSeries(
          "Change", .span, .interval,
          zip(before, after).map { ChartPoint($0.x, $0.y, xEnd: $1.x) }),
        ChartSeries("Before", .dot, .secondary, before),
        ChartSeries("Since", .dot, .primary, after),
      ])
  }
}
