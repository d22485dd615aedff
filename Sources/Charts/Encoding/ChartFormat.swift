/// A form in which a chart leaves the program.
package enum ChartFormat: String, CaseIterable, Hashable, Sendable {
  /// A Vega-Lite specification, with its data or with an address where they are.
  case vegaLite
  /// One row a point, the same rows as the specification's data.
  case csv
  /// The chart as it is, for renderers that know none of the other forms.
  case json
  /// A configuration of Chart.js.
  case chartJS
  /// A figure of Plotly.
  case plotly
  /// An option of Apache ECharts.
  case eCharts = "echarts"
  /// A picture that every browser shows.
  case svg
  /// The same as dots, by a converter that the machine has.
  case png
  /// The same for print, by the same converter.
  case pdf
  /// What CareKit's chart views take: only for bars, lines and dots over days.
  case careKit

  /// The forms in which the pictures of a report's pages lie beside them.
  package static let ofPages: [ChartFormat] = [.vegaLite, .csv]

  /// What a link to a file of the form says.
  package var word: String {
    switch self {
    case .vegaLite: "Vega-Lite"
    case .csv: "CSV"
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

  /// How a file's name ends that has the form.
  package var suffix: String {
    switch self {
    case .vegaLite: ".vl.json"
    case .csv: ".csv"
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

  /// Whether a chart has a place in the form.
  package func holds(_ chart: ChartData) -> Bool {
    switch self {
    case .vegaLite, .csv, .json, .svg, .png, .pdf: true
    case .careKit: chart.isForCareKit
    case .chartJS, .plotly, .eCharts: chart.panels.isEmpty
    }
  }

  /// Whether it has a theme and a size of its own.
  package var hasLook: Bool {
    switch self {
    case .svg, .png, .pdf, .plotly, .eCharts: true
    case .vegaLite, .csv, .json, .chartJS, .careKit: false
    }
  }

  /// The form that a file's name tells; `nil` for any other name.
  package init?(fileName: String) {
    let matching = ChartFormat.allCases.filter { fileName.hasSuffix($0.suffix) }
    guard let format = matching.max(by: { $0.suffix.count < $1.suffix.count }) else { return nil }
    self = format
  }
}
