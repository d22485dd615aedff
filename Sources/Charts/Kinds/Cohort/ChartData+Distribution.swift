import AdherenceAnalytics
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
    let range = histogram.range
    var chart = ChartData(
      .distribution, title: title, subtitle: subtitle,
      summary: histogram.words(summary),
      x: ChartAxis("Share done", .share, range: range.lower...range.upper),
      y: .counts("Patients", of: histogram.bars), series: [histogram.bars])
    chart.references = summary?.marks ?? []
    return chart
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

  fileprivate func words(_ summary: CohortSummary?) -> String {
    guard patients + outside > 0 else { return "Nobody has a ratio." }
    var text = patients.counted("patient")
    if let summary, let mean = summary.mean.value, let median = summary.quantile(0.5).value {
      text += ", mean \(ChartText.percent(mean)), median \(ChartText.percent(median)); "
      text += "\(summary.reaching) at \(summary.threshold.percentText) % or above"
      text += " (\(ChartText.percent(summary.reachingShare)))"
    }
    return text + (outside == 0 ? "." : "; \(outside) outside of the bins.")
  }
}

extension CohortSummary {
  /// The mean, the median and the threshold, of those that there are.
  fileprivate var marks: [ReferenceLine] {
    let marks = [
      mean.value.map { ReferenceLine(.x, at: $0, "mean \(ChartText.percent($0))", .secondary) },
      quantile(0.5).value.map {
        ReferenceLine(.x, at: $0, "median \(ChartText.percent($0))", .primary)
      },
    ]
    return marks.compactMap(\.self) + [threshold.line(.x)]
  }
}
