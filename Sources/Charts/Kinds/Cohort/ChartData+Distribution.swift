package import AdherenceAnalytics
public import AdherenceStatistics

extension ChartData {
  /// Shows how many patients have which ratio.
  ///
  /// A bin has its lower border; the last one has its upper border too. Lines mark the mean and the median
  /// of the ratios, and the threshold.
  ///
  ///     let ratios = Histogram([0.42, 0.71, 0.8, 0.86, 0.9, 0.93, 0.97, 1])
  ///     print(ChartData.distribution(of: ratios, title: "Ratios of the patients").summary)
  ///     // 8 patients.
  ///
  /// - Parameters:
  ///   - histogram: The ratios in bins.
  ///   - summary: What describes the same ratios; `nil` leaves out the lines.
  ///   - title: What the chart shows.
  ///   - subtitle: Whose.
  /// - Returns: The chart.
  public static func distribution(
    of histogram: Histogram, _ summary: CohortSummary? = nil, title: String, subtitle: String = ""
  ) -> ChartData {
    distribution(
      of: histogram, marks: summary.map(DistributionMarks.init), xTitle: "Share done",
      title: title, subtitle: subtitle)
  }

  /// The same of values whose mean, median and threshold are known otherwise.
  package static func distribution(
    of histogram: Histogram, marks: DistributionMarks?, xTitle: String, title: String,
    subtitle: String = ""
  ) -> ChartData {
    let range = histogram.range
    var chart = ChartData(
      .distribution, title: title, subtitle: subtitle, summary: histogram.words(marks),
      x: ChartAxis(xTitle, .share, range: range.lower...range.upper),
      y: .counts("Patients", of: histogram.bars), series: [histogram.bars])
    chart.references = marks?.lines ?? []
    return chart
  }
}

/// What describes the values of a distribution.
package struct DistributionMarks: Hashable, Sendable {
  /// The mean.
  var mean: Estimate<Double>
  /// The median.
  var median: Estimate<Double>
  /// The share from which on a patient counts as adherent.
  var threshold: Share
  /// How many patients reach it.
  var reaching: Int
  /// Their share of those with a value.
  var reachingShare: Estimate<Double>

  /// Creates the marks of values.
  package init(
    mean: Estimate<Double>, median: Estimate<Double>, threshold: Share, reaching: Int,
    reachingShare: Estimate<Double>
  ) {
    (self.mean, self.median, self.threshold) = (mean, median, threshold)
    (self.reaching, self.reachingShare) = (reaching, reachingShare)
  }

  fileprivate init(_ summary: CohortSummary) {
    self.init(
      mean: summary.mean, median: summary.quantile(0.5), threshold: summary.threshold,
      reaching: summary.adherentPatients, reachingShare: summary.adherentShare)
  }

  /// The mean, the median and the threshold, of those that there are.
  fileprivate var lines: [ReferenceLine] {
    let marks = [
      mean.value.map { ReferenceLine(.x, at: $0, "mean \(ChartText.percent($0))", .secondary) },
      median.value.map { ReferenceLine(.x, at: $0, "median \(ChartText.percent($0))", .primary) },
    ]
    return marks.compactMap(\.self) + [threshold.line(.x)]
  }
}

extension Histogram {
  fileprivate var patients: Int { counts.reduce(0, +) }

  /// A bar for each bin; none where there are no numbers, as nothing was counted then.
  fileprivate var bars: ChartSeries {
    let bars = counts.indices.map { bin in
      ChartPoint(lowerBorder(of: bin), Double(counts[bin]), xEnd: lowerBorder(of: bin + 1))
    }
    return ChartSeries("Patients", .bar, .primary, patients == 0 ? [] : bars)
  }

  fileprivate func words(_ marks: DistributionMarks?) -> String {
    guard patients + outside > 0 else { return "Nobody has a ratio." }
    var text = patients.counted("patient")
    if let marks, let mean = marks.mean.value, let median = marks.median.value {
      text += ", mean \(ChartText.percent(mean)), median \(ChartText.percent(median)); "
      text += "\(marks.reaching) at \(marks.threshold.percentText) % or above"
      text += " (\(ChartText.percent(marks.reachingShare)))"
    }
    return text + (outside == 0 ? "." : "; \(outside) outside of the bins.")
  }
}
