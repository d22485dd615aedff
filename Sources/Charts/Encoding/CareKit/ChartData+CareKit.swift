public import Diagnostics
import Formats
import Scheduling

extension ChartData {
  /// Returns the chart in the form of CareKit's charts: `OCKDataSeries`, a legend and axis labels.
  ///
  /// The `x` of a data point is the zero-based index of its day or period; `dates` contains their
  /// dates. A missing value has no point, because CareKit would draw 0; it is listed in `missing`
  /// with its reason. The vertical scale follows CareKit's rule (up to the next multiple of 4) with
  /// three differences: a range given by the chart is kept, shares end at 1, and grid and plot
  /// start at the same minimum (in CareKit 4.0 they differ).
  ///
  /// Fields are omitted.
  ///
  /// - Throws: `InputError` if there are panels, or any series other than bars, lines or dots over
  ///   days.
  /// - Complexity: O(*n* log *n*) for *n* points.
  public func careKit() throws(InputError) -> String {
    guard isForCareKit else {
      let allowed: [ChartKind] = [.bars, .dailySums, .sparkline]
      throw InputError(
        .notOneOf(text: kind.rawValue, allowed: allowed.map(\.rawValue)), field: "kind")
    }
    return CareKitChart(self).tree.documentText
  }

  /// Whether CareKit's chart views can show it: all series are bars, lines or dots over days,
  /// without panels.
  package var isForCareKit: Bool {
    let marks: Set<ChartSeries.Mark> = [.bar, .line, .step, .dot]
    return panels.isEmpty && x.scale == .day && (y.scale == .number || y.scale == .share)
      && series.allSatisfy { series in
        marks.contains(series.mark) && series.points.allSatisfy { $0.yEnd == nil }
      }
  }
}
