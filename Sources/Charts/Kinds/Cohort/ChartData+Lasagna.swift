package import AdherenceAnalytics
import Scheduling

extension ChartData {
  /// Returns a lasagna plot: a row of periods for each patient, sorted by overall ratio with the
  /// best on top, coloured by ratio.
  ///
  /// If the grid has merged patients, the height of a row is their number and its ratio is pooled.
  /// Otherwise, if the patients' plans share less than half of the periods, each row starts with the
  /// patient's first period with anything due, and a note says so. Periods after the last with
  /// anything planned are left out.
  ///
  /// - Parameters:
  ///   - grid: The patients.
  ///   - spans: The periods of the grid; with relative weeks, columns are weeks of treatment.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of cells; of more, the counts of neighbouring periods are
  ///     summed.
  ///   - underway: The number of periods that are not over for all patients.
  /// - Returns: One series of cells; `y` counts patients from the worst. A cell with nothing due
  ///   gives the reason.
  /// - Precondition: The spans are those of the grid.
  package static func lasagna(
    of grid: PatientGrid, over spans: PeriodSpans, title: String, subtitle: String = "",
    limit: Int = 6_000, underway: Int = 0
  ) -> ChartData {
    precondition(grid.answersTheQuestion(of: PatientGrid(spans: spans, numerator: grid.numerator)))
    let calendar = grid.layers
    let areAligned = !grid.isBinned && spans.period != .relativeWeek && calendar.areStaggered
    let layers = areAligned ? calendar.map(\.aligned) : calendar
    let most = layers.lazy.map(\.usedColumns).max() ?? 0
    let step = (layers.count * most).step(to: limit)
    let columns = GridColumns(
      grid, over: spans, count: most, step: step, isRelative: areAligned)
    var chart = ChartData(
      .lasagna, title: title, subtitle: subtitle,
      summary: layers.summary(
        of: columns.places.count.counted(spans.period, areMerged: grid.step * step > 1), grid),
      x: columns.axis,
      y: ChartAxis(
        "Patients, highest ratio on top", .count, range: 0...Double(max(1, grid.patients)),
        ticks: grid.isBinned ? [] : layers.nameTicks),
      color: .share(grid.numerator.seriesName),
      series: [
        ChartSeries(
          grid.numerator.seriesName, .cell, .primary, layers.cells(columns), statistic: "ratio")
      ])
    chart.fields = LayerCell.fields.fields
    if grid.isBinned || grid.step * step > 1 {
      chart.reduction = ChartReduction(
        .bins, points: grid.patients * most * grid.step, limit: limit)
      chart.note = grid.note(periods: grid.step * step, of: spans.period)
    }
    if areAligned {
      let start = "Each row starts with the patient's first \(spans.period.noun) with anything due."
      chart.note = [chart.note, start].joinedNotes
    }
    if underway > 0 {
      let periods =
        underway == 1 ? "A \(spans.period.noun) is" : "\(underway.counted(spans.period.noun)) are"
      chart.note =
        [chart.note, "\(periods) not over yet: the cells are of the part that is over."].joinedNotes
    }
    return chart
  }
}

/// A row of a lasagna plot: a patient, or the patients with one ratio.
struct GridLayer {
  var name: String
  /// The patient; `nil` for several.
  var patient: String?
  var patients: Int
  var due: [Double]
  var done: [Double]
  var reasons: [UInt8]
  /// The index of its first column in the grid.
  var first = 0

  /// The ratio over all columns; `nil` if nothing was due.
  var ratio: Double? {
    let whole = due.reduce(0, +)
    return whole == 0 ? nil : done.reduce(0, +) / whole
  }

  /// Returns the sum of some columns.
  func cell(_ columns: Range<Int>) -> LayerCell {
    let columns = columns.clamped(to: due.indices)
    let whole = due[columns].reduce(0, +)
    return LayerCell(
      patient: patient, patients: patients, due: whole, done: done[columns].reduce(0, +),
      reason: whole > 0 ? nil : PatientGrid.reason(of: reasons[columns].reduce(0, |)))
  }
}

extension GridLayer {
  /// The number of columns up to the last in which anything was planned.
  fileprivate var usedColumns: Int {
    let unplanned = PatientGrid.bit(of: .noOccurrences) | PatientGrid.bit(of: .noTasks)
    let last = due.indices.last { due[$0] > 0 || reasons[$0] & ~unplanned != 0 }
    return last.map { $0 + 1 } ?? 0
  }

  /// The row from its first column with anything due.
  fileprivate var aligned: GridLayer {
    guard let first = due.firstIndex(where: { $0 > 0 }) else { return self }
    var row = self
    (row.due, row.done) = (Array(due[first...]), Array(done[first...]))
    (row.reasons, row.first) = (Array(reasons[first...]), first)
    return row
  }
}

extension [GridLayer] {
  /// Whether less than half of the cells have anything due, as the patients start at different
  /// times.
  fileprivate var areStaggered: Bool {
    let cells = reduce(0) { $0 + $1.due.count }
    return 2 * reduce(0) { $0 + $1.due.count { $0 > 0 } } < cells
  }

  /// The names of up to sixty patients, each in the middle of its row.
  fileprivate var nameTicks: [ChartTick] {
    guard count <= 60 else { return [] }
    return enumerated().map { place, row in
      ChartTick(Double(count - place) - 0.5, ChartLayout.shortened(row.name, to: 20))
    }
  }
}

