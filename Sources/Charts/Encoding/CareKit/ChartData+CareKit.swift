public import Scheduling

extension ChartData {
  /// The chart in the shape of CareKit's charts: `OCKDataSeries`, a legend, and what the axes say.
  ///
  /// A data point's `x` is the place of its day or period, from 0; `dates` has the date of each. What is
  /// missing has no point, because CareKit would draw 0: it stands in `missing`, with its reason. The
  /// vertical scale follows CareKit's rule, up to the next multiple of 4, with three differences: a range
  /// that the chart states is kept, shares end at 1, and the lowest value is that of the grid and the plot
  /// alike (CareKit 4.0 draws the two by different minima).
  ///
  /// Fields have no place in it.
  ///
  /// - Throws: `InputError` unless all series are bars, lines or dots over days, and where there are panels.
  /// - Complexity: O(*n* log *n*) for *n* points.
  public func careKit() throws(InputError) -> String {
    guard isForCareKit else {
      let allowed: [ChartKind] = [.bars, .dailySums, .sparkline]
      throw InputError(
        .notOneOf(text: kind.rawValue, allowed: allowed.map(\.rawValue)), field: "kind")
    }
    return CareKitChart(self).tree.document.text
  }

  /// Whether CareKit's chart views can show it: it has no panels, and all series are bars, lines or dots over days.
  package var isForCareKit: Bool {
    let marks: Set<ChartSeries.Mark> = [.bar, .line, .step, .dot]
    return panels.isEmpty && x.scale == .day && (y.scale == .number || y.scale == .share)
      && series.allSatisfy { series in
        marks.contains(series.mark) && series.points.allSatisfy { $0.yEnd == nil }
      }
  }
}
