/// A chart without its rows, as encoded in JSON.
struct ChartHeader: Hashable, Sendable, Codable {
  var kind: ChartKind
  var title: String
  var subtitle: String
  var summary: String
  var x: ChartAxis
  var y: ChartAxis
  var color: ChartAxis?
  var series: [SeriesHeader]
  /// `nil` if there are none.
  var fields: [ChartField]?
  var table: GridHeader?
  var reduction: ChartReduction?
  var note: String?
  var source: ChartSource?
  /// `nil` if there are none.
  var panels: [ChartHeader]?

  /// A series without its points.
  struct SeriesHeader: Hashable, Sendable, Codable {
    var name: String
    var mark: ChartSeries.Mark
    var role: ChartRole
  }

  /// A table without its numbers.
  struct GridHeader: Hashable, Sendable, Codable {
    var title: String
    var columns: [Double]
    var rows: [String]
  }

  init(_ chart: ChartData) {
    kind = chart.kind
    (title, subtitle, summary) = (chart.title, chart.subtitle, chart.summary)
    (x, y, color) = (chart.x, chart.y, chart.color)
    series = chart.series.map { SeriesHeader(name: $0.name, mark: $0.mark, role: $0.role) }
    fields = chart.fields.isEmpty ? nil : chart.fields
    table = chart.table.map {
      GridHeader(title: $0.title, columns: $0.columns, rows: $0.rows.map(\.name))
    }
    panels = chart.panels.isEmpty ? nil : chart.panels.map(ChartHeader.init)
    (reduction, note, source) = (chart.reduction, chart.note, chart.source)
  }
}
