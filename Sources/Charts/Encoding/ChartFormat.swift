/// An output format of charts.
package enum ChartFormat: String, CaseIterable, Hashable, Sendable {
  /// A Vega-Lite specification with inline data or a data URL.
  case vegaLite
  /// CSV with the same rows as the specification's data.
  case csv
  /// JSON of everything but the rows, for the file beside the CSV.
  case metadata
  /// Library-independent JSON.
  case json
  /// A Chart.js configuration.
  case chartJS
  /// A Plotly figure.
  case plotly
  /// An Apache ECharts option.
  case eCharts = "echarts"
  /// An SVG image.
  case svg
  /// A PNG image, made by an installed converter.
  case png
  /// A PDF file, made by the same converter.
  case pdf
  /// Data for CareKit's chart views: only for bars, lines and dots over days.
  case careKit

  /// The link text of the format.
  package var word: String {
    switch self {
    case .vegaLite: "Vega-Lite"
    case .csv: "CSV"
    case .metadata: "Metadata"
    case .json: "JSON"
    case .chartJS: "Chart.js"
    case .plotly: "Plotly"
    case .eCharts: "ECharts"
    case .svg: "SVG"
    case .png: "PNG"
    case .pdf: "PDF"
    case .careKit: "CareKit"
    }
  }

  /// The file name extension of the format.
  package var suffix: String {
    switch self {
    case .vegaLite: ".vl.json"
    case .csv: ".csv"
    case .metadata: ".meta.json"
    case .json: ".json"
    case .chartJS: ".chartjs.json"
    case .plotly: ".plotly.json"
    case .eCharts: ".echarts.json"
    case .svg: ".svg"
    case .png: ".png"
    case .pdf: ".pdf"
    case .careKit: ".carekit.json"
    }
  }

  /// Returns whether a chart can be represented in the format.
  package func holds(_ chart: ChartData) -> Bool {
    switch self {
    case .vegaLite, .csv, .metadata, .json, .svg, .png, .pdf: true
    case .careKit: chart.isForCareKit
    case .chartJS, .plotly, .eCharts: chart.panels.isEmpty
    }
  }

  /// Whether the format has a theme and a size.
  package var hasLook: Bool {
    switch self {
    case .svg, .png, .pdf, .plotly, .eCharts: true
    case .vegaLite, .csv, .metadata, .json, .chartJS, .careKit: false
    }
  }

  /// The formats of the files that are written for it: those of the rows have their metadata beside
  /// them.
  package var withSidecar: [ChartFormat] { self == .csv ? [.csv, .metadata] : [self] }

  /// Determines the format by file name; `nil` if the extension is unknown.
  package init?(fileName: String) {
    let matching = ChartFormat.allCases.filter { fileName.hasSuffix($0.suffix) }
    guard let format = matching.max(by: { $0.suffix.count < $1.suffix.count }) else { return nil }
    self = format
  }
}
