package import Charts
package import Diagnostics
import Interchange
import Scheduling

/// Writes charts in one format.
package struct ChartWriter: Sendable {
  private let format: ChartFormat?
  private let dataURL: String?
  private let look: ChartLook

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - format: The format; `nil` for Vega-Lite, with the rows as a separate CSV file when writing
  ///     to a folder.
  ///   - dataURL: The URL of the rows for a Vega-Lite specification, instead of embedding them.
  ///   - look: The theme, the size and the resolution.
  package init(format: ChartFormat?, dataURL: String? = nil, look: ChartLook = ChartLook()) {
    self.format = format
    self.dataURL = dataURL
    self.look = look
  }

  /// Encodes a chart.
  ///
  /// - Throws: `InputError` if the format cannot represent the chart.
  package func bytes(of chart: ChartData) throws(InputError) -> [UInt8] {
    try bytes(of: chart, format ?? .vegaLite)
  }

  private func bytes(of chart: ChartData, _ format: ChartFormat) throws(InputError) -> [UInt8] {
    if !chart.panels.isEmpty, !format.holds(chart) {
      let forms = ChartFormat.allCases.filter { $0.holds(chart) }.map(\.rawValue)
      throw InputError(
        .notOneOf(text: "\(format.rawValue) with panels", allowed: forms), parameter: "format")
    }
    switch format {
    case .vegaLite:
      try dataURL.map(ChartWriter.checkDataURL)
      let rows = dataURL.map(VegaLiteRows.url) ?? .inline
      return Array(chart.vegaLite(rows: rows, background: look.theme.background).utf8)
    case .csv: return chart.csvBytes()
    case .metadata: return Array(chart.metadata().utf8)
    case .json: return Array(chart.json().utf8)
    case .chartJS: return Array(chart.chartJS().utf8)
    case .plotly: return Array(chart.plotly(look).utf8)
    case .eCharts: return Array(chart.eCharts(look).utf8)
    case .svg: return Array(chart.svg(look).utf8)
    case .png:
      return try PictureConverter.found().convert(chart.svg(look), to: "png", scale: look.scale)
    case .pdf: return try PictureConverter.found().convert(chart.svg(look), to: "pdf")
    case .careKit: return Array(try chart.careKit().utf8)
    }
  }

  /// Throws if browsers cannot load the URL, or if it contains credentials, which would be
  /// published with the chart.
  private static func checkDataURL(_ url: String) throws(InputError) {
    let (text, scheme) = (ServerAddressText(url), url.prefix { !":/?#".contains($0) })
    let hasScheme = url.dropFirst(scheme.count).first == ":"
    let isLoaded = !hasScheme || ["http", "https", "file"].contains(scheme.lowercased())
    guard isLoaded, !text.isAddress, !text.hasSecret, !text.hasSecretParameter else {
      throw InputError(
        .unreadable(
          reason: "it is not repeated: name a file or an http(s) URL without user and password"),
        parameter: "data-url")
    }
  }

  /// Returns the files of a chart with their paths: the file itself, and beside rows their metadata.
  ///
  /// - Throws: `InputError` if the format cannot represent the chart.
  package func files(
    of chart: ChartData, at path: String
  ) throws(InputError) -> [(path: String, bytes: [UInt8])] {
    var files = [(path: path, bytes: try bytes(of: chart))]
    if format == .csv {
      let stem = path.hasSuffix(ChartFormat.csv.suffix) ? String(path.dropLast(4)) : path
      files.append((stem + ChartFormat.metadata.suffix, try bytes(of: chart, .metadata)))
    }
    return files
  }

  /// Writes a file per chart and format into a folder, with rows also their metadata; charts that a
  /// format cannot represent are omitted.
  ///
  /// - Returns: The names of the files.
  /// - Throws: `InputError` if a file cannot be written; no files are left then.
  package func write(_ charts: [NamedChart], to folder: String) throws(InputError) -> [String] {
    var names: [String] = []
    let output = try OutputFolder(folder)
    for chart in charts where format?.holds(chart.chart) ?? true {
      for format in format?.withSidecar ?? [.vegaLite, .csv] {
        let bytes = try bytes(of: chart.chart, format)
        try output.write(bytes, to: chart.name + format.suffix)
        names.append(chart.name + format.suffix)
      }
    }
    try output.commit()
    return names
  }

  /// Returns the features of charts that the format cannot represent, one per line; empty if there
  /// are none.
  package func lacks(_ charts: [NamedChart]) -> [String] {
    guard let format else { return [] }
    let homeless = charts.filter { !format.holds($0.chart) }.map(\.name)
    var lines =
      homeless.isEmpty
      ? [] : ["\(format.word) has no place for: \(homeless.joined(separator: ", ")). Left out."]
    if format == .eCharts {
      lines += charts.compactMap { chart in
        chart.chart.eChartsLacks.map { "ECharts shows \(chart.name) without its numbers: \($0)." }
      }
    }
    return lines
  }
}
