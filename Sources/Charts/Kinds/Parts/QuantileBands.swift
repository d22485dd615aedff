/// The quantiles of many values at one position.
struct QuantileRow {
  /// The position.
  var x: Double
  /// Words for it.
  var label: String
  /// Why there is no quantile, where there is none.
  var missing: String
  /// A quantile; `nil` where there is none.
  var quantile: (Double) -> Double?

  /// A point with one or two numbers, which says why they are missing.
  func point(_ y: Double?, _ yEnd: Double? = nil) -> ChartPoint {
    ChartPoint(x, y, yEnd: yEnd, label: label, missing: y == nil ? missing : nil)
  }
}

/// Quantiles of patients along an axis as bands and a line.
enum QuantileBands {
  /// From the 10th to the 90th percentile, the middle half, and the median.
  static func series(of rows: [QuantileRow]) -> [ChartSeries] {
    [
      ChartSeries(
        "10 to 90 % of patients", .area, .outerInterval,
        rows.map { $0.point($0.quantile(0.1), $0.quantile(0.9)) }),
      ChartSeries(
        "25 to 75 % of patients", .area, .interval,
        rows.map { $0.point($0.quantile(0.25), $0.quantile(0.75)) }),
      median(of: rows, "Median", .primary),
    ]
  }

  /// The median alone.
  static func median(of rows: [QuantileRow], _ name: String, _ role: ChartRole) -> ChartSeries {
    ChartSeries(name, .line, role, rows.map { $0.point($0.quantile(0.5)) })
  }
}
