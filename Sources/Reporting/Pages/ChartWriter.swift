package import Charts
import Interchange
package import Scheduling

/// Writes charts in one form.
package struct ChartWriter: Sendable {
  private let format: ChartFormat?
  private let dataURL: String?

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - format: The form; `nil` writes Vega-Lite, and to a folder the rows as CSV beside it.
  ///   - dataURL: Where a Vega-Lite specification finds its rows, instead of having them itself.
  package init(format: ChartFormat?, dataURL: String? = nil) {
    self.format = format
    self.dataURL = dataURL
  }

  /// A chart in the writer's form.
  ///
  /// - Throws: `InputError` where the form has no place for the chart.
  package func bytes(of chart: ChartData) throws(InputError) -> [UInt8] {
    try bytes(of: chart, format ?? .vegaLite)
  }

  private func bytes(of chart: ChartData, _ format: ChartFormat) throws(InputError) -> [UInt8] {
    switch format {
    case .vegaLite:
      guard let dataURL else { return chart.vegaLiteBytes() }
      return Array(chart.vegaLite(rows: .url(dataURL)).utf8)
    case .csv: return chart.csvBytes()
    case .json: return Array(chart.json().utf8)
    case .chartJS: return Array(chart.chartJS().utf8)
    case .careKit: return Array(try chart.careKit().utf8)
    }
  }

  /// Writes a file for each chart and form into a folder; charts for which the form has no place are left
  /// out.
  ///
  /// - Returns: The names of the files.
  /// - Throws: `InputError` where a file cannot be written; none is left then.
  package func write(_ charts: [NamedChart], to folder: String) throws(InputError) -> [String] {
    var names: [String] = []
    let output = try OutputFolder(folder)
    for chart in charts where format != .careKit || chart.chart.isForCareKit {
      for format in format.map({ [$0] }) ?? [.vegaLite, .csv] {
        let bytes = try bytes(of: chart.chart, format)
        try output.write(bytes, to: chart.name + format.suffix)
        names.append(chart.name + format.suffix)
      }
    }
    try output.commit()
    return names
  }

  /// The files of a chart that a report has: the specification and its rows.
  static func files(of chart: NamedChart, in folder: String) -> [ReportFile] {
    ChartFormat.ofPages.map { format in
      let bytes = format == .csv ? chart.chart.csvBytes() : chart.chart.vegaLiteBytes()
      return ReportFile("\(folder)/\(chart.name)\(format.suffix)", bytes)
    }
  }
}
