/// The quantiles of values at one position.
struct QuantileRow {
  var x: Double
  /// The label.
  var label: String
  /// The reason for missing quantiles.
  var missing: String
  /// Returns a quantile; `nil` if there is none.
  var quantile: (Double) -> Double?

  /// Returns a point with one or two values, or the reason why they are missing.
  func point(_ y: Double?, _ yEnd: Double? = nil) -> ChartPoint {
    ChartPoint(x, y, yEnd: yEnd, label: label, missing: y == nil ? missing : nil)
  }
}

/// Quantiles of patients along an axis as bands and a line.
enum QuantileBands {
  /// Returns a band without the outer percentages, the interquartile range, and the median.
  static func series(of rows: [QuantileRow], but outer: Int = 10) -> [ChartSeries] {
    let (low, high) = (Double(outer) / 100, Double(100 - outer) / 100)
    return [
      ChartSeries(
        "\(outer) to \(100 - outer) % of patients", .area, .outerInterval,
        rows.map { $0.point($0.quantile(low), $0.quantile(high)) },
        statistic: "percentiles\(outer)to\(100 - outer)"),
      ChartSeries(
        "25 to 75 % of patients", .area, .interval,
        rows.map { $0.point($0.quantile(0.25), $0.quantile(0.75)) },
        statistic: "percentiles25to75"),
      median(of: rows, "Median", .primary),
    ]
  }

  /// Returns the median alone.
  static func median(
    of rows: [QuantileRow], _ name: String, _ role: ChartRole,
    of subject: ChartSubject = ChartSubject()
  ) -> ChartSeries {
    ChartSeries(
      name, .line, role, rows.map { $0.point($0.quantile(0.5)) }, statistic: "median", of: subject)
  }
}
