package import AdherenceAnalytics
public import AdherenceStatistics

extension ChartData {
  /// Returns a histogram of the patients' ratios.
  ///
  /// A bin includes its lower border; the last one also includes its upper border. Lines mark the
  /// mean, the median and the threshold.
  ///
  ///     let ratios = Histogram([0.42, 0.71, 0.8, 0.86, 0.9, 0.93, 0.97, 1])
  ///     print(ChartData.distribution(of: ratios, title: "Ratios of the patients").summary)
  ///     // 8 patients.
  ///
  /// - Parameters:
  ///   - histogram: The ratios in bins.
  ///   - summary: The summary of the ratios; `nil` omits the lines.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  /// - Returns: The chart.
  public static func distribution(
    of histogram: Histogram, _ summary: CohortSummary? = nil, title: String, subtitle: String = ""
  ) -> ChartData {
    distribution(
      of: histogram, marks: summary.map(DistributionMarks.init), xTitle: "Share done",
      title: title, subtitle: subtitle)
  }

  /// Returns a histogram of values with a given mean, median and threshold.
  package static func distribution(
    of histogram: Histogram, marks: DistributionMarks?, xTitle: String, title: String,
    subtitle: String = ""
  ) -> ChartData {
    let range = histogram.range
    var chart = ChartData(
      .distribution, title: title, subtitle: subtitle, summary: histogram.words(marks),
      x: ChartAxis(xTitle, .share, range: range.lower...range.upper),
      y: .counts("Patients", of: [histogram.bars]), series: [histogram.bars])
    chart.references = marks?.lines ?? []
    return chart
  }
}

/// Summary statistics marked in a distribution.
package struct DistributionMarks: Hashable, Sendable {
  var mean: Estimate<Double>
  var median: Estimate<Double>
  /// The value from which a patient counts as adherent.
  var threshold: Share
  /// The number of patients at or above the threshold.
  var reaching: Int
  /// Their share of the patients with a value.
  var reachingShare: Estimate<Double>

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

  /// The lines at the mean, the median and the threshold, where known.
  fileprivate var lines: [ReferenceLine] {
    let marks = [
      mean.value.map {
        ReferenceLine(.x, at: $0, "mean \(ChartText.percent($0))", .secondary, statistic: "mean")
      },
      median.value.map {
        ReferenceLine(.x, at: $0, "median \(ChartText.percent($0))", .primary, statistic: "median")
      },
    ]
    return marks.compactMap(\.self) + [threshold.line(.x)]
  }
}

extension Histogram {
  fileprivate var patients: Int { counts.reduce(0, +) }

  /// A bar for each bin; empty if no values were counted.
  fileprivate var bars: ChartSeries {
    let bars = counts.indices.map { bin in
      ChartPoint(lowerBorder(of: bin), Double(counts[bin]), xEnd: lowerBorder(of: bin + 1))
    }
    return ChartSeries("Patients", .bar, .primary, patients == 0 ? [] : bars, statistic: "patients")
  }

  fileprivate func words(_ marks: DistributionMarks?) -> String {
    guard patients + outside > 0 else { return "No patient has a ratio." }
    var text = patients.counted("patient")
    if let marks, let mean = marks.mean.value, let median = marks.median.value {
      text += ", mean \(ChartText.percent(mean)), median \(ChartText.percent(median)); "
      text += "\(marks.reaching) at \(marks.threshold.percentText) % or above"
      text += " (\(ChartText.percent(marks.reachingShare)))"
    }
    return text + (outside == 0 ? "." : "; \(outside) outside of the bins.")
  }
}
