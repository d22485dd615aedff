import ArgumentParser
import Charts
import Interchange
import Reporting

/// How pictures look.
struct ChartLookOptions: ParsableArguments {
  @Option(help: "On what SVG, PNG, PDF, Plotly and ECharts draw. (default: light)")
  var theme: ChartTheme?
  @Option(help: "How wide they are, in pixels. (default: what the chart needs)")
  var width: Double?
  @Option(help: "How high they are, in pixels. (default: what the chart needs)")
  var height: Double?

  func validate() throws {
    for (name, size) in [("width", width), ("height", height)] {
      guard let size, !ChartLook.sizes.contains(size) else { continue }
      let (least, most) = (Int(ChartLook.sizes.lowerBound), Int(ChartLook.sizes.upperBound))
      throw ValidationError("--\(name) is from \(least) to \(most) pixels.")
    }
  }

  /// The look of a form; `nil` means Vega-Lite.
  ///
  /// - Throws: `ValidationError` where one is asked for, and the form has none.
  func look(for form: ChartFormat?) throws -> ChartLook {
    let isChosen = theme != nil || width != nil || height != nil
    if isChosen, form?.hasLook != true {
      let forms = ChartFormat.allCases.filter(\.hasLook).map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--theme, --width and --height are of --format \(forms).")
    }
    return ChartLook(theme: theme ?? .light, width: width, height: height)
  }
}

extension ChartFormat {
  /// The form of a chart that goes to a file, or to standard output where there is none.
  ///
  /// - Throws: `ValidationError` where neither says it.
  static func of(_ format: ChartFormat?, file: String?) throws -> ChartFormat? {
    if format == nil, let file, ChartFormat(fileName: file) == nil {
      let endings = ChartFormat.allCases.map(\.suffix).joined(separator: ", ")
      throw ValidationError(
        "'\(file)' does not tell the form: let it end in \(endings), or name one by --format.")
    }
    return format ?? file.flatMap(ChartFormat.init(fileName:))
  }
}

extension ChartWriter {
  /// Writes a chart to a file, or to standard output.
  func show(_ chart: ChartData, in file: String?) throws {
    let bytes = try bytes(of: chart)
    guard let file else { return try Console.print(bytes) }
    let output = try OutputFile(path: file)
    try output.write(bytes)
    try output.finish()
  }
}
