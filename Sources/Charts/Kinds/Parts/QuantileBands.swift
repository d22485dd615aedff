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
  /// All but so many percent at either end, the middle half, and the median.
  static func series(of rows: [QuantileRow], but outer: Int = 10) -> [ChartSeries] {
    let (low, high) = (Double(outer) / 100, Double(100 - outer) / 100)
    return [
      ChartSeries(
        "\(outer) to \(100 - outer) % of patients", .area, .outerInterval,
        rows.map { $0.point($0.quantile(low), $0.quantile(high)) }),
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
