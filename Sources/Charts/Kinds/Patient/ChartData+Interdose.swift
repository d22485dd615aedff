public import AdherenceAnalytics
public import AdherenceStatistics

extension ChartData {
  /// Returns a histogram of the hours between consecutive doses.
  ///
  /// Intervals are those of `Interdose`: between doses at known times, except those that completely
  /// contain a hold. Bins are about a twelfth of the typical planned interval (two hours for daily
  /// doses) and extend to three times that interval; the last one is open. A bin includes its lower
  /// border. The planned intervals are a series of their own in the background, and so is the
  /// tolerance of the planned interval, unless the planned intervals differ by more than that.
  ///
  /// Quotas and as-needed tasks have no planned interval; their intervals are those between uses at
  /// known times, and bins are derived from the mean.
  ///
  ///     var evaluator = AdherenceEvaluator(query)
  ///     var charts: [ChartData] = []
  ///     _ = MeasureEvaluator().evaluate(CompiledRecord(record, query), by: &evaluator) { course, _, _ in
  ///       charts.append(.interdose(of: course, title: course.task))
  ///     }
  ///     print(charts[0].title)  // tablet
  ///
  /// - Parameters:
  ///   - course: The course of the task.
  ///   - parameters: The parameters, which include the tolerance.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  /// - Returns: The chart.
  /// - Complexity: O(*n*) for *n* occurrences and events.
  public static func interdose(
    of course: borrowing TaskCourse, parameters: MeasureParameters = MeasureParameters(),
    title: String, subtitle: String = ""
  ) -> ChartData {
    let histogram = InterdoseHistogram(course, tolerance: parameters.intervalTolerance)
    var chart = ChartData(
      .interdose, title: title, subtitle: subtitle, summary: histogram.summary,
      x: ChartAxis(
        "From one dose to the next", .number, unit: "h", range: 0...histogram.end,
        ticks: histogram.ticks),
      y: .counts("Intervals", of: histogram.series), series: histogram.series)
    chart.bands = [histogram.band].compactMap(\.self)
    chart.references = [histogram.planned].compactMap(\.self)
    return chart
  }
}

/// A histogram of intervals between doses, in hours, with bins derived from the planned interval.
///
/// For a plan with fewer than two times, the intervals are those between uses and bins are derived
/// from the mean.
struct InterdoseHistogram {
  /// The median planned interval; `nil` if fewer than two doses are planned.
  let nominal: Double?
  /// The shortest and the longest planned interval.
  private let plannedRange: ClosedRange<Double>?
  /// The interval from which bins are derived: the planned one, otherwise the mean.
  private let scale: Double
  private let tolerance: Double
  /// The bin width.
  private let width: Double
  /// The number of intervals per bin; the last is open.
  private let counts: [Int]
  /// The number of planned intervals per bin.
  private let plannedCounts: [Int]
  private let figures: Interdose

  /// Round bin widths.
  private static let widths: [Double] = [0.5, 1, 2, 4, 6, 12, 24, 48, 96, 168, 336, 672]

  init(_ course: borrowing TaskCourse, tolerance: Double) {
    let intervals = DoseIntervals(course)
    let lengths = intervals.lengths
    let mean = lengths.isEmpty ? 86_400 : lengths.reduce(0, +) / Double(lengths.count)
    let planned = intervals.plan.intervals.sorted()
    let usual = planned.isEmpty ? nil : planned[(planned.count - 1) / 2]
    let seconds = usual ?? max(mean, 60)
    (nominal, self.tolerance) = (usual.map { $0 / 3600 }, tolerance)
    plannedRange = planned.last.map { planned[0] / 3600...$0 / 3600 }
    scale = seconds / 3600
    width = InterdoseHistogram.widths.first { $0 * 12 >= seconds / 3600 } ?? seconds / 43_200
    figures = Interdose(intervals, tolerance: tolerance)
    counts = InterdoseHistogram.count(lengths, width: width, upTo: 3 * scale)
    plannedCounts = InterdoseHistogram.count(planned, width: width, upTo: 3 * scale)
  }

