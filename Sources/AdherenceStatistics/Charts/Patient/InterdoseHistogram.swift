import AdherenceAnalytics

/// The intervals between doses in bins that suit the interval as planned; all in hours.
struct InterdoseHistogram {
  /// The interval as planned.
  let nominal: Double
  private let tolerance: Double
  /// The width of a bin.
  private let width: Double
  /// How many intervals each bin has; the last is open.
  private let counts: [Int]
  private let figures: Interdose

  /// Widths that are easily read.
  private static let widths: [Double] = [0.5, 1, 2, 4, 6, 12, 24, 48, 96, 168, 336, 672]

  init(_ course: borrowing TaskCourse, tolerance: Double) {
    var doses = EvaluableDoses()
    doses.take(course)
    let seconds = Double(NominalInterval.seconds(of: course.occurrences))
    let lengths = Interdose.lengths(between: doses.eventTimes, holds: doses.holds)
    (nominal, self.tolerance) = (seconds / 3600, tolerance)
    width = InterdoseHistogram.widths.first { $0 * 12 >= seconds / 3600 } ?? seconds / 43_200
    figures = Interdose(of: lengths, nominal: seconds, tolerance: tolerance)
    counts = InterdoseHistogram.count(lengths, width: width, upTo: 3 * nominal)
  }

  private static func count(_ lengths: [Double], width: Double, upTo end: Double) -> [Int] {
    let bins = Int((end / width).rounded(.up))
    var counts = Array(repeating: 0, count: bins + 1)
    for length in lengths { counts[Int(min(length / 3600 / width, Double(bins)))] += 1 }
    return counts
  }

  /// The upper border of what is drawn, that of the open bin.
  var end: Double { Double(counts.count) * width }

  /// Where the open bin begins.
  private var open: Double { end - width }

  /// A bar for each bin; none where there is no interval.
  var bars: ChartSeries {
    let bars = counts.indices.map { bin in
      let start = Double(bin) * width
      return ChartPoint(
        start, Double(counts[bin]), xEnd: start + width,
        label: bin == counts.count - 1 ? openLabel : nil)
    }
    return ChartSeries("Intervals", .bar, .primary, figures.count == 0 ? [] : bars)
  }

  private var openLabel: String { "\(ChartText.number(open)) h and more" }

  /// A tick every half of the planned interval, and the open bin's.
  var ticks: [ChartTick] {
    let step = nominal / 2
    let inner = stride(from: 0, to: open - width, by: step).map {
      ChartTick($0, ChartText.number($0))
    }
    return inner + [ChartTick(open, "\(ChartText.number(open))+")]
  }

  /// The stretch around the planned interval that is near it.
  var band: ChartBand {
    ChartBand(
      .x, from: (1 - tolerance) * nominal, to: (1 + tolerance) * nominal,
      "within \(ChartText.level(tolerance))", .interval)
  }

  /// The planned interval in words.
  var planned: String { "planned \(ChartText.number(nominal)) h" }

  /// What there is to see.
  var summary: String {
    guard let mean = figures.mean.value, let longest = figures.longest.value,
      let near = figures.nearOfIntervals.value
    else { return "There are no two doses at known times, and so no interval between doses." }
    return
      "\(ChartText.count(figures.count, "interval")), \(ChartText.number(mean)) h on average; "
      + "\(ChartText.percent(near)) within \(ChartText.level(tolerance)) of the planned "
      + "\(ChartText.number(nominal)) h, \(figures.tooShort) shorter, \(figures.tooLong) longer; "
      + "the longest \(ChartText.number(longest)) h."
  }
}