/// A cell of a lasagna plot.
struct LayerCell {
  var patient: String?
  var patients: Int
  var due: Double
  var done: Double
  /// The reason for a missing ratio.
  var reason: MissingRatio?
  /// The dates; `nil` of weeks of treatment.
  var dates: Range<CivilDate>?

  var ratio: Double? { reason == nil ? done / due : nil }

  static var fields: PointFields<LayerCell> {
    PointFields([
      .text("patient", \.patient), .count("n", \.patients),
      .date("periodStart") { $0.dates?.lowerBound }, .date("periodEnd") { $0.dates?.upperBound },
      .number("due") { $0.due }, .number("done") { $0.done },
    ])
  }
}

extension PatientGrid {
  /// Returns a description of merged patients and periods.
  fileprivate func note(periods: Int, of period: CalendarPeriod) -> String {
    let row = isBinned ? "each row has the patients of one percentage point" : ""
    let column = periods > 1 ? "each column is \(periods.counted(period.noun)) together" : ""
    let words = [row, column].filter { !$0.isEmpty }.joined(separator: ", ")
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  /// The rows from the best ratio to the worst, then those without one; equal ratios are sorted by
  /// name.
  var layers: [GridLayer] {
    if isBinned {
      return (Array((0...100).reversed()) + [101]).filter { bins[$0].patients > 0 }.map(layer)
    }
    let layers = rows.map {
      GridLayer(
        name: $0.name, patient: $0.name, patients: 1, due: $0.due, done: $0.done,
        reasons: $0.reasons)
    }
    let ratios = layers.map { $0.ratio ?? -1 }
    // Equal ratios are sorted by name.
    return layers.indices.sorted { (ratios[$1], $0) < (ratios[$0], $1) }.map { layers[$0] }
  }

  private func layer(ofBin place: Int) -> GridLayer {
    let bin = bins[place]
    let name = place > 100 ? "Nothing due" : "\(place) %"
    return GridLayer(
      name: "\(name): \(bin.patients.counted("patient"))", patients: bin.patients,
      due: bin.due.map(\.value), done: bin.done.map(\.value), reasons: bin.reasons)
  }
}

/// The columns of a lasagna plot.
private struct GridColumns {
  /// The grid columns of each column.
  var places: [Range<Int>]
  var axis: ChartAxis
  /// The start of each column, and the end of the last.
  private var edges: [Double]
  /// The periods; `nil` of weeks of treatment.
  private var spans: PeriodSpans?
  /// The number of periods of a column of the grid.
  private var size: Int

  init(
    _ grid: PatientGrid, over spans: PeriodSpans, count: Int, step: Int, isRelative areAligned: Bool
  ) {
    places = stride(from: 0, to: count, by: step).map { $0..<min($0 + step, count) }
    let isRelative = areAligned || spans.period == .relativeWeek
    size = grid.step
    self.spans = spans.period == .relativeWeek ? nil : spans
    let size = size
    edges = (places.map(\.lowerBound) + [count]).map { column in
      if isRelative { return Double(column * size) }
      let period = column * size
      return period < spans.count
        ? spans[period].start.position : spans.last?.end.position ?? 0
    }
    let range = count == 0 ? nil : edges[0]...edges[edges.count - 1]
    axis = ChartAxis(
      areAligned ? "\(spans.period.axisTitle) since the first" : spans.period.axisTitle,
      isRelative ? .number : .day, range: range,
      ticks: isRelative ? GridColumns.weekTicks(count * size) : [])
  }

  /// Returns the labels of some weeks, centered on the one-based week number.
  private static func weekTicks(_ weeks: Int) -> [ChartTick] {
    Array(0..<weeks).thinned().map { ChartTick(Double($0) + 0.5, "\($0 + 1)") }
  }

  /// Returns the dates of columns of a row that starts in a column of the grid; `nil` of weeks of
  /// treatment and beyond the periods.
  func dates(of places: Range<Int>, from first: Int) -> Range<CivilDate>? {
    guard let spans, !spans.isEmpty else { return nil }
    let (from, to) = ((first + places.lowerBound) * size, (first + places.upperBound) * size)
    return from < spans.count ? spans[from].start..<spans[min(to, spans.count) - 1].end : nil
  }

  func start(_ column: Int) -> Double { edges[column] }
  func end(_ column: Int) -> Double { edges[column + 1] }
}

extension [GridLayer] {
  fileprivate func cells(_ columns: GridColumns) -> [ChartPoint] {
    var top = Double(reduce(0) { $0 + $1.patients })
    var cells: [ChartPoint] = []
    cells.reserveCapacity(count * columns.places.count)
    let fields = LayerCell.fields
    for layer in self {
      let bottom = top - Double(layer.patients)
      for (column, places) in columns.places.enumerated() {
        var cell = layer.cell(places)
        cell.dates = columns.dates(of: places, from: layer.first)
        var point = ChartPoint(
          columns.start(column), bottom, xEnd: columns.end(column), yEnd: top, value: cell.ratio,
          label: layer.name, missing: cell.reason?.rawValue)
        point.values = fields.values(of: cell)
        cells.append(point)
      }
      top = bottom
    }
    return cells
  }

  fileprivate func summary(of periods: String, _ grid: PatientGrid) -> String {
    let patients = grid.patients.counted("patient")
    let ratios = lazy.compactMap(\.ratio)
    guard let best = ratios.max(), let worst = ratios.min() else {
      return "\(patients), nothing due."
    }
    let rows = grid.isBinned ? " in \(count.counted("row")) of one ratio" : ""
    return
      "\(patients)\(rows) by \(periods), overall from \(best.percentText) to \(worst.percentText)."
  }
}