  private static func count(_ lengths: [Double], width: Double, upTo end: Double) -> [Int] {
    let bins = Int((end / width).rounded(.up))
    var counts = Array(repeating: 0, count: bins + 1)
    for length in lengths { counts[Int(min(length / 3600 / width, Double(bins)))] += 1 }
    return counts
  }

  /// The upper border of the histogram, including the open bin.
  var end: Double { Double(counts.count) * width }

  /// The lower border of the open bin.
  private var open: Double { end - width }

  /// The planned intervals in the background, if there are any, and those between doses.
  var series: [ChartSeries] {
    let planned = ChartSeries(
      "Planned", .bar, .due, bars(plannedCounts), statistic: "plannedIntervals")
    let taken = ChartSeries(
      "Intervals", .bar, .primary, figures.count == 0 ? [] : bars(counts), statistic: "intervals")
    return (nominal == nil || figures.count == 0 ? [] : [planned]) + [taken]
  }

  /// Returns a bar for each bin.
  private func bars(_ counts: [Int]) -> [ChartPoint] {
    counts.indices.map { bin in
      let start = Double(bin) * width
      return ChartPoint(
        start, Double(counts[bin]), xEnd: start + width,
        label: bin == counts.count - 1 ? openLabel : nil)
    }
  }

  private var openLabel: String { "\(ChartText.number(open)) h and more" }

  /// Ticks every half planned interval, otherwise at round times, and at the open bin.
  var ticks: [ChartTick] {
    let step = nominal.map { $0 / 2 } ?? width * Double(max(1, counts.count / 6))
    let inner = stride(from: 0, to: open - width, by: step).map {
      ChartTick($0, ChartText.number($0))
    }
    return inner + [ChartTick(open, "\(ChartText.number(open))+")]
  }

  /// Whether one tolerance band covers all planned intervals, including those across clock changes.
  private var isRegular: Bool {
    guard let nominal, let plannedRange else { return false }
    return plannedRange.lowerBound >= (1 - tolerance) * nominal
      && plannedRange.upperBound <= (1 + tolerance) * nominal
  }

  /// The tolerance band around the planned interval; `nil` if planned intervals differ.
  var band: ChartBand? {
    guard isRegular else { return nil }
    return nominal.map { nominal in
      ChartBand(
        .x, from: (1 - tolerance) * nominal, to: (1 + tolerance) * nominal,
        "within \(ChartText.level(tolerance))", .interval, statistic: "tolerance")
    }
  }

  /// A line at the planned interval; `nil` if planned intervals differ.
  var planned: ReferenceLine? {
    guard isRegular else { return nil }
    return nominal.map {
      ReferenceLine(
        .x, at: $0, "planned \(ChartText.number($0)) h", .reference, statistic: "plannedInterval")
    }
  }

  /// The number of intervals near the planned ones as text.
  private var comparison: String {
    guard let nominal, let near = figures.nearOfIntervals.value else {
      return "no interval is planned"
    }
    let plan =
      isRegular
      ? "the planned \(ChartText.number(nominal)) h"
      : plannedRange.map { range in
        "their planned intervals, \(ChartText.number(range.lowerBound)) to"
          + " \(ChartText.number(range.upperBound)) h"
      } ?? ""
    return "\(ChartText.percent(near)) within \(ChartText.level(tolerance)) of \(plan), "
      + "\(figures.tooShort) shorter, \(figures.tooLong) longer"
  }

  /// The summary of the chart.
  var summary: String {
    guard let mean = figures.mean.value, let longest = figures.longest.value
    else { return "There are no two doses at known times, and so no interval between doses." }
    return
      "\(figures.count.counted("interval")), \(ChartText.number(mean)) h on average; "
      + "\(comparison); the longest \(ChartText.number(longest)) h."
  }
}
